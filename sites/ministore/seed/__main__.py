"""``python -m sites.ministore.seed`` writes ``catalogue.jsonl`` again, from which pictures are drawn."""

from sites.ministore.seed.products import CATALOGUE_FILE, catalogue_lines

CATALOGUE_FILE.write_text("".join(f"{line}\n" for line in catalogue_lines()), encoding="utf-8")
