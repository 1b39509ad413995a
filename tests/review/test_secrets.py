"""No file of a run tells a secret: keys of models, tokens of sites' control, where it lay on the machine."""

import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from harness.interruptions import DisruptionSetting
from harness.records import read_run
from harness.review.animation import write_animation
from sites.kit.database import default_cache_dir
from tasks import interleave, load_instances
from tests.model_server import MODEL, ModelServer
from tests.review.token_spy import TOKENS_VARIABLE
from tests.scripted_replies import write_scripts

ROOT = Path(__file__).resolve().parents[2]
KEY_VARIABLE, KEY = "KEY_OF_TESTS", "sk-a-key-that-must-not-be-seen-anywhere"
TASKS = 2


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A person's home, in whose ``runs/mine`` they ran a model that sees pages, from a folder beside it."""
    home = tmp_path_factory.mktemp("home-of-jane")
    elsewhere = home / "work"
    elsewhere.mkdir()
    scripts = write_scripts(
        interleave(load_instances(["ministore"], ["ur"], "text"), TASKS), DisruptionSetting("once", 0)
    )
    given = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {
        **given,
        KEY_VARIABLE: KEY,
        TOKENS_VARIABLE: str(home / "tokens.txt"),
        "HOME": str(home),
        "LOWAGENT_CACHE": str(default_cache_dir()),
        "PLAYWRIGHT_BROWSERS_PATH": given.get(
            "PLAYWRIGHT_BROWSERS_PATH", str(Path.home() / ".cache" / "ms-playwright")
        ),
        "PYTHONPATH": str(ROOT),
    }
    with ModelServer(scripts, api_key=KEY) as server:
        command = [
            *(Path(sys.executable).with_name("pytest"), "-p", "no:cacheprovider"),
            *("-p", "tests.review.token_spy", f"--rootdir={elsewhere}"),
            *(f"--model=openai/{MODEL}@{server.url}", f"--model-option=api_key_env={KEY_VARIABLE}"),
            *("--lang=ur", "--site=ministore", "--kind=text", f"--limit={TASKS}", "--disruptions=once"),
            *("--obs=som", "--tracing=on", f"--run-dir={home / 'runs' / 'mine'}"),
        ]
        done = subprocess.run(
            command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    episodes = read_run(home / "runs" / "mine").episodes
    assert [one.outcome for one in episodes] == ["solved"] * TASKS
    return home


def files_of(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file, and of those within archives."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        yield path.relative_to(folder).as_posix(), data
        if path.suffix == ".zip":
            with ZipFile(BytesIO(data)) as archive:
                for name in archive.namelist():
                    yield f"{path.name}/{name}", archive.read(name)


@pytest.mark.browser
def test_no_file_of_a_run_tells_a_secret(home, playwright):
    run_dir = home / "runs" / "mine"
    episode = read_run(run_dir).episodes[0]
    write_animation(f"{run_dir}#{episode.episode_id}", playwright=playwright)
    tokens = (home / "tokens.txt").read_text("utf-8").split()
    assert tokens
    machine = {str(home), str(ROOT), str(Path(sys.executable).parent)}
    files = dict(files_of(run_dir))
    places = {name.partition("/")[0] for name in files}
    assert places >= {"manifest.json", "steps.jsonl", "screenshots", "sent", "review", "traces"}
    assert any(name.endswith("trace.network") for name in files)
    told = [
        (name, secret)
        for name, data in files.items()
        for secret in (KEY, *tokens, *machine)
        if secret.encode() in data
    ]
    assert told == []
