"""Contact sheets: many pictures on one, to be looked at by a person."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

_GAP = 4
_LABEL_HEIGHT = 14


def tile(
    pictures: Sequence[Image.Image], columns: int = 6, *, labels: Sequence[str] | None = None
) -> Image.Image:
    """Pictures of one size in rows from the left, optionally with a line of text under each.

    Raises:
        ValueError: there are no pictures.
    """
    if not pictures:
        raise ValueError("no pictures for the sheet")
    width, height = pictures[0].size
    step = (width + _GAP, height + _GAP + (_LABEL_HEIGHT if labels else 0))
    columns = min(columns, len(pictures))
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * step[0] - _GAP, rows * step[1] - _GAP), "white")
    pen = ImageDraw.Draw(sheet)
    for number, picture in enumerate(pictures):
        x, y = number % columns * step[0], number // columns * step[1]
        sheet.paste(picture, (x, y))
        if labels:
            pen.text((x + 2, y + height + 1), labels[number], fill="#222222")
    return sheet


def contact_sheet(
    files: Sequence[Path], *, width: int = 160, columns: int = 12, labels: bool = False
) -> Image.Image:
    """Pictures from files, made smaller, in rows.

    Args:
        files: Of one shape.
        width: Of each picture on the sheet, in pixels.
        columns: Pictures a row.
        labels: Write the file's name under each.

    Raises:
        OSError: a file is not there or no picture.
        ValueError: there are no files.
    """
    pictures = []
    for file in files:
        with Image.open(file) as picture:
            height = round(picture.height * width / picture.width)
            pictures.append(picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))
    return tile(pictures, columns, labels=[file.stem for file in files] if labels else None)
