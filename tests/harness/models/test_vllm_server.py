"""The life of a server that a run starts: born late, dead early, and gone with all its children."""

import fcntl
import signal
import subprocess
import sys
import threading
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from harness.errors import ConfigError
from harness.models import (
    ContextOverflowError,
    Message,
    ModelError,
    TextPart,
    needs_server,
    open_model,
    read_settings,
    require_model,
    start_server,
    vllm_server,
)
from harness.models.vllm_server import Waiting, server_arguments
from tests.harness.models.servers import PROMPT

HERE = Path(__file__).parent
QUICK = Waiting(poll_s=0.02, grace_s=0.2)
PATIENT = Waiting(poll_s=0.02, grace_s=600)
WITHIN_S = 20

STARTER = """
import sys
from harness.models import read_settings, start_server
server = start_server(read_settings("vllm/tiny"), program=sys.argv[1:])
print(server.url, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def lock(tmp_path):
    return tmp_path / "lock"


def stand_in(lock, mode="ready"):
    return (sys.executable, str(HERE / "stand_in_vllm.py"), str(lock), mode)


def start(lock, mode="ready", waiting=PATIENT, **options):
    return start_server(read_settings("vllm/tiny", options), program=stand_in(lock, mode), waiting=waiting)


def is_gone(lock, within_s: float = WITHIN_S):
    """Whether the server and its child have ended, or do so in time: the lock falls with the last of them."""
    fell = threading.Event()

    def wait():
        with lock.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            fell.set()

    threading.Thread(target=wait, daemon=True).start()
    return fell.wait(within_s)


@pytest.mark.parametrize("mode", ["ready", "late"])
def test_server_is_ready_when_it_is_handed_out_and_gone_when_it_is_closed(lock, mode):
    server = start(lock, mode)
    assert server.exit_code is None
    assert server.url.startswith("http://127.0.0.1:")
    assert server.url.endswith("/v1")
    assert not is_gone(lock, 0.05)
    log = server.log
    server.close()
    server.close()
    assert is_gone(lock)
    assert not log.exists()


def test_server_that_ignores_the_request_to_end_is_killed_with_its_child(lock):
    start(lock, "stubborn", QUICK).close()
    assert is_gone(lock)


def test_server_that_dies_tells_its_last_words(lock):
    with pytest.raises(ModelError, match=r"vllm/tiny ended with code 3 before it was ready") as raised:
        start(lock, "dies")
    assert "ValueError: no such model" in str(raised.value)
    assert "vllm_args" in str(raised.value)


def test_server_that_is_never_ready_is_given_up_and_ended(lock):
    with pytest.raises(ModelError, match=r"not ready after 0\.5 s: give it longer ") as raised:
        start(lock, "never", start_timeout_s="0.5")
    assert "loading" in str(raised.value)
    assert not lock.exists() or is_gone(lock)


def test_program_that_cannot_be_started_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"ended with code 127"):
        start_server(read_settings("vllm/tiny"), program=(str(tmp_path / "none"),), waiting=QUICK)


def test_server_ends_when_its_starter_is_killed(lock):
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, *stand_in(lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=HERE.parents[2],
    )
    with starter:
        assert starter.stdout is not None
        assert starter.stdout.readline().startswith(b"http://127.0.0.1:")
        starter.send_signal(signal.SIGKILL)
    assert is_gone(lock)


def test_arguments_are_the_settings_with_those_of_the_command_line_last():
    arguments = server_arguments(read_settings("llama-3.1-8b", {"vllm_args": "--seed 3 --port 1"}), 4001)
    assert arguments == (
        *("--model", "meta-llama/Llama-3.1-8B-Instruct"),
        *("--served-model-name", "meta-llama/Llama-3.1-8B-Instruct"),
        *("--host", "127.0.0.1", "--port", "4001", "--max-model-len", "131072", "--dtype", "bfloat16"),
        "--enable-prompt-tokens-details",
        *("--seed", "3", "--port", "1"),
    )


def test_gpt_oss_is_stored_in_mxfp4_and_computed_in_bf16():
    arguments = server_arguments(read_settings("gpt-oss-20b"), 4001)
    assert arguments[10:14] == ("--quantization", "mxfp4", "--dtype", "bfloat16")


def test_run_needs_a_server_unless_one_was_named():
    assert needs_server(read_settings("vllm/x"))
    assert not needs_server(read_settings("vllm/x", {"server_url": "http://127.0.0.1:1"}))
    assert not needs_server(read_settings("vllm/x@http://127.0.0.1:1"))
    assert not needs_server(read_settings("openai/x"))


def test_model_of_a_workers_own_ends_its_server(lock, monkeypatch):
    monkeypatch.setattr(
        "harness.models.opening.start_server",
        lambda settings: start_server(settings, program=stand_in(lock), waiting=QUICK),
    )
    monkeypatch.setattr("harness.models.opening.require_vllm", lambda settings: None)
    model = open_model("vllm/tiny")
    assert model.complete(PROMPT).text == "click 3"
    model.close()
    assert is_gone(lock)


def test_workers_share_the_server_of_their_run(lock):
    server = start(lock)
    options = {"server_url": server.url}
    models = [open_model("vllm/tiny", options) for _ in range(2)]
    assert [model.complete(PROMPT).text for model in models] == ["click 3"] * 2
    models[0].close()
    assert models[1].complete(PROMPT).text == "click 3"
    models[1].close()
    server.close()


def test_missing_vllm_names_the_extra(monkeypatch):
    monkeypatch.setattr(vllm_server, "find_spec", lambda name: None)
    for start_it in (start_server, require_model):
        with pytest.raises(ConfigError, match=r"lowagent\[vllm\].*vllm/tiny@http://HOST:PORT"):
            start_it(read_settings("vllm/tiny"))


@pytest.fixture(scope="module")
def vllm_model(tiny_llama):
    """A tiny Llama behind a vLLM server that this module starts."""
    options = {"context_tokens": "4096", "max_output_tokens": "64", "vllm_args": "--enforce-eager"}
    model = open_model(f"vllm/{tiny_llama}", options)
    yield model
    model.close()


needs_vllm = pytest.mark.skipif(
    find_spec("vllm") is None, reason="vLLM is not installed (pip install 'lowagent[vllm]')"
)


@pytest.mark.slow
@needs_vllm
def test_real_vllm_answers_and_counts(vllm_model):
    (call,) = vllm_model.complete(PROMPT).calls
    assert call.status == "ok"
    assert 0 < call.output_tokens <= 64
    assert 0 < vllm_model.count_tokens("click [12]") < len("click [12]")
    (again,) = vllm_model.complete(PROMPT).calls
    assert again.input_tokens == call.input_tokens


@pytest.mark.slow
@needs_vllm
@pytest.mark.parametrize("tokens", [4090, 5000, 20_000, 500_000])
def test_real_vllm_says_that_a_prompt_is_too_long(vllm_model, tokens):
    word = "click [12]"
    text = word * (tokens // vllm_model.count_tokens(word))
    with pytest.raises(ContextOverflowError):
        vllm_model.complete([Message("user", (TextPart(text),))])


@pytest.mark.slow
@needs_vllm
def test_real_vllm_lists_its_models_where_a_name_is_wrong(vllm_model):
    options = {"server_url": vllm_model.settings.url, "name": "tyni"}
    with (
        closing(open_model("vllm/tiny", options)) as model,
        pytest.raises(ModelError, match=f"offers .*{vllm_model.settings.name}"),
    ):
        model.complete(PROMPT)
