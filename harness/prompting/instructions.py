"""The instructions that stand before every conversation: texts of one file a language, put together by need.

The files say the same in all languages. A section is headed ``# name``; which sections make up the
instructions depends on how pages are shown and on nothing else, so all models are told the same. The verbs of
actions and the headings of messages are English in every language, as in `harness.actions`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from harness.agents.settings import ObservationMode, PromptLanguage
from harness.errors import ConfigError
from sites.kit.site import Account

_HEADING = re.compile(r"^# (\w+)\n", re.MULTILINE)
SECTIONS = (
    "role",
    "actions",
    "reply",
    "memory",
    "account",
    "text",
    "som",
    "screenshot",
    "axtree",
    "html",
    "caption",
    "pictures",
    "described_pictures",
    "confidence",
    "none",
    "closing",
    "closing_none",
)
"""Of every file, in its order."""


@dataclass(frozen=True, slots=True)
class Need:
    """What instructions have to tell of."""

    mode: ObservationMode
    history: int
    """Earlier steps that are shown."""
    has_pictures: bool
    """Whether pictures go with the task."""
    ask_confidence: bool = False


def system_prompt(need: Need, account: Account, lang: str) -> str:
    """The instructions.

    Args:
        need: what they tell of.
        account: the test account of the site.
        lang: language of the instructions.

    Raises:
        ConfigError: there are none in this language.
    """
    texts = read_sections(lang)
    chosen = "\n\n".join(texts[name] for name in _names(need))
    values = {"history": str(need.history), "username": account.username, "password": account.password}
    for name, value in values.items():
        chosen = chosen.replace(f"{{{name}}}", value)
    return chosen


def closing(mode: ObservationMode, lang: str) -> str:
    """The last line of each message."""
    return read_sections(lang)["closing_none" if mode == "none" else "closing"]


def prompt_language(chosen: PromptLanguage, task_lang: str) -> str:
    """The language of the instructions of a task."""
    return task_lang if chosen == "native" else "en"


@cache
def read_sections(lang: str) -> Mapping[str, str]:
    """The sections of a language's file.

    Raises:
        ConfigError: there is no such file, or it has other sections than `SECTIONS`.
    """
    file = files("harness.prompting") / "prompts" / f"system.{lang}.md"
    if not file.is_file():
        raise ConfigError(f"no instructions in {lang!r}: write {file}, with the sections of system.en.md")
    _, *parts = _HEADING.split(file.read_text(encoding="utf-8"))
    sections = {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}
    if tuple(sections) != SECTIONS:
        raise ConfigError(f"{file}: expected the sections {', '.join(SECTIONS)}, got {', '.join(sections)}")
    return sections


def _names(need: Need) -> Iterator[str]:
    if need.mode == "none":
        yield "none"
    else:
        yield from ("role", "actions", "reply", need.mode)
        if need.history:
            yield "memory"
        yield "account"
    if need.has_pictures:
        yield "described_pictures" if need.mode == "caption" else "pictures"
    if need.ask_confidence:
        yield "confidence"
