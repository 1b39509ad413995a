"""The scripted service behaves as real ones do, seen through the client that people use."""

import base64
import socket
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from openai import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    InternalServerError,
    OpenAI,
    RateLimitError,
)
from openai.types.chat.chat_completion import Choice
from PIL import Image

from tasks import interleave, load_instances
from tests.model_failures import FAILURES, FailurePlan
from tests.model_server import MODEL, ModelServer
from tests.scripted_replies import Script, find_reply, write_scripts


def picture(colour, side=64, file_format="PNG"):
    """A square of one colour with a dark corner."""
    image = Image.new("RGB", (side, side), colour)
    image.paste("black", (0, 0, side // 4, side // 4))
    data = BytesIO()
    image.save(data, file_format)
    return data.getvalue()


TEXT = Script("ministore-001-ur", "کل کتنا ہے؟", 30, ("click 3", "stop 12"))
LONGER = Script("ministore-002-ur", "کل کتنا ہے؟ اور کیوں", 30, ("stop 7",))
RED = Script("ministore-v01-ur", "یہ کیا ہے", 40, ("goto /red",), (picture("red"),))
BLUE = Script("ministore-v02-ur", "یہ کیا ہے", 40, ("goto /blue",), (picture("blue"),))
SCRIPTS = (TEXT, LONGER, RED, BLUE)


@pytest.fixture
def serve():
    """Starts servers; they end with the test."""
    servers = []

    def start(**options):
        servers.append(ModelServer(SCRIPTS, **options).__enter__())
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def client(server, key="any", timeout=20.0):
    return OpenAI(base_url=server.url, api_key=key, max_retries=0, timeout=timeout)


def ask(server, script=TEXT, step=1, pictures=(), **options) -> tuple[Choice, dict[str, Any]]:
    """The first choice, and the usage, of a call for a step."""
    text = {"type": "text", "text": f"Task: {script.intent}\nStep {step} of {script.budget}\npage"}
    images = [{"type": "image_url", "image_url": {"url": url}} for url in map(data_url, pictures)]
    messages = [{"role": "system", "content": "Step 9 of 30"}, {"role": "user", "content": [text, *images]}]
    with client(server, **options) as openai:
        answer = openai.chat.completions.create(model=MODEL, messages=messages)
    assert answer.usage is not None
    return answer.choices[0], answer.usage.to_dict()


def data_url(data):
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def test_each_step_gets_its_reply_whatever_came_before(serve):
    server = serve()
    replies = [ask(server, step=step)[0].message.content for step in (2, 1, 2)]
    assert replies == ["stop 12", "click 3", "stop 12"]
    assert server.stats.calls_of == {"ministore-001-ur": 3}


def test_sentence_that_begins_like_another_is_told_from_it(serve):
    assert ask(serve(), LONGER)[0].message.content == "stop 7"


@pytest.mark.parametrize(("colour", "reply"), [("red", "goto /red"), ("blue", "goto /blue")])
def test_visual_tasks_of_one_sentence_are_told_apart_by_scaled_pictures(serve, colour, reply):
    server = serve()
    sent = [picture(colour, side=100, file_format="JPEG"), picture("blue", side=30)]
    assert ask(server, RED, pictures=sent)[0].message.content == reply
    assert server.stats.pictures == {"JPEG 100x100": 1, "PNG 30x30": 1}


def test_usage_of_what_passed_adds_up(serve):
    server = serve()
    usages = [ask(server, step=step)[1] for step in (1, 2)]
    assert server.stats.input_tokens == sum(one["prompt_tokens"] for one in usages) > 0
    assert server.stats.output_tokens == sum(one["completion_tokens"] for one in usages) > 0
    cached = [one["prompt_tokens_details"]["cached_tokens"] for one in usages]
    assert server.stats.cached_tokens == sum(cached) > 0
    assert server.stats.reasoning_tokens == 4


@pytest.mark.parametrize(
    ("script", "step", "pictures", "message"),
    [
        (Script("none", "another sentence", 30, ()), 1, (), "no known sentence"),
        (TEXT, 3, (), "step 3 of ministore-001-ur"),
        (TEXT, "two", (), "expected one line"),
        (RED, 1, (), "share a sentence"),
        (RED, 1, (b"no picture",), "no picture"),
    ],
)
def test_prompt_that_it_does_not_know_is_refused(serve, script, step, pictures, message):
    with pytest.raises(BadRequestError, match=message):
        ask(serve(), script, step, pictures)


def test_key_and_names_of_models(serve):
    server = serve(api_key="right")
    with pytest.raises(AuthenticationError):
        ask(server, key="wrong")
    assert ask(server, key="right")[0].finish_reason == "stop"
    assert [one.id for one in client(server).models.list()] == [MODEL]
    stats = httpx.get(server.url.removesuffix("/v1") + "/stats").json()
    assert (stats["passed"], stats["failed"]) == (1, {"wrong_key": 1})


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        ("no_answer", APITimeoutError),
        ("stalled_body", APITimeoutError),
        ("rate_limit_with_wait", RateLimitError),
        ("rate_limit", RateLimitError),
        ("error_500", InternalServerError),
        ("error_503", InternalServerError),
        ("cut_before_headers", APIConnectionError),
        ("cut_in_body", APIConnectionError),
        ("filtered_prompt", BadRequestError),
        ("context_overflow", BadRequestError),
    ],
)
def test_call_that_fails(serve, failure, error):
    server = serve(failures=FailurePlan(1, ways=(failure,)))
    with pytest.raises(error) as raised:
        ask(server, timeout=0.5 if error is APITimeoutError else 20.0)
    assert server.stats.failed == {failure: 1}
    assert server.stats.input_tokens == 0
    if error is RateLimitError:
        assert ("retry-after" in raised.value.response.headers) == (failure == "rate_limit_with_wait")


