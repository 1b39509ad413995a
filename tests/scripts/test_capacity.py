"""What a worker is said to take of a machine: from processes and runs on paper."""

from argparse import Namespace
from pathlib import Path

import pytest

from scripts import capacity

RUN, WORKER, BROWSER, OTHER = 10, 11, 12, 99


class PaperMachine:
    """A ``/proc`` in a folder, and a run of two processes and a browser that takes a moment a sample."""

    def __init__(self, folder: Path, moments: int) -> None:
        self.proc, self.run_dir = folder / "proc", folder / "run"
        self.run_dir.mkdir(parents=True)
        self.pid, self.returncode = RUN, 0
        self.left = moments
        self.moment = 0
        self.place(RUN, 1, cpu_s=0, pss_kb=50_000)
        self.place(WORKER, RUN, cpu_s=0, pss_kb=0)
        self.place(OTHER, 1, cpu_s=700, pss_kb=9_000_000)

    def place(self, pid: int, parent: int, *, cpu_s: float, pss_kb: int) -> None:
        """Write what a process takes now; half of its seconds are the system's."""
        folder = self.proc / str(pid)
        folder.mkdir(parents=True, exist_ok=True)
        half = int(cpu_s * capacity.TICKS_PER_S / 2)
        fields = ["S", str(parent), *["0"] * 9, str(half), str(half), "0"]
        (folder / "stat").write_text(f"{pid} (a (name) of its own) {' '.join(fields)}\n")
        (folder / "smaps_rollup").write_text(f"00-ff ---p\nRss: 1 kB\nPss: {pss_kb} kB\nPss_Dirty: 7 kB\n")

    def lines(self, name: str, number: int) -> None:
        (self.run_dir / name).write_text("{}\n" * number)

    def sleep(self, _seconds: float) -> None:
        """A moment passes: two steps and 3 s of the worker's processor, from the second on a browser too."""
        self.moment += 1
        self.lines("steps.jsonl", 2 * self.moment)
        self.lines("episodes.jsonl", self.moment // 2)
        self.place(WORKER, RUN, cpu_s=3 * self.moment, pss_kb=100_000)
        if self.moment >= 2:
            self.place(BROWSER, WORKER, cpu_s=1, pss_kb=200_000)

    def poll(self) -> int | None:
        self.left -= 1
        return None if self.left >= 0 else self.returncode

    def wait(self) -> int:
        return self.returncode


@pytest.fixture
def machine(tmp_path, monkeypatch):
    def start(moments: int) -> PaperMachine:
        made = PaperMachine(tmp_path, moments)
        monkeypatch.setattr(capacity, "PROC", made.proc)
        monkeypatch.setattr(capacity.time, "sleep", made.sleep)
        return made

    return start


def test_a_run_is_measured_between_its_first_episode_and_its_last_step(machine):
    running = machine(6)
    cost = capacity._watch(running, running.run_dir)
    assert cost is not None
    # Samples are at moments 0 to 5; the first episode is there at the second, with 4 steps and 7 s.
    assert (cost.steps, cost.cpu_s) == (6, pytest.approx(9 / 6))
    assert cost.worker_mb == pytest.approx(300_000 * 1024 / 1e6)
    assert cost.run_mb == pytest.approx(50_000 * 1024 / 1e6)


def test_a_run_without_a_step_after_its_first_episode_measures_nothing(machine):
    running = machine(3)
    assert capacity._watch(running, running.run_dir) is None


def test_processes_that_have_gone_are_passed_over(machine):
    running = machine(6)
    (running.proc / str(BROWSER)).mkdir()
    (running.proc / "version").write_text("")
    assert capacity._tree(RUN) == [RUN, WORKER]
    assert capacity._pss_mb(BROWSER) == 0


@pytest.mark.parametrize(("model_s", "workers"), [(0.0, 1), (2.0, 5), (1.9, 4)])
def test_workers_fill_the_time_that_the_model_takes(model_s, workers):
    assert capacity.Cost(1, 0.5, 1.0, 1.0).workers(model_s) == workers


@pytest.mark.parametrize(
    ("returncode", "told"),
    [
        (2, r"lowagent run --model m .* ended with 2:\nno such model"),
        (0, r"could be measured: give it more tasks \(--limit\)"),
    ],
)
def test_a_run_that_measures_nothing_says_why(machine, monkeypatch, returncode, told):
    running = machine(1)
    running.returncode = returncode

    def start(command, *, stdout, **_given):
        stdout.write("no such model\n")
        return running

    monkeypatch.setattr(capacity.subprocess, "Popen", start)
    with pytest.raises(SystemExit, match=told):
        capacity._measure("m", ("--engine", "http"), Namespace(lang=["ur"], site=["ministore"], limit=1))
