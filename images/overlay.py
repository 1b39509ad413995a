"""An overlay: a folder with other pictures of a site, and what they show, laid out as in the project.

::

    import.json                         where all comes from, what was left out; "finished" is written last
    images/manifest.jsonl               a line a picture
    images/catalogue/<site>/...         what pages show
    images/references/<site>/...        what tasks show
    sites/<site>/catalogue.jsonl        what each thing looks like
    tasks/<site>/pictures.jsonl         what each reference picture shows

`images.importers` writes overlays; runs that read one bear its hash, for their scores are of other tasks.
"""

from pathlib import Path

from images.manifest import MANIFEST, sha256_of

REPORT = "import.json"


def catalogue_file(site: str) -> str:
    """Where an overlay says what the things of a site look like."""
    return f"sites/{site}/catalogue.jsonl"


def pictures_file(site: str) -> str:
    """Where an overlay lists the reference pictures of a site's tasks."""
    return f"tasks/{site}/pictures.jsonl"


def overlay_hash(folder: Path, site: str) -> str:
    """SHA-256 (hex) of an overlay: of its manifest, which holds those of all pictures, and of its two lists.

    Raises:
        OSError: the manifest or the catalogue is missing.
    """
    names = [MANIFEST, catalogue_file(site)]
    if (folder / pictures_file(site)).is_file():
        names.append(pictures_file(site))
    parts = "\n".join(f"{name} {sha256_of((folder / name).read_bytes())}" for name in names)
    return sha256_of(parts.encode())
