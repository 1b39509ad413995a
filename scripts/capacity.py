"""What a worker takes of a machine, and so how many one machine carries: ``python scripts/capacity.py``.

A run of one worker asks a scripted service (`tests.model_server`), whose own cost is not counted. Processor
time is that of all processes of the run between the first finished episode and the last step: starting up is
left out. Memory is proportional set size (PSS): what processes share is divided among them, so that it may be
added up.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROC = Path("/proc")
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
SAMPLE_S = 0.25
SETTINGS = {
    "http": ("--engine", "http"),
    "Chromium, no screenshots": ("--engine", "chromium", "--screenshot", "off"),
    "Chromium, marked screenshots": ("--engine", "chromium"),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one worker."""

    steps: int
    """Over which it was measured."""
    cpu_s: float
    """Processor seconds a step, of harness, sites and browser together."""
    worker_mb: float
    """Most memory of the worker with its sites and its browser, MB of 10^6 bytes."""
    run_mb: float
    """The same of the process that hands out the episodes: once a run."""

    def workers(self, model_s: float) -> int:
        """How many one core carries where the model answers in so many seconds; memory is another limit."""
        return int((model_s + self.cpu_s) / self.cpu_s)


def main() -> None:
    """Tell what a worker of a run takes, and how many keep a core busy."""
    given = _read_command_line()
    where = f"{', '.join(given.site)} in {', '.join(given.lang)}"
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {where}; a model of {given.model_s:g} s")
    print()
    print("| engine | steps | CPU s a step | steps/s a core | worker, MB | run, MB | workers a core |")
    print("|---|---|---|---|---|---|---|")
    chosen = {name: options for name, options in SETTINGS.items() if given.engine in (None, options[1])}
    with nullcontext(given.model) if given.model else _model_server(_places(given)) as model:
        for name, options in chosen.items():
            cost = _measure(model, options, given)
            print(
                f"| {name} | {cost.steps} | {cost.cpu_s:.3f} | {1 / cost.cpu_s:.1f} | {cost.worker_mb:.0f}"
                f" | {cost.run_mb:.0f} | {cost.workers(given.model_s)} |",
                flush=True,
            )


def _measure(model: str, options: Sequence[str], given: argparse.Namespace) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        run_dir = Path(folder) / "run"
        command = [str(Path(sys.executable).with_name("lowagent")), "run", "--model", model, *options]
        command += ["--kind", "text", *_places(given), "--limit", str(given.limit)]
        with (Path(folder) / "output").open("w+") as output:
            process = subprocess.Popen(
                [*command, "--run-dir", str(run_dir)], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
            )
            cost = _watch(process, run_dir)
            if process.wait() != 0:
                output.seek(0)
                sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{output.read()}")
    if cost is None:
        sys.exit(f"{' '.join(command)} ended before anything could be measured: give it more tasks (--limit)")
    return cost


def _watch(process: subprocess.Popen[bytes], run_dir: Path) -> Cost | None:
    """Sample the processes of a run until it ends; None if it ended before anything could be measured."""
    cpu_s: dict[int, float] = {}
    begun: tuple[int, float] | None = None
    ended = (0, 0.0)
    worker_mb = run_mb = 0.0
    while process.poll() is None:
        tree = _tree(process.pid)
        for pid in tree:
            with suppress(OSError):
                cpu_s[pid] = _cpu_s(pid)
        steps, total_s = _lines(run_dir / "steps.jsonl"), sum(cpu_s.values())
        if begun is None and _lines(run_dir / "episodes.jsonl"):
            begun = steps, total_s
        if steps > ended[0]:
            ended = steps, total_s
        run_mb = max(run_mb, _pss_mb(process.pid))
        worker_mb = max(worker_mb, sum(map(_pss_mb, tree[1:])))
        time.sleep(SAMPLE_S)
    if begun is None or ended[0] <= begun[0]:
        return None
    steps = ended[0] - begun[0]
    return Cost(steps, (ended[1] - begun[1]) / steps, worker_mb, run_mb)


def _tree(root: int) -> list[int]:
    """A process and all that it has started, itself first."""
    children: dict[int, list[int]] = {}
    for folder in PROC.iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                parent = int(_stat(int(folder.name))[1])
                children.setdefault(parent, []).append(int(folder.name))
    found = [root]
    for pid in found:
        found.extend(children.get(pid, ()))
    return found


def _stat(pid: int) -> list[str]:
    """Fields of /proc/PID/stat from the third on: the second, the name, may hold blanks and brackets."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def _cpu_s(pid: int) -> float:
    user, system = _stat(pid)[11:13]
    return (int(user) + int(system)) / TICKS_PER_S


def _pss_mb(pid: int) -> float:
    with suppress(OSError):
        for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@contextmanager
def _model_server(places: Sequence[str]) -> Iterator[str]:
    """The scripted service; yields what to give to ``--model``."""
    command = [sys.executable, "-m", "tests.model_server", *places, "--kind", "text"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            line = next(iter(server.stdout or ()), "").split()
            if line[:1] != ["--model"]:
                sys.exit(f"expected an address of {' '.join(command)}, got {line}")
            yield line[1]
        finally:
            server.terminate()


def _places(given: argparse.Namespace) -> list[str]:
    """Sites and languages, as a command line of the run and of the service names them."""
    langs = [word for lang in given.lang for word in ("--lang", lang)]
    return langs + [word for site in given.site for word in ("--site", site)]


def _read_command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    add = parser.add_argument
    add("--lang", nargs="+", default=["ur"], metavar="CODE", help="languages of the tasks (default: ur)")
    add("--site", nargs="+", default=["ministore"], metavar="NAME", help="sites (default: ministore)")
    add("--engine", choices=("http", "chromium"), help="both if left out")
    add("--model", metavar="SPEC", help="an agent as of a run (default: asks a scripted service)")
    add("--limit", type=int, default=15, metavar="N", help="tasks a site and language (default: 15)")
    add("--model-s", type=float, default=2.0, metavar="S", help="that the model takes to answer (default: 2)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
