"""A small battlefield made by hand, for the tests of chapter 9."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.text import text
from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.setups import ScenarioInfo, Seat
from grognard.engines.core.play.table import Table
from grognard.engines.core.play.turn import Turn
from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.core.show.explain import Roll
from grognard.engines.gmt.field.position import adjacent_enemies, controllers, enemy_of
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shock.phase import SHOCK
from grognard.engines.gmt.state import Began, State, Unit, UnitType
from grognard.engines.gmt.terrain.terrain import BattleMap

GRID = HexGrid(1, 9, "east", 1, 9, "south", "even", "south")
SEATS = (Seat("fr", "French", "french"), Seat("ru", "Russian", "russian"))
INFO = ScenarioInfo("field", "gmt", "Field", "", "", 5, 10, SEATS)


def kind(uid: str, arm: str, weight: str = "line", **numbers: Any) -> UnitType:
    """A unit type; ids of French units begin with f."""
    side = "french" if uid.startswith("f") else "russian"
    values = {"shock": 6, "cohesion": 6, "disordered_cohesion": 4, "ma": 5, **numbers}
    return UnitType(uid, uid, side, arm, weight, group=side, **values)  # type: ignore[arg-type]


def foot(uid: str, **numbers: Any) -> UnitType:
    """Line infantry."""
    return kind(uid, "infantry", **numbers)


def horse(uid: str, weight: str = "heavy", **numbers: Any) -> UnitType:
    """Cavalry."""
    return kind(uid, "cavalry", weight, **numbers)


def gun(uid: str, weight: str = "foot", **numbers: Any) -> UnitType:
    """Artillery."""
    values = {"shock": 0, "fire": 4, "effective_range": 3, "maximum_range": 6, **numbers}
    return kind(uid, "artillery", weight, **values)


class Field:
    """A table with units on it and the phase of Shock being played."""

    def __init__(
        self,
        units: Sequence[tuple[UnitType, str, int]],
        dice: Sequence[int] = (),
        *,
        active: str = "french",
        terrain: Mapping[str, str] | None = None,
        sides: Mapping[str, tuple[str, ...]] | None = None,
        min_column: Mapping[str, int] | None = None,
        disordered: Sequence[str] = (),
    ) -> None:
        limits = ({"side": side, "column": least} for side, least in (min_column or {}).items())
        battle_map = BattleMap("m", "Map", GRID, terrain or {}, {}, sides or {}, {}, {}, {})
        self.setup = Setup(
            info=INFO,
            text="",
            options={},
            map=battle_map,
            types={k.id: k for k, _, _ in units},
            placed={},
            commands=(),
            objective="",
            first_holder="russian",
            special={"least_column": tuple(limits)},
        )
        stacks: dict[str, tuple[str, ...]] = {}
        for each, at, _ in units:
            stacks[at] = (*stacks.get(at, ()), each.id)
        placed = {
            k.id: Unit(k.id, at, facing, disordered=k.id in disordered) for k, at, facing in units
        }
        state = State(placed, stacks, phase="shock.declare", active=active)
        self.dice = ScriptedDice(dice)
        self.table: Board = Table(self.setup, state, self.dice)
        self.table.update(began=self._began(active))
        self.ask: Ask | None = None
        self.procedure: Procedure[None] | None = None

    def _began(self, side: str) -> dict[str, Began]:
        state = self.table.state
        return {
            uid: Began(
                unit.at,
                adjacent_enemies(self.setup, state, unit.at, side),
                controllers(self.setup, state, unit.at, enemy_of(side)),
            )
            for uid, unit in state.units.items()
            if self.setup.types[uid].side == side
        }

    @property
    def state(self) -> State:
        """The position now."""
        return self.table.state

    def start(self, procedure: Procedure[None] | None = None) -> Ask | None:
        """Play the phase up to the first question."""
        self.procedure = procedure or Turn(text("Shock"), SHOCK).play(self.table)
        return self._next(None)

    def choose(self, kind_: str, choice: Choice) -> Ask | None:
        """Answer the question, which must be of a kind, with a legal choice."""
        assert self.ask is not None, f"no question is asked, {kind_} was expected"
        assert self.ask.kind == kind_
        assert self.ask.choices.why_not(choice) is None
        return self._next(choice)

    def _next(self, choice: Choice) -> Ask | None:
        assert self.procedure is not None
        try:
            self.ask = self.procedure.send(choice)
        except StopIteration:
            self.ask = None
        return self.ask

    def change(self, uid: str, **values: Any) -> None:
        """Edit a unit."""
        unit = replace(self.state.units[uid], **values)
        self.table.update(units={**self.state.units, uid: unit})

    def rolls(self, purpose: str) -> list[Roll]:
        """The rolls of one purpose so far."""
        found = [entry.roll for entry in self.table.entries if entry.roll]
        return [roll for roll in found if roll.purpose == purpose]

    def why_not(self, choice: Choice) -> str:
        """The rule that refuses a choice now ("" when it is legal)."""
        assert self.ask is not None
        why = self.ask.choices.why_not(choice)
        return why.rule if why else ""


def drms(roll: Roll) -> dict[str, int]:
    """The modifiers of a roll by rule, zeros left out."""
    return {m.rule: m.value for m in roll.modifiers if m.value}
