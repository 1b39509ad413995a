"""Models in this process: real ones, with random weights."""

from io import BytesIO

import pytest
from PIL import Image

from harness.errors import ConfigError
from harness.models import ContextOverflowError, ImagePart, Message, ModelError, TextPart, open_model, opening
from tests.harness.models.servers import PROMPT
from tests.harness.models.tiny_models import CONTEXT_TOKENS


def png(width, height):
    out = BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "PNG")
    return out.getvalue()


LOOK = [Message("user", (TextPart("page"), ImagePart(png(3000, 100), "screenshot"), TextPart("act")))]
FEW = {"max_output_tokens": "8"}


@pytest.fixture(scope="module")
def text_model(tiny_llama):
    model = open_model(f"hf/{tiny_llama}", FEW)
    yield model
    model.close()


@pytest.fixture(scope="module")
def seeing_model(tiny_llava):
    model = open_model(f"hf/{tiny_llava}", FEW)
    yield model
    model.close()


def test_text_model_answers_and_counts(text_model):
    found = text_model.complete(PROMPT)
    (call,) = found.calls
    assert call.status == "ok"
    assert call.input_tokens > 10
    assert 1 <= call.output_tokens <= 8
    assert call.finish == ("length" if call.output_tokens == 8 else "stop")
    assert (call.cost_usd, call.http_status) == (0, None)
    assert found.sent == PROMPT


def test_greedy_answers_are_the_same_every_time(text_model):
    assert text_model.complete(PROMPT).text == text_model.complete(PROMPT).text


def test_prompt_decides_the_tokens_that_are_counted(text_model):
    longer = (*PROMPT[:1], Message("user", (TextPart("What now? " * 20),)))
    counts = [text_model.complete(prompt).calls[0].input_tokens for prompt in (PROMPT, longer)]
    assert counts[1] - counts[0] == text_model.count_tokens("What now? " * 20) - text_model.count_tokens(
        "What now?"
    )


def test_sampling_is_repeated_by_its_seed(tiny_llama):
    options = FEW | {"temperature": "1.5", "top_p": "0.9"}
    answers = []
    for seed in ("1", "1", "2"):
        model = open_model(f"hf/{tiny_llama}", options | {"seed": seed})
        answers.append(model.complete(PROMPT).text)
        model.close()
    assert answers[0] == answers[1] != answers[2]


def test_own_sampling_of_the_model_can_be_left_as_it_is(tiny_llama):
    model = open_model(f"hf/{tiny_llama}", FEW | {"temperature": "omit"})
    assert model.complete(PROMPT).calls[0].status == "ok"
    model.close()


def test_text_model_is_shown_no_image(text_model):
    with pytest.raises(ModelError, match="at most 0 images in a prompt, got 1"):
        text_model.complete(LOOK)


def test_prompt_beyond_the_models_context_is_an_overflow(text_model):
    long = [Message("user", (TextPart("stop N/A " * CONTEXT_TOKENS),))]
    with pytest.raises(ContextOverflowError, match=f"context of {CONTEXT_TOKENS}") as raised:
        text_model.complete(long)
    (call,) = raised.value.calls
    assert (call.status, call.output_tokens) == ("context_overflow", 0)
    assert call.input_tokens > CONTEXT_TOKENS


def test_seeing_model_answers_and_is_sent_scaled_images(seeing_model):
    found = seeing_model.complete(LOOK)
    (call,) = found.calls
    assert call.status == "ok"
    assert 1 <= call.output_tokens <= 8
    image = found.sent[0].parts[1]
    assert isinstance(image, ImagePart)
    assert Image.open(BytesIO(image.data)).size == (2048, 68)


def test_seeing_model_answers_text_alone(seeing_model):
    assert seeing_model.complete(PROMPT).calls[0].status == "ok"


def test_images_decide_what_a_seeing_model_reads(seeing_model):
    two = [Message("user", (*LOOK[0].parts, ImagePart(png(20, 20), "reference 1")))]
    counts = [seeing_model.complete(prompt).calls[0].input_tokens for prompt in (LOOK, two)]
    assert counts[1] > counts[0]


def test_model_without_a_chat_template_is_refused(tiny_llama, tmp_path):
    from transformers import AutoModelForCausalLM, AutoTokenizer  # pyright: ignore[reportMissingImports]

    AutoModelForCausalLM.from_pretrained(tiny_llama).save_pretrained(tmp_path)
    tokenizer = AutoTokenizer.from_pretrained(tiny_llama)
    tokenizer.chat_template = None
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(ConfigError, match="no chat template"):
        open_model(f"hf/{tmp_path}")


def test_model_whose_answer_only_a_server_can_part_is_refused(tiny_llama, tmp_path):
    from transformers import AutoModelForCausalLM, AutoTokenizer  # pyright: ignore[reportMissingImports]

    AutoModelForCausalLM.from_pretrained(tiny_llama).save_pretrained(tmp_path)
    tokenizer = AutoTokenizer.from_pretrained(tiny_llama)
    tokenizer.chat_template = "<|channel|>" + str(tokenizer.chat_template)
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(ConfigError, match="use vllm/"):
        open_model(f"hf/{tmp_path}")


def test_folder_without_a_model_is_named(tiny_llama, tmp_path):
    with pytest.raises(ModelError, match=r"can't be loaded: .* folder with config\.json"):
        open_model(f"hf/{tmp_path}")


def test_missing_packages_name_the_extra(monkeypatch):
    monkeypatch.setattr(opening, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"needs torch and transformers.*lowagent\[hf\]"):
        open_model("hf/x")
