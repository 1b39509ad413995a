"""A model behind a server: what is sent, what comes back, and what the record keeps of it."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from harness.errors import ConfigError
from harness.models import ImagePart, Message, ModelError, TextPart, open_model, read_settings, require_model
from tests.harness.models.servers import PROMPT, chat_completion, json_response


def png(width, height):
    out = BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "PNG")
    return out.getvalue()


def test_answer_and_its_call(scripted, client):
    details: dict[str, Any] = {
        "prompt_tokens_details": {"cached_tokens": 60},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }
    scripted.play(chat_completion("click 3", **details))
    found = client(scripted.spec, price_in="10", price_cached="1", price_out="100").complete(PROMPT)
    (call,) = found.calls
    assert found.text == "click 3"
    assert found.sent == PROMPT
    assert (call.status, call.http_status, call.finish, call.message) == ("ok", 200, "stop", None)
    assert (call.input_tokens, call.cached_tokens, call.output_tokens, call.reasoning_tokens) == (
        100,
        60,
        5,
        2,
    )
    assert found.cost_usd == pytest.approx((40 * 10 + 60 * 1 + 5 * 100) / 1e6)


def test_request_says_what_the_settings_say_and_nothing_else(scripted, client):
    scripted.play(chat_completion(), chat_completion())
    client(scripted.spec).complete(PROMPT)
    client(scripted.spec, temperature="omit", seed="7", top_p="0.5", extra='{"top_k": 1}').complete(PROMPT)
    messages = [
        {"role": "system", "content": "You act."},
        {"role": "user", "content": "What now?"},
    ]
    common = {"model": "scripted", "messages": messages, "max_tokens": 4096}
    assert scripted.bodies == [
        common | {"temperature": 0},
        common | {"seed": 7, "top_p": 0.5, "top_k": 1},
    ]


def test_closed_presets_ask_for_the_least_reasoning(scripted, client):
    url = f"http://127.0.0.1:{scripted.server.port}"
    scripted.play(chat_completion(), chat_completion(), chat_completion())
    client(f"gpt-6-luna@{url}").complete(PROMPT)
    client(f"gemini-3.1-flash-lite@{url}").complete(PROMPT)
    client(f"gemini-3.1-flash-lite@{url}", extra='{"extra_body": {"google": {"a": 1}}}').complete(PROMPT)
    gpt, gemini, more = scripted.bodies
    assert gpt["reasoning_effort"] == "none"
    assert gpt["max_completion_tokens"] == 4096
    assert "temperature" not in gpt
    assert gemini["extra_body"] == {"google": {"thinking_config": {"thinking_budget": 0}}}
    assert not {"temperature", "reasoning_effort"} & gemini.keys()
    assert more["extra_body"] == {"google": {"thinking_config": {"thinking_budget": 0}, "a": 1}}


def test_images_are_sent_scaled_and_the_record_shows_them_so(scripted, client):
    scripted.play(chat_completion())
    parts = (
        TextPart("page"),
        ImagePart(png(3000, 1500), "screenshot"),
        ImagePart(png(64, 64), "reference 1"),
    )
    found = client(scripted.spec, image_max_side="1000").complete([Message("user", parts)])
    _, screenshot, reference = found.sent[0].parts
    assert isinstance(screenshot, ImagePart)
    assert Image.open(BytesIO(screenshot.data)).size == (1000, 500)
    assert reference == parts[2]
    text, *images = scripted.bodies[0]["messages"][0]["content"]
    assert text == {"type": "text", "text": "page"}
    urls = [image["image_url"]["url"] for image in images]
    assert [b64decode(url.removeprefix("data:image/png;base64,")) for url in urls] == [
        screenshot.data,
        parts[2].data,
    ]
    assert "detail" not in images[0]["image_url"]


def test_detail_and_format_of_images_can_be_chosen(scripted, client):
    scripted.play(chat_completion())
    options = {"image_detail": "low", "image_format": "jpeg"}
    client(scripted.spec, **options).complete([Message("user", (ImagePart(png(64, 64), "shot"),))])
    image = scripted.bodies[0]["messages"][0]["content"][0]["image_url"]
    assert image["detail"] == "low"
    assert image["url"].startswith("data:image/jpeg;base64,")


def test_model_that_cannot_see_is_sent_no_image(scripted, client):
    with pytest.raises(ModelError, match="max_images=0 images in a prompt, got 1") as raised:
        client(scripted.spec, max_images="0").complete([Message("user", (ImagePart(png(8, 8), "shot"),))])
    assert raised.value.calls == ()


def test_key_is_taken_from_its_variable(scripted, client):
    scripted.play(chat_completion(), chat_completion())
    client(scripted.spec, {"MY_KEY": "sk-secret\n"}, api_key_env="MY_KEY").complete(PROMPT)
    client(scripted.spec, {"OPENAI_API_KEY": "sk-openai"}).complete(PROMPT)
    keys = [request.headers["Authorization"] for request in scripted.requests]
    assert keys == ["Bearer sk-secret", "Bearer none"]


def test_account_of_the_environment_is_told_to_openai_alone(scripted, client, monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-mine")
    scripted.play(chat_completion())
    client(scripted.spec).complete(PROMPT)
    assert not [value for value in scripted.requests[0].headers.values() if "-mine" in value]


def test_proxy_of_the_environment_is_not_asked_for_this_machine(scripted, client, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    scripted.play(chat_completion())
    assert client(scripted.spec).complete(PROMPT).text == "click 3"


@pytest.mark.parametrize("environ", [{}, {"OPENAI_API_KEY": " "}])
def test_missing_key_names_its_variable(client, environ):
    for open_it in (client, lambda spec, environ: require_model(read_settings(spec), environ)):
        with pytest.raises(ConfigError, match="export OPENAI_API_KEY="):
            open_it("gpt-6-luna", environ)


def test_model_that_can_be_opened_is_let_pass_before_a_run():
    require_model(read_settings("gpt-6-luna"), {"OPENAI_API_KEY": "sk-secret"})
    require_model(read_settings("openai/x@http://127.0.0.1:1"), {})
    require_model(read_settings("vllm/x", {"server_url": "http://127.0.0.1:1"}), {})


def test_key_is_in_no_message_and_no_record(scripted, client):
    refusal = {"error": {"message": "Incorrect API key provided: sk-secret.", "code": "invalid_api_key"}}
    scripted.play(json_response(refusal, 401))
    model = client(scripted.spec, {"MY_KEY": "sk-secret"}, api_key_env="MY_KEY")
    with pytest.raises(ModelError, match="key in MY_KEY is not accepted") as raised:
        model.complete(PROMPT)
    assert "sk-secret" not in str(raised.value) + str(raised.value.calls) + repr(model.settings)


def test_model_is_opened_by_its_specification(scripted):
    scripted.play(chat_completion())
    model = open_model(scripted.spec, {"max_output_tokens": "10"})
    assert model.complete(PROMPT).text == "click 3"
    assert model.settings.max_output_tokens == 10
    model.close()
    model.close()
