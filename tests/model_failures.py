"""How a model's service fails, each way in turn, drawn from a seed.

Each way is what some service does: the names tell what the client sees.
"""

import random
import threading
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, get_args

Failure = Literal[
    "no_answer",
    "stalled_body",
    "trickled_body",
    "rate_limit_with_wait",
    "rate_limit",
    "error_500",
    "error_503",
    "cut_before_headers",
    "cut_in_body",
    "empty",
    "truncated",
    "filtered_reply",
    "filtered_prompt",
    "context_overflow",
]
"""``no_answer``, ``stalled_body`` and ``trickled_body`` (a blank now and then, as gateways send to keep a
connection alive) end in the client's time-out; ``truncated`` is a reply cut off long
before the limit that was asked for; ``filtered_reply`` is HTTP 200 that was stopped by a content filter,
``filtered_prompt`` HTTP 400 for the same reason."""

FAILURES: tuple[Failure, ...] = get_args(Failure)


@dataclass(slots=True)
class FailurePlan:
    """Which calls fail, and how. Safe to share between threads."""

    share: float = 0.0
    """Of the calls, 0 to 1."""
    seed: int = 0
    ways: tuple[Failure, ...] = FAILURES
    """Taken in turn."""
    broken: Collection[str] = ()
    """Instances (``ministore-017-ur``) whose every call fails, with HTTP 503."""
    _drawn: int = field(default=0, init=False)
    _random: random.Random = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def __post_init__(self) -> None:
        """Seed the draw.

        Raises:
            ValueError: the share is none.
        """
        if not 0 <= self.share <= 1:
            raise ValueError(f"expected a share from 0 to 1, got {self.share}")
        self._random = random.Random(self.seed)

    def draw(self, instance_id: str) -> Failure | None:
        """How the next call fails, made for an episode of this instance; None for a call that passes."""
        if instance_id in self.broken:
            return "error_503"
        with self._lock:
            if self._random.random() >= self.share:
                return None
            self._drawn += 1
            return self.ways[(self._drawn - 1) % len(self.ways)]
