"""A battle made by hand: one area to fight in, with neighbours of every sort around it.

      north            `field` is where the fight is; west and east lie at the map edges, wood has a
        |              woods border, brook is behind a stream, bluff above a slope, river behind a
west - field - east    river without crossing; `rear` lies beyond east.
   / | |  \\   \\  |
wood brook bluff river rear
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from grognard.engines.columbia.battle.firing import fire_of
from grognard.engines.columbia.map.ground import Area, Border, Ground, border_key
from grognard.engines.columbia.setup import Board, Day, Setup
from grognard.engines.columbia.state import BOXES, Block, BlockType, Entry, State
from grognard.engines.core.board import areas as core
from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.core.show.explain import LogEntry, Roll
from tests.engines.columbia.drive import phase
from tests.engines.columbia.viewfield import INFO, kind

BORDERS: Mapping[tuple[str, str], dict[str, Any]] = {
    ("west", "field"): {"roads": ("road",)},
    ("north", "field"): {},
    ("east", "field"): {"roads": ("road",)},
    ("wood", "field"): {"cover": "woods"},
    ("brook", "field"): {"water": "stream"},
    ("bluff", "field"): {"uphill": "bluff"},
    ("river", "field"): {"water": "river"},
    ("east", "rear"): {"roads": ("road",)},
    ("east", "north"): {},
}
PLACES = ("field", "west", "north", "east", "wood", "brook", "bluff", "river", "rear")


def ground(terrain: str = "clear", **field: Any) -> Ground:
    """The map, with the terrain of the field and what stands on it."""
    special = {
        "field": field,
        "west": {"edge": "french"},
        "rear": {"edge": "russian"},
    }
    terrains = {"field": terrain, "wood": "woods"}
    areas = {
        name: Area(name, name.capitalize(), terrains.get(name, "clear"), **special.get(name, {}))
        for name in PLACES
    }
    borders, near = {}, {name: [] for name in PLACES}
    for (a, b), fields in BORDERS.items():
        key = border_key(a, b)
        borders[key] = Border(key, *key.split("|"), **fields)
        near[a].append(b)
        near[b].append(a)
    return Ground(
        areas, borders, {name: tuple(sorted(to)) for name, to in near.items()}, core.AreaMap({}, {})
    )


def foot(uid: str, ladder: str = "4-3-2-1", power: str = "C2", weight: str = "line") -> BlockType:
    """Infantry; ids of French blocks begin with f."""
    return kind(uid, "infantry", weight, power, ladder)


def horse(uid: str, ladder: str = "3-2-1", power: str = "B2", weight: str = "line") -> BlockType:
    """Cavalry."""
    return kind(uid, "cavalry", weight, power, ladder)


def cossack(uid: str, ladder: str = "3-2-1") -> BlockType:
    """Cossacks."""
    return horse(uid, ladder, "B1", "cossack")


def gun(uid: str, ladder: str = "3-2-1", power: str = "A2", weight: str = "light") -> BlockType:
    """Artillery."""
    return kind(uid, "artillery", weight, power, ladder)


def staff(uid: str, ladder: str = "2-1-0") -> BlockType:
    """An HQ."""
    return kind(uid, "hq", "corps", "B2", ladder, rank=9)


class Fray:
    """A table on which the Battle Phase is played; `came` names whence each attacker came."""

    def __init__(
        self,
        blocks: Sequence[tuple[BlockType, str]],
        came: Mapping[str, str] | None = None,
        dice: Sequence[int] = (),
        *,
        first: str = "french",
        main: Sequence[tuple[str, str, str]] = (),
        terrain: str = "clear",
        edits: Mapping[str, Mapping[str, Any]] | None = None,
        options: Mapping[str, str] | None = None,
        **field: Any,
    ) -> None:
        self.setup = Setup(
            INFO,
            "",
            options or {},
            ground(terrain, **field),
            {k.id: k for k, _ in blocks},
            (Day(7, ("6 AM",)),),
        )
        areas: dict[str, tuple[str, ...]] = {}
        for each, where in blocks:
            if where not in BOXES:
                areas[where] = (*areas.get(where, ()), each.id)
        at = {k.id: where for k, where in blocks}
        placed = {
            k.id: replace(Block(k.id, at[k.id]), **(edits or {}).get(k.id, {})) for k, _ in blocks
        }
        entries = tuple(
            Entry(uid, self.setup.types[uid].side, border_key(start, at[uid]), at[uid])
            for uid, start in (came or {}).items()
        )
        state = State(placed, areas, phase="battle", first=first, entries=entries, main=tuple(main))
        self.table: Board = Table(self.setup, state, ScriptedDice(dice))
        self.procedure: Procedure[None] = phase("battle")(self.table)
        self.ask: Ask | None = None
        self._send(None)

    @property
    def state(self) -> State:
        """The position now."""
        return self.table.state

    def choose(self, kind_: str, choice: Choice) -> Ask | None:
        """Answer the question, which must be of a kind, with a legal and listed choice."""
        assert self.ask is not None, f"no question is asked, {kind_} was expected"
        assert self.ask.kind == kind_, f"{self.ask.kind} is asked of {self.ask.seat}"
        assert self.ask.choices.why_not(choice) is None, self.why_not(choice)
        assert choice in list(self.ask.choices)
        return self._send(choice)

    def act(self, uid: str, do: str = "fire", **more: str) -> Ask | None:
        """Take a battle turn."""
        return self.choose("battle_turn", {"piece": uid, "do": do, **more})

    def squares(self, *blocks: str) -> Ask | None:
        """Declare squares."""
        return self.choose("square", {"subset": list(blocks)})

    def why_not(self, choice: Choice) -> str:
        """Return the rule that refuses a choice, "" for none."""
        assert self.ask is not None
        refusal = self.ask.choices.why_not(choice)
        return refusal.rule if refusal else ""

    def refuses(self, uid: str, do: str = "fire", **more: str) -> str:
        """Return the rule that refuses a battle turn."""
        return self.why_not({"piece": uid, "do": do, **more})

    def restart(self) -> None:
        """Go on from the state alone, as after a save: the same question must be asked."""
        asked, old = self.ask, len(self.table.entries)
        self.procedure = phase("battle")(self.table)
        self._send(None)
        assert asked is not None
        assert self.ask is not None
        assert (asked.seat, asked.kind, asked.subject) == (
            self.ask.seat,
            self.ask.kind,
            self.ask.subject,
        )
        assert list(asked.choices) == list(self.ask.choices)
        assert len(self.table.entries) == old, "a restart logs nothing again"

    def _send(self, choice: Choice) -> Ask | None:
        try:
            self.ask = self.procedure.send(choice)
        except StopIteration:
            self.ask = None
        return self.ask

    def rolls(self) -> list[Roll]:
        """The dice so far."""
        return [entry.roll for entry in self.table.entries if entry.roll is not None]

    def strength(self, uid: str) -> int:
        """The current strength of a block."""
        return self.setup.types[uid].ladder[self.state.blocks[uid].step]

    def at(self, uid: str) -> str:
        """Where a block is."""
        return self.state.blocks[uid].at

    def told(self, rule: str) -> list[LogEntry]:
        """The log lines that cite a rule."""
        return [entry for entry in self.table.entries if rule in entry.rules]

    def turn(self) -> tuple[str, ...]:
        """The blocks of which one is to act."""
        assert self.ask is not None
        assert self.ask.kind == "battle_turn", self.ask.kind
        return self.ask.subject


F, R = "field", "rear"


def duel(*more: Any, came: dict[str, str] | None = None, **fields: Any) -> Fray:
    """French infantry from the west against Russian infantry, and what is added."""
    blocks = [(foot("f-1"), F), (foot("r-1", "3-2-1"), F), *more]
    return Fray(blocks, {"f-1": "west", **(came or {})}, **fields)


def lines(fray: Fray) -> Fray:
    """Nobody forms a square."""
    while fray.ask is not None and fray.ask.kind == "square":
        fray.squares()
    return fray


def modifiers(fray: Fray, uid: str, target: str = "", *, bayonet: bool = False) -> dict[str, int]:
    fire = fire_of(fray.setup, fray.state, uid, target, bayonet=bayonet)
    return {modifier.rule: modifier.value for modifier in fire.modifiers}


def power(fray: Fray, uid: str, target: str = "", *, bayonet: bool = False) -> tuple[int, str, int]:
    fire = fire_of(fray.setup, fray.state, uid, target, bayonet=bayonet)
    return fire.dice, fire.letter, fire.firepower
