"""The published figures: copied right, and told only where the paper tells them."""

import pytest

from harness.errors import ConfigError
from harness.models.presets import presets
from harness.reporting import published as module
from harness.reporting.published import english_differences, published, site_rates, total_rates

ROUNDING = 0.1
"""Points that figures with one decimal may be apart."""
SITES = ("garibazaar", "haritia", "ministore", "railsetu", "redora", "selam")


def test_known_cells():
    first = site_rates("gemini-3.1-flash-lite", "ministore", disruptions=False)
    assert first is not None
    assert (first.where, first.by_lang["en"], first.by_lang["all"]) == ("Table 3", 0.933, 0.901)
    last = site_rates("gpt-oss-20b", "selam", disruptions=True)
    assert last is not None
    assert (last.where, last.by_lang["am"]) == ("Table 20", 0.107)


def test_tables_are_those_of_the_paper():
    tables = [table.table for table in published().sites]
    assert tables == [*range(3, 12), *range(13, 21)]
    assert all(tuple(sorted(table.rows)) == SITES for table in published().sites)
    assert set(published().access) <= presets().keys()


def test_the_totals_are_the_means_of_the_sites():
    for table in published().sites:
        rows = list(table.rows.values())
        assert all(row[-1] == pytest.approx(sum(row[:-1]) / 5, abs=ROUNDING) for row in rows)
        if not table.disruptions:
            means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
            assert published().totals.rows[table.model] == pytest.approx(tuple(means[:-1]), abs=ROUNDING)


def test_the_differences_are_those_of_the_totals():
    for model, (english, *differences) in published().differences.rows.items():
        total, *others = published().totals.rows[model]
        assert english == total
        assert differences == pytest.approx([other - total for other in others], abs=ROUNDING)


def test_totals_are_of_the_sites_that_are_asked_for():
    everything = total_rates("gemma3-12b", SITES, disruptions=False)
    assert everything is not None
    assert (everything.where, everything.by_lang["en"]) == ("Table 12", 0.451)
    two = total_rates("gemma3-12b", ["ministore", "selam"], disruptions=False)
    assert two is not None
    assert (two.where, two.by_lang["en"]) == ("Table 9, mean of 2 rows", pytest.approx(0.46))


@pytest.mark.parametrize(
    ("model", "sites", "disruptions"),
    [
        ("llama-3.2-3b", ["ministore"], True),
        ("gemma3-12b", ["ministore", "amazon"], False),
        ("gemma3-12b", [], False),
        ("another", ["ministore"], False),
    ],
)
def test_what_the_paper_does_not_tell_is_none(model, sites, disruptions):
    assert total_rates(model, sites, disruptions=disruptions) is None


def test_models_without_a_row_have_no_differences():
    assert english_differences("llama-3.2-3b") is None


@pytest.mark.parametrize("text", ["source: 1", "[", None])
def test_a_broken_file_is_named(tmp_path, text):
    path = tmp_path / "published.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"published figures can't be read from .*published\.yaml"):
        module._read(path)


def test_rows_that_lack_a_figure_are_refused(tmp_path):
    whole = module.PUBLISHED_FILE.read_text(encoding="utf-8")
    path = tmp_path / "published.yaml"
    path.write_text(whole.replace("[93.3, 90.7, 88.0, 92.0, 86.7, 90.1]", "[93.3]"), encoding="utf-8")
    with pytest.raises(ConfigError, match="table 3, ministore: expected 6 figures, got 1"):
        module._read(path)
