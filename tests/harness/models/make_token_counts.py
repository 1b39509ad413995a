"""Counts the tokens of texts in five languages with real tokenizers: makes `token_counts.jsonl` anew.

    pip install tokenizers
    python tests/harness/models/make_token_counts.py RUN NAME=TOKENIZER.json [NAME=TOKENIZER.json ...]

RUN is the folder of a recorded run over all languages (``pytest --lang all --model reference --engine http
--site ministore --limit 8``), whose observations are the pages; TOKENIZER.json is the file of that name of a
model on the hub: Gemma 3, Llama 3.1, GPT-OSS, Qwen 3.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml
from tokenizers import Tokenizer  # pyright: ignore[reportMissingImports]

ROOT = Path(__file__).parents[3]
OUT = Path(__file__).parent / "token_counts.jsonl"
LANGUAGES = ("en", "bn", "hi", "ur", "am")
PAGES = 3
LINES = 12
PAGE_CHARACTERS = 1500


def main(run: str, *tokenizers: str) -> None:
    """Write the file."""
    loaded = {name: Tokenizer.from_file(path) for name, path in (pair.split("=", 1) for pair in tokenizers)}
    lines = [
        {"lang": lang, "kind": kind, "text": text, "tokens": counts(text, loaded)}
        for lang in LANGUAGES
        for kind, text in (*pages(Path(run), lang), *sentences(lang))
    ]
    OUT.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def counts(text: str, tokenizers: dict[str, Tokenizer]) -> dict[str, int]:
    """Tokens of a text by each tokenizer."""
    return {
        name: len(tokenizer.encode(text, add_special_tokens=False).ids)
        for name, tokenizer in tokenizers.items()
    }


def pages(run: Path, lang: str) -> Iterator[tuple[str, str]]:
    """Pages of a language that differ, cut at a line."""
    steps = map(json.loads, (run / "steps.jsonl").read_text(encoding="utf-8").splitlines())
    seen = {step["url"]: step["observation"] for step in steps if step["instance_id"].endswith(f"-{lang}")}
    for text in sorted(seen.values(), key=len)[:: max(1, len(seen) // PAGES)][:PAGES]:
        yield "page", text[:PAGE_CHARACTERS].rpartition("\n")[0] or text


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    """Intents of a language, spread over the file."""
    read = yaml.safe_load((ROOT / f"tasks/ministore/intents.{lang}.yaml").read_text(encoding="utf-8"))
    texts = [text for text in leaves(read) if len(text) > 20]
    for text in texts[:: max(1, len(texts) // LINES)][:LINES]:
        yield "line", text


def leaves(value: object) -> Iterator[str]:
    """Every text in nested mappings and lists."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    elif isinstance(value, str):
        yield value


if __name__ == "__main__":
    main(*sys.argv[1:])
