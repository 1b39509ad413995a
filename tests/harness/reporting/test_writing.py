"""The files of a report: the same bytes from the same runs, in their folder alone, with nothing unescaped."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.cli.main import app
from harness.errors import RecordError
from harness.records import RunRecorder
from harness.reporting.document import make_report
from harness.reporting.writing import PAGE, write_report
from tests.harness.reporting.report_runs import run_of

NASTY = "my_agents:<script>alert('x')</script>&|"


def runs():
    return [
        run_of({"en": "SSSu", "ur": "SuuL"}, model="gpt-6-luna", name="model"),
        run_of({"en": "Suuu", "ur": "uuuL"}, model="gpt-6-luna", name="disrupted", mode="once"),
        run_of({"en": "SSSE"}, model=NASTY, name="own"),
    ]


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_the_same_runs_give_the_same_bytes(tmp_path):
    assert write_report(make_report(runs()), tmp_path / "a") == tmp_path / "a" / PAGE
    write_report(make_report(runs()), tmp_path / "b")
    found = files(tmp_path / "a")
    assert found == files(tmp_path / "b")
    assert {"report.html", "report.md", "plots/english-text.svg", "tables/success-text.tex"} <= found.keys()
    assert {Path(name).suffix for name in found} == {".html", ".md", ".svg", ".tex", ".csv"}
    assert not [name for name, content in found.items() if b"somewhere" in content]


def test_names_of_tables_differ():
    report = make_report(runs())
    names = [grid.name for grid in report.grids]
    assert len(names) == len(set(names))
    assert [chapter.name for chapter in report.chapters][:4] == ["runs", "success", "english", "disruptions"]


def test_what_a_run_is_called_is_no_markup(tmp_path):
    write_report(make_report(runs()), tmp_path / "report")
    for name, content in files(tmp_path / "report").items():
        if not name.endswith((".csv", ".tex")):
            assert b"<script>" not in content, name


def test_a_report_is_written_again_without_leftovers(tmp_path):
    folder = tmp_path / "report"
    write_report(make_report(runs()), folder)
    write_report(make_report(runs()[:1]), folder)
    assert not (folder / "tables/disruptions-text.csv").exists()
    assert (folder / "tables/english-text.csv").exists()


def test_other_files_are_not_touched(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/mine.csv").write_text("1", encoding="utf-8")
    with pytest.raises(RecordError, match=r"holds files, and no report\.html among them"):
        write_report(make_report(runs()), tmp_path)
    assert files(tmp_path) == {"tables/mine.csv": b"1"}


def test_the_command_writes_and_names_the_page(tmp_path):
    folders = []
    for run in runs():
        recorder = RunRecorder(tmp_path / run.run_dir.name)
        recorder.write_manifest(run.manifest)
        for episode in run.episodes:
            recorder.write_episode(episode, ())
        folders.append(str(recorder.run_dir))
    out = tmp_path / "report"
    done = CliRunner().invoke(app, ["report", *folders, "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "Success of the runs" in done.output
    assert (out / PAGE).exists()
