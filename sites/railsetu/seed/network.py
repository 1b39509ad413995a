"""The stations and trains of ``content/network.yaml``, in no language: the name of a train is left empty."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from sites.kit.errors import ContentError
from sites.kit.strict_yaml import load_yaml
from sites.railsetu.codes import CLASSES, TRAIN_TYPES
from sites.railsetu.timetable import EVERY_DAY, Stop, Train

CONTENT = Path(__file__).parents[1] / "content"
PATH = CONTENT / "network.yaml"

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_NOWHERE = "-"


class _TrainRecord(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    not_on: str
    coaches: str
    demand: int
    stops: tuple[str, ...]


class _NetworkRecord(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    stations: str
    trains: dict[str, _TrainRecord]


@dataclass(frozen=True, slots=True)
class Network:
    """All of the file."""

    stations: tuple[str, ...]
    trains: tuple[Train, ...]
    demand: dict[str, int]
    """Train -> how full it is, in percent of the others."""

    def train(self, no: str) -> Train:
        """The train with a number."""
        return next(train for train in self.trains if train.no == no)


@cache
def load_network(path: Path = PATH) -> Network:
    """Read and check the file; the same object on each call.

    Raises:
        ContentError: it is missing or malformed, or a train stops where there is no station, goes back in
            time or on the
            way, or has a class or type that there is not.
    """
    try:
        record = _NetworkRecord.model_validate(load_yaml(path.read_text(encoding="utf-8")))
        trains = tuple(_read_train(no, train) for no, train in record.trains.items())
    except (OSError, yaml.YAMLError, ValidationError, ValueError) as error:
        raise ContentError(f"{path}: not a valid network: {error}") from error
    stations = tuple(record.stations.split())
    unknown = sorted({stop.code for train in trains for stop in train.stops} - set(stations))
    if unknown:
        raise ContentError(f"{path}: trains stop at {', '.join(unknown)}, which stations does not list")
    return Network(stations, trains, {no: train.demand for no, train in record.trains.items()})


def _read_train(no: str, record: _TrainRecord) -> Train:
    classes = [entry.split() for entry in record.coaches.split(",")]
    stops = tuple(_read_stop(no, seq, line) for seq, line in enumerate(record.stops, 1))
    _check_order(no, stops)
    if record.type not in TRAIN_TYPES or not {name for name, _ in classes} <= set(CLASSES):
        raise ValueError(f"train {no}: type and classes must be among {TRAIN_TYPES} and {CLASSES}")
    return Train(
        no=no,
        name="",
        type=record.type,
        days_mask=EVERY_DAY & ~sum(1 << _DAYS.index(day) for day in record.not_on.split()),
        classes=tuple(name for name, _ in classes),
        coaches=tuple(int(count) for _, count in classes),
        cat_plus=record.type != "superfast",
        stops=stops,
    )


def _read_stop(no: str, seq: int, line: str) -> Stop:
    code, arr, dep, day, km, platform = line.split()
    for clock in (arr, dep):
        if clock != _NOWHERE and not _CLOCK.fullmatch(clock):
            raise ValueError(f"train {no}, stop {code}: expected HH:MM or -, found {clock!r}")
    return Stop(
        code=code,
        seq=seq,
        arr=None if arr == _NOWHERE else arr,
        dep=None if dep == _NOWHERE else dep,
        day=int(day),
        km=int(km),
        platform=int(platform),
    )


def _check_order(no: str, stops: tuple[Stop, ...]) -> None:
    if stops[0].arr or stops[-1].dep:
        raise ValueError(f"train {no}: it must not arrive at its first stop, nor leave its last")
    moments = [(stop.day, clock) for stop in stops for clock in (stop.arr, stop.dep) if clock]
    distances = [stop.km for stop in stops]
    if moments != sorted(set(moments)) or distances != sorted(set(distances)) or distances[0] != 0:
        raise ValueError(f"train {no}: times and kilometres must grow from stop to stop, from 0 km")
