"""Drawings of a report as SVG: rows of marks in panels with one axis, each a rate or a difference.

They are written by hand and not by a plotting library: the browser then shapes every script itself, the
colours follow the page (dark or light), the same figures give the same bytes, and nothing has to be
installed. Colour never stands alone: measured is a disc, the other setting a square, published a hollow
diamond. The colours are Okabe and Ito's, which colour-blind readers tell apart.
Source: M. Okabe and K. Ito, "Color Universal Design" (2008).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal, get_args

STATIC = Path(__file__).parent / "static"
LABEL_FONTS = STATIC / "label_fonts.css"
"""Letters of the languages' names; `tests/harness/reporting/make_label_fonts.py` makes it."""
DRAWING_STYLE = STATIC / "drawing.css"

Style = Literal["measured", "other", "published", "bar"]
"""``other``: a second measured setting, as with disruptions. ``bar`` begins at 0."""
STYLES: tuple[Style, ...] = get_args(Style)

LETTER_PX = 7.2
"""Mean width of a letter of a label."""
LABEL_MOST_PX = 260
LABEL_GAP_PX = 22
"""Between a label and the panels: a mark at the lower end of a scale reaches into it."""
PANEL_PX, GAP_PX = 132, 18
ROW_PX, HEAD_PX, FOOT_PX, LEGEND_PX = 30, 46, 30, 26
PUBLISHED_SHIFT_PX = 9
"""How far below the middle of its row a published mark lies."""
PANELS_A_LINE = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure in a panel."""

    style: Style
    value: float
    """In the units of the axis, as are the ends of its interval."""
    told: str
    """What is told of it to who points at it, or can't see it."""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """A column of a drawing."""

    key: str
    label: str
    native: str = ""
    """A language's name in itself."""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row of a drawing."""

    label: str
    marks: Mapping[str, tuple[Mark, ...]]
    """Key of a panel -> what stands there."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The scale that all panels have."""

    low: float
    high: float
    ticks: tuple[float, ...]
    unit: str
    """Stands behind the figures of the ticks."""
    label: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing."""

    name: str
    """Of its file: ``success-by-language``."""
    title: str
    panels: tuple[Panel, ...]
    rows: tuple[PlotRow, ...]
    axis: Axis
    legend: tuple[tuple[Style, str], ...]
    joins: bool = False
    """Whether the measured marks of a row are joined by a line."""


def draw(plot: Plot, *, by_itself: bool) -> str:
    """The drawing as SVG.

    Args:
        plot: what it shows.
        by_itself: whether it has to bring its style and letters, as a file does and a part of a page not.
    """
    lines = [plot.panels[at : at + PANELS_A_LINE] for at in range(0, len(plot.panels), PANELS_A_LINE)]
    label = min(
        LABEL_MOST_PX, max((len(row.label) for row in plot.rows), default=0) * LETTER_PX + LABEL_GAP_PX
    )
    line_height = HEAD_PX + ROW_PX * len(plot.rows) + FOOT_PX
    width = label + (PANEL_PX + GAP_PX) * min(len(plot.panels), PANELS_A_LINE)
    height = LEGEND_PX + line_height * len(lines)
    style = f"<style>{drawing_style()}</style>" if by_itself else ""
    size = f'viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" height="{_n(height)}"'
    name = f'role="img" aria-label="{escape(plot.title)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" {name} {size}>',
        f"<title>{escape(plot.title)}</title>{style}",
        *_legend(plot.legend),
    ]
    for number, panels in enumerate(lines):
        top = LEGEND_PX + number * line_height
        parts += _line(plot, panels, label, top)
    return "\n".join([*parts, "</svg>"]) + "\n"


def drawing_style() -> str:
    """Style and letters that drawings need."""
    return DRAWING_STYLE.read_text(encoding="utf-8") + LABEL_FONTS.read_text(encoding="utf-8")


def _line(plot: Plot, panels: Sequence[Panel], label_px: float, top: float) -> Iterator[str]:
    """Panels side by side, with the labels of the rows before them."""
    first = top + HEAD_PX
    for number, row in enumerate(plot.rows):
        y = first + ROW_PX * (number + 0.5)
        label = escape(_cut(row.label, label_px - LABEL_GAP_PX))
        yield f'<text class="row" x="0" y="{_n(y + 4)}">{label}</text>'
    for number, panel in enumerate(panels):
        left = label_px + number * (PANEL_PX + GAP_PX)
        yield from _panel(plot, panel, left, first)
        for at, row in enumerate(plot.rows):
            y = first + ROW_PX * (at + 0.5)
            yield from _marks(plot, row.marks.get(panel.key, ()), left, y)


def _panel(plot: Plot, panel: Panel, left: float, first: float) -> Iterator[str]:
    bottom = first + ROW_PX * len(plot.rows)
    middle = left + PANEL_PX / 2
    native = f' <tspan class="native">{escape(panel.native)}</tspan>' if panel.native else ""
    label = escape(_cut(panel.label, PANEL_PX))
    yield f'<text class="head" x="{_n(middle)}" y="{_n(first - 16)}">{label}{native}</text>'
    size = f'width="{PANEL_PX}" height="{_n(bottom - first)}"'
    yield f'<rect class="ground" x="{_n(left)}" y="{_n(first)}" {size}/>'
    for tick in plot.axis.ticks:
        x = left + _place(plot.axis, tick)
        name = "zero" if tick == 0 and plot.axis.low < 0 else "tick"
        yield f'<path class="{name}" d="M{_n(x)} {_n(first)}V{_n(bottom)}"/>'
        text = f"{tick:g}{plot.axis.unit}".replace("-", "\u2212")
        side = {plot.axis.low: " first", plot.axis.high: " last"}.get(tick, "")
        yield f'<text class="scale{side}" x="{_n(x)}" y="{_n(bottom + 15)}">{escape(text)}</text>'


def _marks(plot: Plot, marks: Sequence[Mark], left: float, middle: float) -> Iterator[str]:
    measured = [mark for mark in marks if mark.style in ("measured", "other")]
    if plot.joins and len(measured) > 1:
        ends = [left + _place(plot.axis, mark.value) for mark in measured]
        yield f'<path class="join" d="M{_n(min(ends))} {_n(middle)}H{_n(max(ends))}"/>'
    for mark in marks:
        y = middle + (PUBLISHED_SHIFT_PX if mark.style == "published" else 0)
        yield f"<g><title>{escape(mark.told)}</title>{''.join(_mark(plot.axis, mark, left, y))}</g>"


def _mark(axis: Axis, mark: Mark, left: float, y: float) -> Iterator[str]:
    x = left + _place(axis, mark.value)
    if mark.low is not None and mark.high is not None:
        low, high = (left + _place(axis, end) for end in (mark.low, mark.high))
        yield f'<path class="interval {mark.style}" d="M{_n(low)} {_n(y)}H{_n(high)}"/>'
    if mark.style == "bar":
        zero = left + _place(axis, 0)
        yield f'<rect class="bar" x="{_n(zero)}" y="{_n(y - 7)}" width="{_n(x - zero)}" height="14"/>'
    else:
        yield _symbol(mark.style, x, y)


def _symbol(style: Style, x: float, y: float) -> str:
    if style == "measured":
        return f'<circle class="measured" cx="{_n(x)}" cy="{_n(y)}" r="4.5"/>'
    if style == "published":
        return f'<path class="published" d="M{_n(x)} {_n(y - 4.5)}l4.5 4.5l-4.5 4.5l-4.5 -4.5z"/>'
    name = "bar" if style == "bar" else "other"
    return f'<rect class="{name}" x="{_n(x - 4)}" y="{_n(y - 4)}" width="8" height="8"/>'


def _legend(legend: Iterable[tuple[Style, str]]) -> Iterator[str]:
    x = 6.0
    for style, text in legend:
        yield _symbol(style, x, 11)
        yield f'<text class="row" x="{_n(x + 10)}" y="15">{escape(text)}</text>'
        x += 28 + len(text) * LETTER_PX


def _place(axis: Axis, value: float) -> float:
    """Pixels from the left edge of a panel; a figure outside of the axis stands at its end."""
    within = min(max(value, axis.low), axis.high)
    return (within - axis.low) / (axis.high - axis.low) * PANEL_PX


def _cut(text: str, room_px: float) -> str:
    most = int(room_px / LETTER_PX)
    return text if len(text) <= most else f"{text[: most - 1]}\u2026"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
