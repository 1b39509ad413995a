"""A scripted model over real HTTP, and clients whose waiting takes no time."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from harness.models import read_settings
from harness.models.client import EndpointModel
from tests.harness.models.servers import PaperTime, RawServer, ScriptedModel
from tests.harness.models.tiny_models import make_llama, make_llava


@pytest.fixture
def paper_time() -> PaperTime:
    return PaperTime()


@pytest.fixture
def scripted(httpserver: HTTPServer) -> ScriptedModel:
    return ScriptedModel(httpserver)


@pytest.fixture
def client(paper_time: PaperTime) -> Iterator[Callable[..., EndpointModel]]:
    """Opens clients whose waiting takes no time: by a specification, an environment and options."""
    opened: list[EndpointModel] = []

    def open_client(spec: str, environ: dict[str, str] | None = None, **options: str) -> EndpointModel:
        settings = read_settings(spec, options)
        model = EndpointModel(settings, environ=environ or {}, machinery=paper_time.machinery())
        opened.append(model)
        return model

    yield open_client
    for model in opened:
        model.close()


@pytest.fixture
def raw_server() -> Iterator[Callable[..., RawServer]]:
    opened: list[RawServer] = []

    def start(*pieces: bytes) -> RawServer:
        opened.append(RawServer(*pieces))
        return opened[-1]

    yield start
    for server in opened:
        server.close()


@pytest.fixture(scope="session")
def tiny_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a text model with random weights."""
    for name in ("torch", "transformers"):
        pytest.importorskip(name, reason=f"{name} is not installed (pip install 'lowagent[hf]')")
    return make_llama(tmp_path_factory.mktemp("models") / "tiny-llama")


@pytest.fixture(scope="session")
def tiny_llava(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a seeing model with random weights."""
    for name in ("torch", "transformers"):
        pytest.importorskip(name, reason=f"{name} is not installed (pip install 'lowagent[hf]')")
    return make_llava(tmp_path_factory.mktemp("models") / "tiny-llava")
