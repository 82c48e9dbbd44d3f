"""[12.1] [12.2] Commander movement: players alternate, each Commander once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import PASS, Ask, Choice, Elsewhere, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.combat.commands import first_attacker
from grognard.engines.europa.field.effects import change_commander
from grognard.engines.europa.field.position import commander_hexes, is_friendly, occupies, stacks
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.field.terrain import open_land, why_no_entry
from grognard.engines.europa.setup import Board, Setup, enemy_of
from grognard.engines.europa.state import State
from grognard.engines.europa.supply.numbers import next_side
from grognard.engines.europa.tables import number

_GROUND: Memo[tuple[object, tuple[frozenset[str], frozenset[str]]]] = Memo(16)
"""Where Commanders may go in the last positions, with the very units it was worked out from."""

_NEAR: Memo[tuple[frozenset[str], frozenset[str]]] = Memo(256)
"""What lies in reach of a hex on such ground, with the very ground it was worked out on."""


def begin_commanders(table: Board) -> None:
    """[12.1] Every Commander may move again, also one that marched this turn."""
    commanders = {
        cid: evolve(c, moved=False) if c.moved else c for cid, c in table.state.commanders.items()
    }
    table.update(commanders=commanders, done=(), deciding=first_attacker(table.state))


def move_step(table: Board) -> Procedure[None]:
    """[12.1] [12.2] Players move their Commanders in turns; who passes is done."""
    while side := table.state.deciding:
        ways = {
            cid: reach(table.setup, table.state, cid)
            for cid, c in table.state.commanders.items()
            if c.on_map and not c.moved and table.setup.chiefs[cid].side == side
        }
        answer: Choice = PASS
        if any(ways.values()):
            answer = yield Ask(
                table.setup.seat_of(side),
                "commander",
                text("Move a Commander, or finish."),
                ("12.1", "12.2"),
                _choices(table.setup, table.state, side, ways),
                form="move",
                resting=True,
            )
        if answer == PASS:
            table.update(done=(*table.state.done, side))
        else:
            _go(table, word_of(answer, "piece"), word_of(answer, "at"))
        table.update(deciding=next_side(table.state, side))


def _choices(setup: Setup, state: State, side: str, ways: dict[str, list[str]]) -> Listed:
    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for cid in ways:
            for at in setup.map.grid.adjacent(state.commanders[cid].at):
                why = why_no_path(setup, state, side, at) or why_not_end(setup, state, side, at)
                if why is not None:
                    yield {"piece": cid, "at": at}, why

    def elsewhere(at: str, choice: Choice) -> Refusal | None:
        who = word_of(choice, "piece")
        if who not in ways:  # a place stands where the Commander should
            return None
        why = why_no_path(setup, state, side, at) or why_not_end(setup, state, side, at)
        start = state.commanders[who].at
        if at == start:
            why = Refusal("12.1", text("He is there already."), (at,))
        words = counted(
            "No way of {n} hex leads there.",
            "No way of {n} hexes or fewer leads there: ground, enemies and their cities bar it.",
            n=number("commander_move"),
        )
        if setup.map.grid.distance(start, at) > number("commander_move"):
            words = counted(
                "A Commander goes {n} hex at most.",
                "A Commander goes {n} hexes at most.",
                n=number("commander_move"),
            )
        return why or Refusal("12.1", words, (at,))

    return _Moves(setup, ways, refusals, elsewhere)


class _Moves(Listed):
    """Where each Commander may end his move, named where somebody reads it: there are hundreds."""

    def __init__(
        self,
        setup: Setup,
        ways: dict[str, list[str]],
        refusals: Callable[[], Iterator[tuple[Choice, Refusal]]],
        elsewhere: Elsewhere,
    ) -> None:
        moves = [{"piece": cid, "at": at} for cid, hexes in ways.items() for at in hexes]
        super().__init__([(PASS, text("Done")), *moves], refusals=refusals, elsewhere=elsewhere)
        self.setup, self.ways = setup, ways

    def label(self, choice: Choice) -> Text:
        if not isinstance(choice, dict) or choice not in self._options:
            return super().label(choice)
        name = self.setup.chiefs[word_of(choice, "piece")].name
        place = called(self.setup, word_of(choice, "at"))
        return text("{name} to {place}", name=name, place=place)


def why_no_path(setup: Setup, state: State, side: str, at: str) -> Refusal | None:
    """[12.1] Return why a Commander may not go through a hex by himself."""
    why = why_no_entry(setup, side, at)
    if why is not None:
        return why
    enemy = enemy_of(side)
    if occupies(setup, state, enemy, at) or at in commander_hexes(setup, state, enemy):
        return Refusal("12.1", text("The enemy is there."), (at,))
    if _is_strange(setup, state, side, at):
        return Refusal("12.1", text("An enemy city that your units do not hold."), (at,))
    return None


def _is_strange(setup: Setup, state: State, side: str, at: str) -> bool:
    """[1.1.friendly] Whether a hex is a city of the enemy without units of one's own."""
    return (
        at in setup.map.cities
        and not is_friendly(setup, state, side, at)
        and not occupies(setup, state, side, at)
    )


