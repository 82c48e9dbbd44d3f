"""[setup.facing] Set-up: who stands in which of his listed hexes, and faces where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.arrangement import AUTO, DONE, HAND, Arrangement
from grognard.engines.core.play.turn import Step
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import number_of, word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.effects import change, move_to
from grognard.engines.gmt.field.position import (
    COMPASS,
    FACINGS,
    SIDE_NAMES,
    enemy_of,
    on_map,
    side_at,
    turning_with,
)
from grognard.engines.gmt.field.standing import why_not_ground, why_not_join
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import HAND as HELD_IN_HAND
from grognard.engines.gmt.state import State, Unit

LEADER = "leader"
RULES = ("setup.facing", "6.11.vertex", "6.21.max", "bor.overstack", "bor.13")


def deployment_step(table: Board, side: str) -> Procedure[None]:
    """[setup.facing] A side arranges its army, its Overall Commander first where he may stand anywhere."""
    setup = table.setup
    if LEADER not in table.state.done:
        for leader, card in setup.leaders.items():
            if card["side"] == side and card["anywhere"] == "yes":
                yield from _place_leader(table, leader)
        table.update(done=(LEADER,))
    yield from _deploy(table, side)
    table.update(done=())


def deployments(may: Callable[[Board], bool] = lambda _table: True) -> tuple[Step[Board], ...]:
    """[setup.facing] The steps in which the sides set up, the Russians first, where they `may`."""

    def step(side: str, title: Text) -> Step[Board]:
        def play(table: Board) -> Procedure[None] | None:
            return deployment_step(table, side) if may(table) else None

        return Step(f"setup.{side}", title, "setup.facing", play)

    return (
        step("russian", text("Set-up of the Russians")),
        step("french", text("Set-up of the French")),
    )


# -- Kutuzov -----------------------------------------------------------------------------------


def _place_leader(table: Board, leader: str) -> Procedure[None]:
    """[setup.facing] Kutuzov may start in any hex."""
    setup = table.setup
    card = setup.leaders[leader]
    seat, prompt = setup.seat_of(card["side"]), text("Where does {name} stand?", name=card["name"])
    posts = Posts(setup, table.state, leader)
    army = sum(1 for start in listed(setup, table.state, card["side"]) if on_map(start))
    lead = text(
        "{name} may stand in any hex without an enemy unit; on the day he stood at {hex}. After that {units} can be shifted and turned.",
        name=card["name"],
        hex=setup.map.place(table.state.leaders[leader]),
        units=counted("{n} unit", "{n} units", n=army),
    )
    choice = yield Ask(
        seat,
        "setup_leader",
        prompt,
        ("setup.facing",),
        posts,
        form="place",
        resting=True,
        lead=lead,
    )
    if choice != PASS:
        table.update(leaders={**table.state.leaders, leader: choice})
    at = table.state.leaders[leader]
    words = text("{name} takes post at {hex}.", name=card["name"], hex=setup.map.place(at))
    table.log("choice", words, "setup.facing", seat=seat, where=(at,))


class Posts(Choices):
    """[setup.facing] Any hex for an Overall Commander but the enemy's; "pass" keeps the one he has."""

    def __init__(self, setup: Setup, state: State, leader: str) -> None:
        self.setup, self.state, self.leader = setup, state, leader
        self.foe = enemy_of(setup.leaders[leader]["side"])

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for hex_id in self.setup.map.grid.hexes:
            if side_at(self.setup, self.state, hex_id) != self.foe:
                yield hex_id

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, str) or choice not in self.setup.map.grid:
            return Refusal("setup.facing", text("Name a hex."))
        if side_at(self.setup, self.state, choice) == self.foe:
            words = text("An enemy combat unit stands in {hex}.", hex=self.setup.map.place(choice))
            return Refusal("5.62", words, (choice,))
        return None

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text(
                "Stay at {hex}, as on the day",
                hex=self.setup.map.place(self.state.leaders[self.leader]),
            )
        return text("Take post at {hex}", hex=self.setup.map.place(word_of(choice)))


# -- the army ----------------------------------------------------------------------------------


def _deploy(table: Board, side: str) -> Procedure[None]:
    """[setup.facing] Shift and turn units one by one, until the owner is done."""
    setup = table.setup
    seat = setup.seat_of(side)
    while True:
        deployments = Deployments(setup, table.state, side)
        prompt = text("Shift and turn your units among their set-up hexes, or finish.")
        choice = yield Ask(seat, "deploy", prompt, RULES, deployments, form="arrange", resting=True)
        if choice == DONE:
            words = text("The set-up of the {side} is complete.", side=SIDE_NAMES[side])
            table.log("choice", words, *RULES, seat=seat)
            return
        if choice == AUTO:
            restore(table, side)
        elif word_of(choice, "at") == HAND:
            move_to(table, word_of(choice, "piece"), HELD_IN_HAND)
        else:
            put(table, word_of(choice, "piece"), word_of(choice, "at"), number_of(choice, "facing"))


def put(table: Board, uid: str, at: str, facing: int) -> None:
    """[6.11.vertex] Put a unit into a hex, and turn with it those who face as it does."""
    if table.state.units[uid].at != at:
        move_to(table, uid, at, facing)
    for other in turning_with(table.setup, table.state, uid):
        if table.state.units[other].facing != facing:
            change(table, other, facing=facing)


def restore(table: Board, side: str) -> None:
    """Put every unit where the scenario lists it, facing as it lists it."""
    own = [start for start in listed(table.setup, table.state, side) if on_map(start)]
    for start in own:
        if on_map(table.state.units[start.id]):
            move_to(table, start.id, HELD_IN_HAND)
    for start in own:
        move_to(table, start.id, start.at, start.facing)


def listed(setup: Setup, state: State, side: str) -> Iterator[Unit]:
    """Give where the scenario puts the units of a side that are in the game."""
    types, units = setup.types, state.units
    return (p for uid, p in setup.placed.items() if uid in units and types[uid].side == side)


class Deployments(Arrangement):
    """[setup.facing] {"piece": unit, "at": hex, "facing": vertex}, "auto" or "done".

    At "" a unit is taken up again; "auto" puts the whole army where the scenario lists it.
    """

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        self.setup, self.state, self.side = setup, state, side
        own = {
            uid: unit
            for uid, unit in state.units.items()
            if setup.types[uid].side == side and (on_map(unit) or unit.at == HELD_IN_HAND)
        }
        self.zones = {uid: zone for zone in setup.zones for uid in zone.units if uid in own}
        places = {
            uid: self.zones[uid].hexes if uid in self.zones else (setup.placed[uid].at,)
            for uid in own
        }
        super().__init__(
            "setup.facing",
            {uid: unit.at if on_map(unit) else HAND for uid, unit in own.items()},
            places,
            why_not_at=self._why_not_hex,
            facings=FACINGS,
            facing={uid: unit.facing for uid, unit in own.items()},
            names={uid: setup.types[uid].name for uid in own},
            compass=COMPASS,
            auto=text("Set up as the scenario lists it"),
            is_set=self._is_listed,
        )

    def _why_not_hex(self, uid: str, at: str) -> Refusal | None:
        """[6.21.max] [7.23] Why a unit may not stand in one of its hexes as the others stand."""
        why = why_not_ground(self.setup, uid, at)
        return why or why_not_join(self.setup, self.state, uid, at, self.zones.get(uid))

    def _is_listed(self) -> bool:
        """Whether the army stands as the scenario lists it."""
        units = self.state.units
        return all(
            (units[start.id].at, units[start.id].facing) == (start.at, start.facing)
            for start in listed(self.setup, self.state, self.side)
        )
