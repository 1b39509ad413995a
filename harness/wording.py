"""Figures in sentences, as whoever reads a terminal or a page would say them."""


def counted(number: int, noun: str) -> str:
    """``1 task``, ``2 tasks``, ``1,200 tasks``.

    Args:
        number: how many there are.
        noun: of one; its plural takes an s.
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
