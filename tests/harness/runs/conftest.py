"""A task set of six tasks in every language that is asked for, and options as a command line gives them."""

from types import SimpleNamespace

import pytest

from harness.runs import names, plan, subsets
from harness.runs.request import read_request

TYPES = {"001": "info", "002": "info", "003": "state", "004": "state", "005": "unachievable", "v01": "info"}


@pytest.fixture
def task_set(make_task, monkeypatch):
    """Replaces the tasks that there are; returns what instances were last asked for."""
    asked = {}

    def load(sites, langs, kind=None, seed=0, *, twins=False, intent_lang=None):
        asked.update(kind=kind, seed=seed, twins=twins, intent_lang=intent_lang)
        return [
            make_task(id=f"ministore-{number}", lang=lang, type=type_, kind=_kind(number))
            for lang in (langs if "ministore" in sites else ())
            for number, type_ in TYPES.items()
            if kind in (None, _kind(number))
        ]

    templates = [
        (
            "ministore",
            SimpleNamespace(id=f"ministore-{number}", kind=_kind(number), type=type_, difficulty="easy"),
        )
        for number, type_ in TYPES.items()
    ]
    monkeypatch.setattr(names, "list_templates", lambda sites, kind=None, *, twins=False: templates)
    monkeypatch.setattr(
        subsets, "list_templates", lambda sites, kind=None: [one for one in templates if one[1].kind == kind]
    )
    monkeypatch.setattr(plan, "load_instances", load)
    return asked


@pytest.fixture
def request_of(task_set, tmp_path):
    """The request of a command line over these tasks; what is not said has its default."""

    def read(model="reference", **said):
        given = {
            "engine": "http",
            "taskset_seed": 0,
            "seed": 0,
            "lang": ["ur"],
            "run_dir": str(tmp_path / "run"),
        }
        return read_request({**given, "model": model, **said})

    return read


def _kind(number):
    return "visual" if number.startswith("v") else "text"
