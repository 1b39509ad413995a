"""Rules on a visual task alone: only its pictures may tell what is meant.

What of a thing gives it away in words is listed in ``tasks/<site>/giveaways.yaml``; what looks alike is
known from the catalogue, whose tables the queries of visual tasks see (`tasks.pictures`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter

from harness.lint.problems import Subject, is_error_code
from harness.lint.words import spaced_words
from harness.pictures import CATALOGUE_FOLDER, read_reference_pictures, site_picture
from sites.kit.changes import Value
from tasks.giveaways import read_giveaways
from tasks.slots import fill_text, run_query

LEAST_OF_A_KIND = 6
"""Things of the pictured kind that the site must have: what the picture shows is one of many. Ours."""
LEAST_ALIKE = 2
"""Others of them that must share the colour or the material of the pictured one. Ours."""
NO_REASON = "few_look_alikes says no reason"
PICTURE_QUERY = "SELECT * FROM reference_pictures WHERE picture = :picture"
KIND_QUERY = """
SELECT COUNT(*) AS things,
    SUM(product_id IS NOT :product_id AND (color = :color OR material = :material)) AS alike
FROM catalogue WHERE kind = :kind
"""
OTHER_SLOT = " \ue000 "
"""Stands for a slot in the sentence, so that words on both sides of it don't meet: a word of no language."""


def pictures(subject: Subject) -> Iterator[str]:
    """The pictures are there, whole, listed, and not those that the site shows, which are there too."""
    read = read_reference_pictures(subject.task)
    if len({picture.data for picture in read}) != len(read):
        yield "both pictures are the same"
    for picture in read:
        rows = _listed(subject, picture.path)
        if not rows:
            yield f"{picture.path} is not in the list of pictures"
        shown = [site_picture(subject.task.site, product) for product in _products(rows)]
        if any(file is not None and file.read_bytes() == picture.data for file in shown):
            yield f"{picture.path} is the picture that the site itself shows"
        for product, file in zip(_products(rows), shown, strict=True):
            if file is None:
                yield f"the site shows no picture of {product}, under {CATALOGUE_FOLDER}"


def giveaways(subject: Subject) -> Iterator[str]:
    """The sentence has no word that names what its pictures show; a slot may name another thing."""
    own = spaced_words(_own_words(subject))
    slots = {name: spaced_words(text) for name, text in _said_slots(subject)}
    for row in _shown(subject):
        for giveaway in read_giveaways(subject.task.site):
            for found in run_query(subject.connection, giveaway.query, row, subject.task.id):
                text = str(next(iter(found.values())) or "")
                words = spaced_words(text)
                if not words.strip():
                    continue
                if words in own:
                    yield f"the {giveaway.name} {text!r} stands in the intent: {subject.task.intent}"
                for name in (name for name, said in slots.items() if said == words):
                    yield f"{{{name}}} in the intent is the {giveaway.name} of what is pictured, {text!r}"


def look_alikes(subject: Subject) -> Iterator[str]:
    """Many things are of the pictured kind, and some look alike, or the template says why not."""
    has_reason = subject.template.few_look_alikes is not None
    for row in _shown(subject):
        (counted,) = run_query(subject.connection, KIND_QUERY, row, subject.task.id)
        things, alike = int(counted["things"] or 0), int(counted["alike"] or 0)
        of_kind = f"of the kind {row['kind']}"
        if things < 2 and row["product_id"] is not None:
            yield f"{row['product_id']} is the only one {of_kind}: its kind alone finds it"
        elif things < LEAST_OF_A_KIND and not has_reason:
            yield f"{things} things are {of_kind}, not {LEAST_OF_A_KIND}, and {NO_REASON}"
        elif alike < LEAST_ALIKE and not has_reason:
            yield f"{alike} others {of_kind} share colour or material, not {LEAST_ALIKE}, and {NO_REASON}"


def pictured(subject: Subject) -> Iterator[str]:
    """What can be done shows only things that the site has; what can't, for want of one, does not."""
    missing = [row["picture"] for row in _shown(subject) if row["product_id"] is None]
    proof = subject.template.proof
    if subject.task.type != "unachievable":
        yield from (f"{picture} shows a thing that the site does not have" for picture in missing)
    elif not missing and proof is not None and not is_error_code(proof):
        yield "the site has what the pictures show, and the proof is no error code of the site"


VISUAL_RULES: Mapping[str, Callable[[Subject], Iterator[str]]] = {
    "pictures": pictures,
    "giveaways": giveaways,
    "look-alikes": look_alikes,
    "pictured": pictured,
}


def _listed(subject: Subject, picture: str) -> list[dict[str, Value]]:
    return run_query(subject.connection, PICTURE_QUERY, {"picture": picture}, subject.task.id)


def _shown(subject: Subject) -> list[dict[str, Value]]:
    """What the pictures show, a row of ``reference_pictures`` each."""
    return [row for picture in subject.task.reference_images for row in _listed(subject, picture)]


def _products(rows: Sequence[Mapping[str, Value]]) -> list[str]:
    """Ids of the things of the site that are shown, or that are looked like."""
    ids = (row[column] for row in rows for column in ("product_id", "like_product_id"))
    return [str(one) for one in ids if one is not None]


def _own_words(subject: Subject) -> str:
    """The sentence with the texts that the user dictates, but without what the database gives."""
    return "".join(
        literal + (subject.intent.texts.get(name, OTHER_SLOT) if name else "")
        for literal, name, _, _ in Formatter().parse(subject.intent.intent)
    )


def _said_slots(subject: Subject) -> Iterator[tuple[str, str]]:
    for _, name, _, _ in Formatter().parse(subject.intent.intent):
        if name and name not in subject.intent.texts:
            yield name, fill_text(f"{{{name}}}", subject.task.slots, subject.task.lang)
