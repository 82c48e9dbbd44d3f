"""[3.8] [15.1] The counters on the map: units, Commanders, Depots, trains; hidden stacks are heights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grognard.engines.core.data.text import Text, named, text, verbatim
from grognard.engines.core.show.views import PieceView
from grognard.engines.europa.field.position import dummies_at, forages, stacks
from grognard.engines.europa.hidden.seen import is_hidden
from grognard.engines.europa.setup import SIDES, Setup, UnitCard
from grognard.engines.europa.state import State, Unit
from grognard.engines.europa.supply.trains import dummy_of, train_of
from grognard.engines.europa.table.terms import TERMS

SPACES = {"veteran": "1", "line": "1.5", "conscript": "2"}
DEPOT = named("unit", "Depot")
STATES = {True: text("disrupted"), False: text("in good order")}


def counters(setup: Setup, state: State, side: str | None) -> Iterator[PieceView]:
    """Give what lies on the map and beside it, as a side sees it."""
    for owner in SIDES:
        hexes = stacks(setup, state, owner)
        for at, units in sorted(hexes.items()):  # their order follows nothing that is in them
            if is_hidden(setup, state, side, owner, at):
                yield from _heights(setup, state, owner, at)
            else:
                top, *others = (_unit(setup, unit, n) for n, unit in enumerate(units))
                yield replace(top, badges=(*top.badges, *_beside(setup, state, owner, at)))
                yield from others
        for unit in state.units.values():
            if not unit.on_map and setup.units[unit.id].side == owner:
                yield _unit(setup, unit, 0)
    for commander in state.commanders.values():
        owner = setup.chiefs[commander.id].side
        lone = not any(
            u.at == commander.at and setup.units[u.id].side == owner for u in state.units.values()
        )
        if lone or not is_hidden(setup, state, side, owner, commander.at):
            yield _commander(setup, state, commander.id)
    for at, owner in state.depots.items():
        yield _depot(at, owner)
    yield from _trains(state, side)


def _heights(setup: Setup, state: State, owner: str, at: str) -> Iterator[PieceView]:
    """[15.1] A stack face down: as many counters as units and dummies."""
    count = len(stacks(setup, state, owner)[at])
    for n in range(count + dummies_at(setup, state, owner, at)):
        yield PieceView(
            id=f"{owner}-stack-{at}-{n + 1}",
            form="counter",
            side=owner,
            symbol="unknown",
            name="",
            at=at,
            band=owner,
            badges=tuple(_beside(setup, state, owner, at)) if n == 0 else (),
            stack=n,
            hidden=True,
        )


def _beside(setup: Setup, state: State, owner: str, at: str) -> Iterator[str]:
    """[7.0.counter] [7.4] [8.7] Tell on the top counter of a stack what lies with it: markers, a Depot, trains."""
    if owner == "french" and forages(setup, state, at):
        yield "forage"
    if state.depots.get(at) == owner:
        yield "on_depot"
    if any(t.at == at and t.side == owner and not t.used for t in state.trains.values()):
        yield "with_trains"


def symbol(card: UnitCard) -> str:
    """Return the theme key of a unit's symbol."""
    return {"infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery"}[card.arm]


def band(card: UnitCard) -> str:
    """[3.7] Return the theme key of a unit's colours: the Guard, the nation."""
    return "guard" if card.guard and card.nation == "french" else card.nation


def _unit(setup: Setup, unit: Unit, depth: int) -> PieceView:
    card = setup.units[unit.id]
    return PieceView(
        id=unit.id,
        form="counter",
        side=card.side,
        symbol=symbol(card),
        name=card.name,
        at=unit.at if unit.on_map else None,
        band=band(card),
        values=(*_number_of(card.corps), ("occupancy", SPACES[card.grade])),
        badges=tuple(_badges(unit)),
        stack=depth,
        group=card.group,
        facts=tuple(_facts(setup, unit)),
    )


def _number_of(corps: str) -> tuple[tuple[str, str], ...]:
    """Return the number of a corps for its counters; one with a name is told by its facts."""
    return (("corps", corps),) if corps.isupper() or corps[:1].isdigit() else ()


def _badges(unit: Unit) -> Iterator[str]:
    marks = {
        "disrupted": unit.disrupted,
        "forced_march": unit.forced,
        "moved": unit.moved and unit.on_map,
    }
    yield from (word for word, is_so in marks.items() if is_so)


def _facts(setup: Setup, unit: Unit) -> Iterator[tuple[Text, Text]]:
    card = setup.units[unit.id]
    yield text("Name"), named("unit", card.name)
    yield text("Corps"), verbatim(card.corps)
    yield text("Class"), TERMS[card.grade]
    yield text("Nation"), TERMS[card.nation]
    yield text("Occupancy Factor"), verbatim(SPACES[card.grade])
    yield text("State"), STATES[unit.disrupted]


def _commander(setup: Setup, state: State, cid: str) -> PieceView:
    chief, commander = setup.chiefs[cid], state.commanders[cid]
    rank = chief.corps if chief.rank == "corps" else "" if chief.rank == "none" else chief.rank
    return PieceView(
        id=cid,
        form="counter",
        side=chief.side,
        symbol="leader",
        name=chief.name,
        at=commander.at if commander.on_map else None,
        band=chief.nation,
        values=(("rank", rank), ("rating", str(chief.rating))),
        badges=("moved",) if commander.moved else (),
        stack=0,
        facts=(
            (text("Name"), named("unit", chief.name)),
            (text("Commander Rating"), verbatim(chief.rating)),
            (text("Rank"), verbatim(rank or "-")),
        ),
    )


def _depot(at: str, owner: str) -> PieceView:
    return PieceView(
        id=f"depot-{at}",
        form="counter",
        side=owner,
        symbol="depot",
        name=DEPOT.key,
        at=at,
        band=owner,
        stack=9,
    )


def _trains(state: State, side: str | None) -> Iterator[PieceView]:
    """[7.4] [7.5] Counters face down: their owner knows them; what was used is gone.

    Those of a hex are alike for others: which of them went is not told by which are left.
    """
    lying: dict[tuple[str, str], int] = {}
    for train in state.trains.values():
        if train.used:
            continue
        known = train.is_open or train.side == side
        spot = (train.side, train.at)
        lying[spot] = lying.get(spot, 0) + (not known)
        name_of = train.id if known else f"{train.side}-{train.at}-{lying[spot]}"
        symbol_of, name = "unknown", ""
        if known:
            symbol_of = "supply_train" if train.genuine else "dummy_train"
            name = "Supply Train" if train.genuine else "Dummy"
        yield PieceView(
            id=f"train-{name_of}",
            form="counter",
            side=train.side,
            symbol=symbol_of,
            name=name,
            at=train.at,
            band=train.side,
            stack=8,
            hidden=not known,
            footprint=(0.5, 0.5),
        )
    for owner in SIDES:
        if owner != side:
            continue
        for pile, left, what, name in (
            (train_of(owner), state.hand[owner], "supply_train", "Supply Train"),
            (dummy_of(owner), state.dummies[owner], "dummy_train", "Dummy"),
        ):
            if state.phase == "supply.trains":
                yield PieceView(
                    id=pile,
                    form="counter",
                    side=owner,
                    symbol=what,
                    name=name,
                    band=owner,
                    values=(("left", str(left)),),
                )
