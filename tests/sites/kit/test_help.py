from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from markupsafe import Markup

from sites.kit.errors import ContentError
from sites.kit.help import figures, help_text

MakeClient = Callable[[str], FlaskClient]

TOPIC = """
"help":
  "lending":
    "title": "Lending"
    "text":
      "p1": "{count} <books> for {price}."
      "p2": "Until {closing}, at {share} off."
"""
FIGURES = {
    "amounts_c": {"price": 1275},
    "numbers": {"count": 3},
    "times": {"closing": "18:30"},
    "percentages": {"share": 15},
}


@pytest.fixture
def content(tmp_path: Path) -> Path:
    for lang in ("en", "ur"):
        (tmp_path / f"{lang}.yaml").write_text(TOPIC, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("lang", "shown"),
    [
        ("en", ("3 &lt;books&gt; for <bdi>$12.75</bdi>.", "Until <bdi>18:30</bdi>, at <bdi>15%</bdi> off.")),
        (
            "ur",
            (
                "۳ &lt;books&gt; for <bdi>۳٬۵۷۰\u00a0روپے</bdi>.",
                "Until <bdi>۱۸:۳۰</bdi>, at <bdi>۱۵٪</bdi> off.",
            ),
        ),
    ],
)
def test_the_figures_stand_in_the_text(
    make_client: MakeClient, content: Path, lang: str, shown: tuple[str, ...]
) -> None:
    with make_client(lang).application.test_request_context():
        text = help_text(content, "lending", figures(**FIGURES))
    assert (text.title, text.paragraphs) == ("Lending", tuple(map(Markup, shown)))


def test_a_topic_that_nobody_wrote(make_client: MakeClient, content: Path) -> None:
    with (
        make_client("en").application.test_request_context(),
        pytest.raises(ContentError, match=r"en\.yaml: help\.fines needs a title"),
    ):
        help_text(content, "fines", {})