def test_body_that_trickles_outlasts_a_time_out_between_bytes(serve):
    server = serve(failures=FailurePlan(1, ways=("trickled_body",)), stall_s=1.0)
    with pytest.raises(APIConnectionError) as raised:
        ask(server, timeout=0.5)
    assert not isinstance(raised.value, APITimeoutError)
    assert server.stats.failed == {"trickled_body": 1}


@pytest.mark.parametrize(
    ("failure", "finish", "text"),
    [("empty", "stop", ""), ("truncated", "length", "cl"), ("filtered_reply", "content_filter", "")],
)
def test_reply_that_is_spoiled(serve, failure, finish, text):
    server = serve(failures=FailurePlan(1, ways=(failure,)))
    choice, usage = ask(server)
    assert (choice.finish_reason, choice.message.content) == (finish, text)
    assert server.stats.input_tokens == usage["prompt_tokens"]


def test_share_of_the_calls_fails_each_way_in_turn():
    plan = FailurePlan(0.3, seed=5)
    drawn = [plan.draw("ministore-001-ur") for _ in range(1000)]
    failed = [one for one in drawn if one]
    assert 250 < len(failed) < 350
    assert failed[: 2 * len(FAILURES)] == [*FAILURES, *FAILURES]
    again = FailurePlan(0.3, seed=5)
    assert drawn == [again.draw("ministore-001-ur") for _ in range(1000)]


def test_broken_instances_fail_always_and_no_other():
    plan = FailurePlan(broken=("ministore-001-ur",))
    assert [plan.draw(name) for name in ("ministore-001-ur", "ministore-001-hi")] == ["error_503", None]


def test_calls_are_held_until_released(serve):
    server = serve()
    server.hold(after=1)
    with ThreadPoolExecutor() as pool:
        calls = [pool.submit(ask, server) for _ in range(3)]
        assert server.holding.wait(20)
        assert server.stats.passed <= 1
        server.release()
        assert [call.result(20)[0].message.content for call in calls] == ["click 3"] * 3


@pytest.mark.parametrize("kind", ["text", "visual"])
def test_scripts_are_the_replies_of_the_reference(kind):
    tasks = interleave(load_instances(["ministore"], ["am"], kind), 2)
    scripts = write_scripts(tasks)
    for task, script in zip(tasks, scripts, strict=True):
        assert script.replies[-1].startswith("stop")
        for step, reply in enumerate(script.replies, 1):
            prompt = f"{task.intent}\nStep {step} of {task.budget}"
            assert find_reply(scripts, prompt, script.pictures) == (script, reply)


def test_client_that_is_killed_as_it_writes_made_no_call(serve):
    server = serve()
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port)) as line:
        line.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        line.shutdown(socket.SHUT_WR)
        assert line.recv(1) == b""
    assert (server.stats.calls, server.stats.failed) == (0, {})
