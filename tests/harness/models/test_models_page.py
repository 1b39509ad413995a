"""docs/models.md tells of everything that can be chosen, and of nothing else."""

import re
from pathlib import Path
from typing import get_args

import pytest

from harness.models import read_settings
from harness.models.options import OPTIONS
from harness.models.presets import presets
from harness.models.prices import price_table
from harness.records.calls import CallStatus

PAGE = (Path(__file__).parents[3] / "docs" / "models.md").read_text(encoding="utf-8")


def rows(heading):
    """Cells of the first table under a heading, its head left out."""
    section = PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    table = section[section.index("\n|") :].strip().split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


def test_every_option_is_explained():
    assert {name for row in rows("Options") for name in quoted(row[0])} == OPTIONS.keys()


def test_every_preset_is_listed_with_its_model():
    listed = {quoted(row[0])[0]: quoted(row[1])[0] for row in rows("Presets")}
    assert listed == {name: preset.spec for name, preset in presets().items()}


@pytest.mark.parametrize("row", rows("Presets"), ids=lambda row: row[0].strip("`"))
def test_presets_are_set_as_the_page_says(row):
    found = read_settings(quoted(row[0])[0])
    assert row[2] == ("provider's" if found.temperature is None else f"{found.temperature:g}")
    for setting in quoted(row[3]):
        name, value = setting.split("=")
        assert str(getattr(found, name)) == value
    assert row[4] == {"bfloat16": "BF16", "mxfp4": "MXFP4", None: ""}[found.dtype]
    side = f"{found.image_max_side:,} px"
    assert row[5].startswith(side) if found.max_images else row[5] == "no"


def test_prices_are_those_of_the_table():
    listed = {quoted(row[0])[0]: (*map(float, row[1:4]), row[4]) for row in rows("Prices")}
    entries = price_table().models.items()
    assert listed == {
        name: (price.input_usd, price.cached_usd, price.output_usd, price.since) for name, price in entries
    }
    assert price_table().checked in PAGE


def test_every_status_of_a_call_is_explained():
    assert [quoted(row[0])[0] for row in rows("Calls that fail")] == list(get_args(CallStatus))
