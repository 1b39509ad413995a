"""A hash of how models are asked: of whole prompts about a page made up for it: no change escapes it."""

import hashlib

from harness.agents.protocol import Assignment, SentPrompt
from harness.agents.settings import AgentSettings
from harness.extraction import extract, prune, read_pictures
from harness.models import TextPart
from harness.observation import Observation, PagePicture, Screenshot
from harness.prompting.history import PastStep
from harness.prompting.prompt import PromptWriter, Reader
from sites.kit.localization import LANGUAGES
from sites.kit.site import Account

UNLIMITED = 10**9
"""Tokens: nothing is cut."""
_URL = "http://site.en.localhost/list?page=2"
_HTML = """<title>list</title><h1>Things</h1>
<ul><li><a href="/t/1"><img src="/t/1.png" alt="one">One</a> 12</ul>
<form action="/find"><label for="q">Find</label><input id="q" name="q" value="x"><select name="sort">
<option value="new" selected>Newest<option value="old">Oldest</select><button>Find</button></form>
<form method="post" action="/t/1/remove"><button>Remove</button></form>"""
_TREE = '[1] link "One"\n[F1] form\n  textbox "Find" field=q value="x"\n[F2] form\n  button "Remove"'
_PAST = (
    PastStep(1, "http://site.en.localhost/", "start", "click 4", None),
    PastStep(2, _URL, "list", "One costs 12\nclick 9", "there is no link 9"),
)


def prompt_hash(settings: AgentSettings) -> str:
    """SHA-256 (hex) of what models are told under these settings, for tasks of both kinds in all languages.

    Args:
        settings: how models are asked; the model's own options are left aside.
    """
    digest = hashlib.sha256()
    for lang in LANGUAGES:
        for pictures in ((), (b"picture",)):
            digest.update(_text_of(_example(settings, lang, pictures)).encode())
    return digest.hexdigest()


def _example(settings: AgentSettings, lang: str, pictures: tuple[bytes, ...]) -> SentPrompt:
    assignment = Assignment(
        task_id="site-001",
        site="site",
        lang=lang,
        intent="Remove the cheapest thing.",
        account=Account("name", "word"),
        budget=30,
        reference_images=pictures,
    )
    reader = Reader(len, captioner=_Words())
    return PromptWriter(assignment, settings, reader).write(_page(), _PAST, UNLIMITED)


def _page() -> Observation:
    seen = extract(_HTML, _URL)
    pictured = read_pictures(_HTML, _URL)
    return Observation(
        url=seen.url,
        title=seen.title,
        text=seen.text,
        links=seen.links,
        forms=seen.forms,
        error="there is no link 9",
        screenshot=Screenshot(b"screenshot", 1280, 720, ()),
        marked_text=seen.marked_text,
        axtree=_TREE,
        html=prune(_HTML),
        pictures=tuple(PagePicture(source.index, source.alt, b"one") for source in pictured.sources),
        pictured_text=pictured.text,
    )


def _text_of(prompt: SentPrompt) -> str:
    return "\0".join(
        f"{message.role}:{part.text if isinstance(part, TextPart) else part.what}"
        for message in prompt.messages
        for part in message.parts
    )


class _Words:
    """A captioner that needs no model."""

    def describe(self, image: bytes) -> str:
        """Says what it was given."""
        return image.decode()
