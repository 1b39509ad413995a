"""Writing files beside a run: templates, data as scripts, and what pages need in their static folder.

Whatever is served while it is written again is put in place whole, and only where it differs.
"""

import filecmp
import json
import os
import shutil
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

import sites.kit
from harness.control_characters import with_seen_controls

STATIC_FOLDER = Path(__file__).parent / "static"
KIT_STATIC_FOLDER = Path(sites.kit.__file__).parent / "static"
FONTS = "fonts"


def write_page(template: str, path: Path, **values: object) -> bool:
    """Render a template into a file; returns whether the file had to be written."""
    return write_text(path, _templates().get_template(template).render(**values))


def write_data(path: Path, target: str, data: object) -> bool:
    """Write data as a script that assigns it: pages that lie in a folder may load scripts, and nothing else.

    Args:
        path: the script.
        target: JavaScript that can be assigned to.
        data: what JSON can hold.

    Returns:
        Whether the file had to be written.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return write_text(path, f"{target}={text};\n")


def write_text(path: Path, text: str) -> bool:
    """Put a file in place, unless it is there as it should be; returns whether it had to be written.

    Control characters of what the run's texts hold are seen in it (`harness.control_characters`).
    """
    data = with_seen_controls(text).encode()
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}")
    half.write_bytes(data)
    half.replace(path)
    return True


def copy_static(folder: Path) -> None:
    """Scripts, style sheets, and the sites' own fonts: text looks here as it does in the screenshots."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FONTS).mkdir(exist_ok=True)
    sources = [*STATIC_FOLDER.iterdir(), KIT_STATIC_FOLDER / "fonts.css"]
    fonts = (KIT_STATIC_FOLDER / FONTS).iterdir()
    for source, place in (*((one, folder) for one in sources), *((one, folder / FONTS) for one in fonts)):
        target = place / source.name
        if source.is_file() and not (target.is_file() and filecmp.cmp(source, target)):
            shutil.copy2(source, target)


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("harness.review"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
