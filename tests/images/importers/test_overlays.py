from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from typer.testing import CliRunner

from harness.cli import importing
from harness.cli.main import app
from harness.pictures import catalogue_pictures, read_reference_pictures
from images.importers import SourceError
from sites import get_site
from sites.kit.errors import LoWAgentError
from tasks import TASKSET_VERSION, TaskError, TaskInstance, taskset_version
from tasks.pictures import read_catalogue, read_pictures
from tests.published_pictures import picture


@pytest.mark.parametrize("report_text", [None, "{}", '{"source": "3drealcar", "site": "garibazaar"}'])
def test_folders_of_others_are_refused(do_import, out, report_text):
    out.mkdir()
    (out / ("mine.txt" if report_text is None else "import.json")).write_text(report_text or "")
    with pytest.raises(SourceError, match="holds something else: name another with --out"):
        do_import()
    assert len(list(out.iterdir())) == 1


def test_runs_read_the_overlay_that_the_variable_names(do_import, out, use_overlay):
    digest = do_import()
    assert taskset_version() == TASKSET_VERSION
    use_overlay(out)
    assert taskset_version() == f"{TASKSET_VERSION}+abo.{digest[:12]}"
    site = get_site("ministore")
    assert [line.design for line in read_catalogue(site)][1] == "abo-B1"
    (new, _) = read_pictures(site)
    assert catalogue_pictures() == out / "images/catalogue"
    task = SimpleNamespace(id="ministore-v01", reference_images=(new.picture,))
    (shown_with_task,) = read_reference_pictures(cast(TaskInstance, task))
    assert shown_with_task.data == (out / new.picture).read_bytes()


def test_an_overlay_that_was_changed_is_refused(do_import, out, use_overlay):
    do_import()
    file = out / "images/catalogue/ministore/P0002.webp"
    before = file.read_bytes()
    file.write_bytes(picture("black", (480, 360), "WEBP"))
    use_overlay(out)
    with pytest.raises(TaskError, match=r"1 pictures were changed, the first is .*P0002"):
        taskset_version()
    file.write_bytes(before)
    catalogue = out / "sites/ministore/catalogue.jsonl"
    catalogue.write_text(catalogue.read_text().replace("red", "blue"))
    with pytest.raises(TaskError, match="changed since the import"):
        taskset_version()
    use_overlay(out / "nowhere")
    with pytest.raises(TaskError, match=r"expected an overlay.*unset LOWAGENT_PICTURES"):
        catalogue_pictures()


def test_the_commands_import_and_tell_how_to_use_it(abo, project, cars, out, monkeypatch):
    monkeypatch.setattr(importing, "ROOT", project.root)
    site = replace(get_site("ministore"), folder=project.catalogue.parent)
    monkeypatch.setattr(importing, "get_site", lambda _: site)
    monkeypatch.setattr(importing, "TASKS_FOLDER", project.root / "tasks")
    (project.root / "tasks/ministore").mkdir(parents=True)
    project.listed.rename(project.root / "tasks/ministore/pictures.jsonl")
    done = CliRunner().invoke(app, ["images", "import", "abo", str(abo.folder), "--out", str(out)])
    assert done.exit_code == 0
    assert f"Use it with LOWAGENT_PICTURES={out}" in done.output
    other = out.with_name("cars-out")
    assert (
        CliRunner().invoke(app, ["images", "import", "3drealcar", str(cars), "--out", str(other)]).exit_code
        == 0
    )
    with pytest.raises(LoWAgentError, match="holds something else"):
        CliRunner().invoke(
            app, ["images", "import", "abo", str(abo.folder), "--out", str(other)], catch_exceptions=False
        )