def why_not_end(setup: Setup, state: State, side: str, at: str) -> Refusal | None:
    """[12.1] Return why a Commander may not end his move in a hex."""
    if occupies(setup, state, side, at) or at in setup.map.cities:
        return None
    return Refusal("12.1", text("He ends with a unit or in a city."), (at,))


def reach(setup: Setup, state: State, cid: str) -> list[str]:
    """[12.1] [2.3] Return where a Commander may end his move."""
    side, start = setup.chiefs[cid].side, state.commanders[cid].at
    ways, ends = _ground(setup, state, side)
    barred = commander_hexes(setup, state, enemy_of(side))
    seen = _within(setup, start, ways)
    if not barred.isdisjoint(seen):
        seen = _spread(setup, start, ways - barred)
    return sorted((seen & ends) - {start})


def _within(setup: Setup, start: str, ways: frozenset[str]) -> frozenset[str]:
    """[12.1] Return the hexes in a Commander's reach while no enemy Commander stands in it."""
    key = (setup, start, id(ways))
    last = _NEAR.get(key)
    if last is None or last[0] is not ways:
        last = _NEAR.keep(key, (ways, _spread(setup, start, ways)))
    return last[1]


def _spread(setup: Setup, start: str, ways: frozenset[str]) -> frozenset[str]:
    seen, edge = {start}, {start}
    for _ in range(number("commander_move")):
        beside = {other for at in edge for other in setup.map.grid.adjacent(at)}
        edge = (beside & ways) - seen
        seen |= edge
    return frozenset(seen)


def _ground(setup: Setup, state: State, side: str) -> tuple[frozenset[str], frozenset[str]]:
    """[12.1] Return where a side's Commanders may go as the units stand, and where of it they may end."""
    key = (setup, side, id(state.units), state.flags.get("freed"))
    last = _GROUND.get(key)
    if last is None or last[0] is not state.units:
        cities = frozenset(setup.map.cities)
        strange = {at for at in cities if _is_strange(setup, state, side, at)}
        ways = open_land(setup, side) - stacks(setup, state, enemy_of(side)).keys() - strange
        ends = ways & (cities | stacks(setup, state, side).keys())
        last = _GROUND.keep(key, (state.units, (ways, ends)))
    return last[1]


def _go(table: Board, cid: str, at: str) -> None:
    start = table.state.commanders[cid].at
    change_commander(table, cid, at=at, moved=True)
    chief = table.setup.chiefs[cid]
    words = text(
        "{name} goes to {place}.", name=named("unit", chief.name), place=called(table.setup, at)
    )
    veiled = text("A Commander goes to {place}.", place=called(table.setup, at))
    # From which stack he comes would tell what is in it (15.1).
    path = () if table.setup.option("heights") else (start, at)
    log_at(
        table,
        "move",
        words,
        at,
        "12.1",
        side=chief.side,
        pieces=(cid,),
        path=path,
        veiled=veiled,
    )
