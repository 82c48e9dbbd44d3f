from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text


@dataclass(frozen=True)
class Piece:
    at: str
    steps: int = 4


def test_evolve_is_replace() -> None:
    piece = Piece("4008")
    assert evolve(piece, steps=3) == replace(piece, steps=3) == Piece("4008", 3)
    assert piece == Piece("4008", 4)


def test_the_copy_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        evolve(Piece("4008"), steps=3).steps = 2  # type: ignore[misc]


def test_unknown_fields_are_named() -> None:
    with pytest.raises(TypeError, match="Piece has no field facing"):
        evolve(Piece("4008"), facing=1)


def test_a_record_is_told_apart_by_its_fields_and_takes_no_others() -> None:
    one, same, other = Text("a", (("n", 1),)), Text("a", (("n", 1),)), Text("b")
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert replace(one, key="b").args == one.args
    with pytest.raises(AttributeError):
        one.extra = 1  # type: ignore[attr-defined]
