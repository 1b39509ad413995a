"""A model in this process, by transformers: text alone, or images and text.

It is the slow and simple way: one answer at a time, no server. Messages go through the model's own chat
template and processor.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Literal

import torch  # pyright: ignore[reportMissingImports]
from PIL import Image
from transformers import (  # pyright: ignore[reportMissingImports]
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForImageTextToText,
    AutoProcessor,
    AutoTokenizer,
)
from transformers.models.auto.modeling_auto import (  # pyright: ignore[reportMissingImports]
    MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES,
)

from harness.errors import ConfigError
from harness.models.chat import Completion, ContextOverflowError, ImagePart, Message, ModelError
from harness.models.images import fit_messages
from harness.models.settings import ModelSettings
from harness.records.calls import CallRecord, CallTiming

Task = Literal["text", "image-text"]
_DTYPES: Mapping[str, Any] = {
    "auto": "auto",
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
    "float32": torch.float32,
}
_CHANNEL_MARK = "<|channel|>"
"""In templates of models whose raw text mixes reasoning and answer (GPT-OSS): a server has to part them."""
_REMEMBERED_TEXTS = 2048


class TransformersModel:
    """A `ChatModel` in this process."""

    def __init__(self, settings: ModelSettings, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Load the model: minutes and gigabytes for a large one.

        Args:
            settings: of ``hf/NAME_OR_DIR``.
            clock: seconds that only grow.

        Raises:
            ModelError: the model can't be loaded.
            ConfigError: it can't be used in this way: no chat template, or one that only a server parses.
        """
        self.settings = settings
        self._clock = clock
        try:
            self.task: Task = _task(settings.name)
            self._processor: Any = _load_processor(settings.name, self.task)
            self._model: Any = _load_model(settings, self.task)
        except (OSError, ValueError, ImportError, RuntimeError) as error:
            raise ModelError(
                f"{settings.spec} can't be loaded: {error}. Expected the name of a model on the hub, which is"
                f" then fetched, or a folder with config.json, weights and tokenizer"
            ) from error
        _refuse_template(self._processor, settings)
        self._tokenizer: Any = getattr(self._processor, "tokenizer", self._processor)
        self._context_tokens = _context_tokens(self._model.config, settings)
        self._count = lru_cache(maxsize=_REMEMBERED_TEXTS)(self._count_anew)

    def complete(self, messages: Sequence[Message]) -> Completion:
        """The model's answer.

        Raises:
            ContextOverflowError: the prompt is too long.
            ModelError: it can't see, or this machine can't compute it.
        """
        self._refuse_images(messages)
        sent = fit_messages(messages, self.settings.image_limit, self.settings.image_format)
        started = self._clock()
        inputs = self._inputs(sent)
        length = int(inputs["input_ids"].shape[1])
        if length + self.settings.max_output_tokens > self._context_tokens:
            raise self._failed("context_overflow", length, started, self._overflow_text(length))
        try:
            tokens = self._generate(inputs)[0][length:].tolist()
        except RuntimeError as error:  # out of memory, mostly
            raise self._failed("server_error", length, started, str(error)) from error
        text = self._tokenizer.decode(tokens, skip_special_tokens=True)
        finish = "stop" if tokens and tokens[-1] in self._end_tokens() else "length"
        call = self._call("ok", length, started, output_tokens=len(tokens), finish=finish)
        return Completion(text, (call,), sent)

    def count_tokens(self, text: str) -> int:
        """Tokens of a text by the model's own tokenizer, without those that begin and end a prompt."""
        return self._count(text)

    def close(self) -> None:
        """Let go of the model's memory."""
        self._model = None
        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _count_anew(self, text: str) -> int:
        return len(self._tokenizer.encode(text, add_special_tokens=False))

    def _inputs(self, messages: Sequence[Message]) -> Any:
        effort = self.settings.reasoning_effort
        inputs = self._processor.apply_chat_template(
            [_message(message, self.task) for message in messages],
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            **({} if effort is None else {"reasoning_effort": effort}),
        )
        return inputs.to(self._model.device)

    def _generate(self, inputs: Any) -> Any:
        if self.settings.seed is not None:
            torch.manual_seed(self.settings.seed)
        with torch.inference_mode():
            return self._model.generate(
                **inputs, max_new_tokens=self.settings.max_output_tokens, **self._sampling()
            )

    def _sampling(self) -> dict[str, Any]:
        """What differs from the model's own way of sampling."""
        if self.settings.temperature == 0:
            return {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
        chosen = {"temperature": self.settings.temperature, "top_p": self.settings.top_p}
        given = {name: value for name, value in chosen.items() if value is not None}
        return given | ({"do_sample": True} if given else {})

    def _end_tokens(self) -> frozenset[int]:
        ends = self._model.generation_config.eos_token_id
        return frozenset(ends if isinstance(ends, list) else [ends])

    def _refuse_images(self, messages: Sequence[Message]) -> None:
        count = sum(isinstance(part, ImagePart) for message in messages for part in message.parts)
        most = self.settings.max_images if self.task == "image-text" else 0
        if count > most:
            raise ModelError(
                f"{self.settings.spec} takes at most {most} images in a prompt, got {count}: choose a model"
                " that sees (image-text-to-text), or --obs text"
            )

    def _overflow_text(self, length: int) -> str:
        return (
            f"a prompt of {length} tokens and max_output_tokens={self.settings.max_output_tokens} of answer"
            f" don't fit into its context of {self._context_tokens}: lower --context-tokens or the other"
        )

    def _failed(
        self, status: Literal["context_overflow", "server_error"], length: int, started: float, message: str
    ) -> ModelError:
        error = ContextOverflowError if status == "context_overflow" else ModelError
        call = self._call(status, length, started, message=message)
        return error(f"{self.settings.spec}: {message}", (call,))

    def _call(
        self,
        status: Literal["ok", "context_overflow", "server_error"],
        input_tokens: int,
        started: float,
        *,
        output_tokens: int = 0,
        finish: str | None = None,
        message: str | None = None,
    ) -> CallRecord:
        price = self.settings.price
        return CallRecord(
            status=status,
            message=message,
            finish=finish,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cost_usd=price.cost_usd(input_tokens=input_tokens, output_tokens=output_tokens),
            timing=CallTiming(seconds=round(self._clock() - started, 3)),
        )


def _task(name: str) -> Task:
    """Whether the checkpoint is one that sees."""
    is_seeing = AutoConfig.from_pretrained(name).model_type in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES
    return "image-text" if is_seeing else "text"


def _load_processor(name: str, task: Task) -> Any:
    return (AutoProcessor if task == "image-text" else AutoTokenizer).from_pretrained(name)


def _load_model(settings: ModelSettings, task: Task) -> Any:
    kind = AutoModelForImageTextToText if task == "image-text" else AutoModelForCausalLM
    dtype = _DTYPES[settings.dtype or "auto"]
    if torch.cuda.device_count() > 1 and find_spec("accelerate") is not None:
        return kind.from_pretrained(settings.name, dtype=dtype, device_map="auto").eval()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return kind.from_pretrained(settings.name, dtype=dtype).to(device).eval()


def _refuse_template(processor: Any, settings: ModelSettings) -> None:
    template = getattr(processor, "chat_template", None)
    if not template:
        raise ConfigError(
            f"{settings.spec} has no chat template, so it can't converse: choose its version for chats"
            " (…-it, …-Instruct)"
        )
    if _CHANNEL_MARK in str(template):
        raise ConfigError(
            f"{settings.spec} mixes reasoning and answer in its text, which vLLM parts: use"
            f" vllm/{settings.name}"
        )


def _context_tokens(config: Any, settings: ModelSettings) -> int:
    """What the settings allow, and no more than the model was made for."""
    own = getattr(config.get_text_config(), "max_position_embeddings", None)
    return min(settings.context_tokens, own) if own else settings.context_tokens


def _message(message: Message, task: Task) -> dict[str, Any]:
    """As chat templates take it: plain text for text models, a list of parts for seeing ones."""
    if task == "text":
        texts = [part.text for part in message.parts if not isinstance(part, ImagePart)]
        return {"role": message.role, "content": "\n\n".join(texts)}
    parts: list[dict[str, Any]] = [
        {"type": "image", "image": Image.open(BytesIO(part.data)).convert("RGB")}
        if isinstance(part, ImagePart)
        else {"type": "text", "text": part.text}
        for part in message.parts
    ]
    return {"role": message.role, "content": parts}
