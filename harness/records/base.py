"""What all lines of a record have in common."""

from pydantic import BaseModel, ConfigDict


class RecordModel(BaseModel):
    """A line of a record, or a part of one: frozen, and without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
