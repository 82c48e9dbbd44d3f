"""What a choice must look like before a rule is asked about it: words, lists of words, facings."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, TypeGuard

from grognard.engines.core.show.asks import Choice
from grognard.engines.gmt.field.position import legal_facing


def has_keys(
    choice: Choice, needed: AbstractSet[str], optional: AbstractSet[str] = frozenset()
) -> TypeGuard[dict[str, Choice]]:
    """Whether a choice is a mapping with all the needed keys, and no others but the optional ones."""
    return isinstance(choice, dict) and needed <= set(choice) <= needed | optional


def are_words(value: Any) -> TypeGuard[list[str]]:
    """Whether something is a list of words: ids of units, or hexes."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def faces(choice: Mapping[str, Choice]) -> bool:
    """[6.11.vertex] Whether a choice gives no facing, or one of the six vertices."""
    return "facing" not in choice or legal_facing(choice["facing"])
