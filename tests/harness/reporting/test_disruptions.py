"""Rates of what became of disruptions, and the drop against the same tasks without."""

from pathlib import Path

import pytest

from harness.cli.reporting import make_console, report_on_runs
from harness.metrics import Share
from harness.records import (
    DisruptionRecord,
    Manifest,
    ManifestTiming,
    Run,
    RunRecorder,
)
from harness.records.reader import read_run
from harness.reporting.disruptions import (
    drop_grid,
    drops,
    interruption_rates,
    render_rates,
    series_interruptions,
)
from harness.reporting.series import in_series
from harness.reporting.summary import grid_text
from tests.episode_records import make_record


def manifest(model="m", mode=None, **given):
    values = {"engine": "http", "seed": 0, "taskset_seed": 0, **given}
    return Manifest(
        model=model,
        sites=("ministore",),
        langs=("ur", "am"),
        instances=(),
        task_digest="0",
        versions={},
        git_commit=None,
        settings={"disruptions": mode},
        timing=ManifestTiming(started_at="2026-03-16T09:00:00+00:00"),
        **values,
    )


def shown(kind, ending, requests=2):
    return DisruptionRecord(kind=kind, shown_step=1, ended_step=1, ending=ending, requests=requests)


def episode(number, outcome, *disruptions, mode=None, **given):
    return make_record(number, outcome, disruption_mode=mode, disruptions=disruptions, **given)


def run_of(*episodes, model="m", mode=None, **given):
    return Run(Path("run"), manifest(model, mode, **given), episodes, ())


def test_rates_by_model_language_and_kind():
    notice, offer = "cookie_notice", "advertisement"
    first = run_of(
        episode(1, "solved", shown(notice, "dismissed"), shown(offer, "dismissed", 4), mode="once"),
        episode(2, "unsolved", shown(notice, "dismissed"), shown(offer, "accepted"), mode="once"),
        episode(3, "unsolved", shown(notice, "stopped", 1), mode="once"),
        episode(1, "limit", shown(notice, "limit", 31), lang="am", mode="once"),
    )
    second = run_of(episode(1, "unsolved", shown(notice, "stopped", 1), mode="once"), model="na")
    rates = interruption_rates([first, second])
    told = [(one.model, one.lang, one.kind, one.shown, one.requests) for one in rates]
    assert told == [
        ("m", "ur", notice, 3, pytest.approx(5 / 3)),
        ("m", "ur", offer, 2, 3),
        ("m", "am", notice, 1, 31),
        ("m", "all", notice, 4, 9),
        ("m", "all", offer, 2, 3),
        ("na", "ur", notice, 1, 1),
    ]
    assert rates[0].share("dismissed") == pytest.approx(2 / 3)
    assert rates[3].endings == {"dismissed": 2, "accepted": 0, "stopped": 1, "limit": 1}
    lines = [line.split() for line in render_rates(rates).splitlines()]
    assert ["m", "ur", "advertisement", "2", "50.0%", "50.0%", "0.0%", "0.0%", "3.0"] in lines


def test_errors_say_nothing_of_disruptions():
    assert (
        interruption_rates([run_of(episode(1, "error", shown("cookie_notice", "error"), mode="once"))]) == []
    )
    assert interruption_rates([run_of(episode(1, "solved"))]) == []


def test_the_drop_is_over_the_same_tasks():
    without = run_of(
        episode(1, "solved"),
        episode(2, "solved"),
        episode(3, "error"),
        episode(4, "solved"),
        episode(1, "solved", lang="am"),
        episode(1, "unsolved", twin=True),
    )
    disrupted = run_of(
        episode(1, "solved", mode="once"),
        episode(2, "unsolved", mode="once"),
        episode(3, "unsolved", mode="once"),
        episode(4, "error", mode="once"),
        episode(5, "unsolved", mode="once"),
        episode(1, "unsolved", lang="am", mode="once"),
        episode(1, "solved", mode="once", twin=True),
    )
    found = drops([without, disrupted])
    told = [(one.lang, one.mode, one.pairs.first, one.pairs.second, one.points) for one in found]
    assert told == [
        ("ur", "once", Share(2, 2), Share(1, 2), 50),
        ("am", "once", Share(1, 1), Share(0, 1), 100),
        ("all", "once", Share(3, 3), Share(1, 3), pytest.approx(200 / 3)),
    ]
    lines = [line.split() for line in grid_text(drop_grid(found)).splitlines()]
    assert ["m", "ur", "once", "2", "100.0%", "50.0%", "50.0"] in lines


@pytest.mark.parametrize("other", [{"model": "n"}, {"engine": "chromium"}, {"taskset_seed": 7}, {"seed": 3}])
def test_runs_of_another_setting_are_not_compared(other):
    without = run_of(episode(1, "solved"), **other)
    assert drops([without, run_of(episode(1, "unsolved", mode="once"))]) == []


def test_the_command_tells_rates_and_drop(tmp_path, capsys):
    folders = []
    for name, mode, outcome in (("plain", None, "solved"), ("disrupted", "once", "unsolved")):
        recorder = RunRecorder(tmp_path / name)
        recorder.write_manifest(manifest("careless", mode))
        disruptions = (shown("cookie_notice", "accepted"),) if mode else ()
        recorder.write_episode(episode(1, outcome, *disruptions, mode=mode), [])
        folders.append(tmp_path / name)
    assert read_run(folders[1]).episodes[0].disruptions == (shown("cookie_notice", "accepted"),)
    report_on_runs(folders, make_console())
    text = capsys.readouterr().out
    assert "careless in http, no disruptions: " in text
    assert "careless in http, disruptions once: " in text
    assert ["careless", "ur", "once", "1", "100.0%", "0.0%", "100.0"] in [
        line.split() for line in text.splitlines()
    ]


def test_settings_of_one_model_are_not_added_up():
    notice = shown("cookie_notice", "dismissed")
    first = run_of(episode(1, "solved", notice, mode="once"), mode="once")
    second = run_of(episode(1, "solved", notice, mode="once"), mode="once", seed=3)
    rates = series_interruptions(in_series([first, second]))
    assert [(one.model, one.shown) for one in rates] == [("m (run)", 1), ("m (run) 2", 1)]
