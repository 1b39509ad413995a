"""Reads the text of a site in one language (`<folder>/<lang>.yaml`) and compares the languages.

A content file is a tree of mappings and lists with quoted texts as leaves, and nothing else: unquoted YAML
turns `no` into False, `12:30` into 750 and `03001234567` into a number, so a leaf that is no text is an error
that names file and key.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import yaml

from sites.kit.errors import ContentError
from sites.kit.localization.languages import get_language
from sites.kit.strict_yaml import load_yaml

Content: TypeAlias = "str | tuple[Content, ...] | Mapping[str, Content]"
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def load_content(folder: Path, lang: str) -> Mapping[str, Content]:
    """The content of one language: nested read-only mappings, tuples, and texts.

    Raises:
        UnknownNameError: no such language.
        ContentError: the file is missing or malformed, holds a key twice, or a leaf is no text.
    """
    path = folder / f"{get_language(lang).code}.yaml"
    if not path.is_file():
        raise ContentError(
            f"{path}: missing; each language needs its content file (start from {folder / 'en.yaml'})"
        )
    try:
        tree = load_yaml(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ContentError(f"{path}: not readable as YAML: {error}") from error
    if not isinstance(tree, dict):
        raise ContentError(f"{path}: expected a mapping of sections, found {type(tree).__name__}")
    return MappingProxyType({str(key): _freeze(value, path, str(key)) for key, value in tree.items()})


def check_same_keys(contents: Mapping[str, Mapping[str, Content]]) -> None:
    """Check that all languages have the same keys, and the same {placeholders} in each text.

    The first language given is the model of the others.

    Raises:
        ContentError: one line per difference, with language and key.
    """
    model_lang, *other_langs = contents
    model = dict(_leaves(contents[model_lang]))
    problems: list[str] = []
    for lang in other_langs:
        texts = dict(_leaves(contents[lang]))
        problems += [f"{lang}: {key} is missing" for key in model if key not in texts]
        problems += [f"{lang}: {key} is not in {model_lang}" for key in texts if key not in model]
        problems += [
            f"{lang}: {key} has the placeholders {_placeholders(texts[key])}, "
            f"{model_lang} has {_placeholders(text)}"
            for key, text in model.items()
            if key in texts and _placeholders(texts[key]) != _placeholders(text)
        ]
    if problems:
        raise ContentError("content files differ:\n" + "\n".join(problems))


def _freeze(value: object, path: Path, key: str) -> Content:
    if isinstance(value, str):
        if not value.strip():
            raise ContentError(f"{path}: {key}: the text is empty")
        return value
    if isinstance(value, list):
        return tuple(_freeze(entry, path, f"{key}.{number}") for number, entry in enumerate(value))
    if isinstance(value, dict):
        for name in value:
            if not isinstance(name, str):
                raise ContentError(f"{path}: {key}: the key {name!r} is no text; put it into quotes")
        return MappingProxyType(
            {name: _freeze(entry, path, f"{key}.{name}") for name, entry in value.items()}
        )
    raise ContentError(f"{path}: {key}: expected a text, found {value!r}; put it into quotes")


def _leaves(content: Content, prefix: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(content, str):
        yield prefix, content
        return
    entries = content.items() if isinstance(content, Mapping) else enumerate(content)
    for name, value in entries:
        yield from _leaves(value, f"{prefix}.{name}" if prefix else str(name))


def _placeholders(text: str) -> list[str]:
    return sorted(_PLACEHOLDER.findall(text))
