"""YAML as all data files of the project are read: safe, in C where libyaml is there, and no key twice."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    _SafeLoader = yaml.SafeLoader
else:
    _SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(text: str) -> object:
    """What the text holds.

    Raises:
        yaml.YAMLError: it is no YAML, or a mapping has a key twice (YAML would keep the last one silently).
    """
    return yaml.load(text, Loader=_UniqueKeyLoader)


class _UniqueKeyLoader(_SafeLoader):
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twice = {key for key in keys if keys.count(key) > 1} if len(set(keys)) < len(keys) else set()
        if twice:
            problem = f"key {min(map(str, twice))!r} stands twice"
            raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
        return super().construct_mapping(node, deep)
