"""Counters that no order of battle holds: those that a special rule lays at its places, as Depots are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.app.editor.maps.steps import Step, rows, text_of
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.scenario.envelope import SpecialRule
from grognard.engines.core.show.views import PieceView


@dataclass(frozen=True, slots=True)
class Laid:
    """The record that lays a counter: its path, and the places that it says."""

    path: Path
    places: list[str]


def laid_by(
    rules: Sequence[SpecialRule], scenario: Plain, stage: int, piece: PieceView
) -> Laid | None:
    """Return the record that lays a counter where it lies, None where none does."""
    words = {rule.word for rule in rules if rule.lays and rule.lays == piece.symbol}
    stages = rows(scenario, "stages")
    there = rows(stages[stage], "special") if stage < len(stages) else []
    for index, row in enumerate(there):
        mine = text_of(row, "rule") in words and text_of(row, "side") == piece.side
        if mine and isinstance(row, dict):
            said = row.get("at", "")
            places = [str(at) for at in said] if isinstance(said, list) else [str(said)]
            if piece.at in places:
                return Laid(("stages", stage, "special", index), places)
    return None


def bring(laid: Laid, start: str, end: str) -> list[Step]:
    """Lay a counter elsewhere; where one of them lies already there is no room for a second."""
    if end in laid.places:
        return []
    places: list[Plain] = [end if at == start else at for at in laid.places]
    return [Step((*laid.path, "at"), "set", places)]


def lift(scenario: Plain, laid: Laid, start: str) -> list[Step]:
    """Take a counter away, the record with its last one, and the list with its last record."""
    places: list[Plain] = [at for at in laid.places if at != start]
    if places:
        return [Step((*laid.path, "at"), "set", places)]
    stage = laid.path[1]
    alone = isinstance(stage, int) and len(rows(rows(scenario, "stages")[stage], "special")) == 1
    return [Step(laid.path[:-1] if alone else laid.path, "remove")]
