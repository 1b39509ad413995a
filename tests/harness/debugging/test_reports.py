"""An episode in which a person stepped in is never counted as the agent's own without a word."""

from harness.metrics import run_metrics
from harness.records import Run, make_manifest
from harness.records.models import EpisodeRecord
from harness.reporting.summary import helped_line, summary_lines


def run_of(stepped, make_task, tmp_path, typed):
    _, steps, episode = stepped(("goto /cart", "stop 12"), typed, step=True)
    manifest = make_manifest(
        model="scripted", engine="http", seed=0, taskset_seed=0, instances=[make_task()], settings={}
    )
    return Run(tmp_path, manifest, (episode,), tuple(steps))


def test_the_end_of_a_run_names_it(stepped, make_task, tmp_path):
    run = run_of(stepped, make_task, tmp_path, ["s", ""])
    assert "not the agent's own, as a person stepped in: ministore-001-ur (1 of 2 steps)" in list(
        summary_lines(run)
    )


def test_nothing_is_said_of_episodes_that_are_the_agents_own(stepped, make_task, tmp_path):
    run = run_of(stepped, make_task, tmp_path, ["", ""])
    assert helped_line(run.episodes) == ""
    assert not any("person" in line for line in summary_lines(run))


def test_a_skipped_step_is_no_malformed_reply_and_no_failed_action(stepped, make_task, tmp_path):
    run = run_of(stepped, make_task, tmp_path, ["s", ""])
    (conduct,) = run_metrics(run).conduct.values()
    assert (conduct.malformed.count, conduct.failed.count) == (0, 0)


def test_how_a_person_stepped_in_is_read_back(stepped, make_task, tmp_path):
    episode = run_of(stepped, make_task, tmp_path, ["q"]).episodes[0]
    assert EpisodeRecord.model_validate_json(episode.model_dump_json()) == episode
    assert (episode.limit, episode.interventions) == ("person", 1)
