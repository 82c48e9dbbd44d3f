"""[9] Named questions about shock."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from typing import Annotated, TypeAlias

from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import inquiries, several
from grognard.engines.core.show.views import Answer
from grognard.engines.gmt.field.arguments import UNIT
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.shock.shock_modifiers import strength_ratio as chart_ratio
from grognard.engines.gmt.state import State


def _strength(setup: Setup, state: State, seat: str | None, said: object) -> int:
    """[9.51] Read strength points, or those of one or several units."""
    if isinstance(said, int):
        return said
    if isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) <= len("9999"):
        return int(said)
    return sum(setup.types[UNIT(setup, state, seat, uid).id].shock for uid in several(said))


Strength: TypeAlias = Annotated[int, _strength]


def strength_ratio(
    setup: Setup, state: State, seat: str | None, attacker: Strength, defender: Strength
) -> Answer:
    """[9.51] The chart ratio and its modifier; each side is strength points or a list of units."""
    ratio, drm = chart_ratio(attacker, defender)
    words = text(
        "{a} against {b}: {ratio}, die {drm}",
        a=attacker,
        b=defender,
        ratio=ratio,
        drm=f"{drm:+d}",
    )
    value = {"ratio": ratio, "drm": drm, "attacker": attacker, "defender": defender}
    return Answer(value, ("9.51",), (words,))


INQUIRIES = inquiries(strength_ratio)
