"""[8.1] Rally: a Supply Train and Commanders bring disrupted units of a stack back to good order."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Subset
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.cards.asked import added
from grognard.engines.europa.field.effects import change
from grognard.engines.europa.field.position import commanders_at, units_at
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.ranks.command import rating
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.supply.lines import unsupplied
from grognard.engines.europa.supply.numbers import beginner, genuine, next_side, unused
from grognard.engines.europa.supply.trains import spend


def begin_rally(table: Board) -> None:
    """[8.1] Who placed first rallies first; all is over before movement begins."""
    table.update(done=(), deciding=beginner(table.setup, table.state))


def why_no_rally(setup: Setup, state: State, side: str, at: str) -> Refusal | None:
    """[8.1] Return why no unit of a stack can rally."""
    if not any(unit.disrupted for unit in units_at(setup, state, side, at)):
        return Refusal("8.1", text("No unit there is disrupted."), (at,))
    if not commanders_at(setup, state, side, at):
        return Refusal("8.1", text("There is no Commander."), (at,))
    if any(state.units[uid].at == at for uid in unsupplied(setup, state, side)):
        return Refusal("8.1", text("The stack is out of supply."), (at,))
    return None


def rallying(setup: Setup, state: State, side: str, at: str) -> int:
    """[8.1] Return how many units one Supply Train rallies there: the sum of the CRs."""
    found = commanders_at(setup, state, side, at)
    ratings = sum(rating(setup, state, c.id) for c in found)
    return ratings + sum(modifier.value for modifier in added(state, "rally", side, at))


def rally_step(table: Board) -> Procedure[None]:
    """[8.1] Each player turns up Supply Trains and rallies, until he is done."""
    while side := table.state.deciding:
        setup, state = table.setup, table.state
        may = sorted(
            {
                train.at
                for train in unused(state, side)
                if why_no_rally(setup, state, side, train.at) is None
                and rallying(setup, state, side, train.at)
            }
        )
        answer: Choice = PASS
        if may:
            answer = yield Ask(
                setup.seat_of(side),
                "rally",
                text("Which stack rallies?"),
                ("8.1",),
                _stacks(setup, state, side, may),
                form="place",
                resting=True,
                secret=True,
                acts=True,
                where=tuple(may),
            )
        if answer == PASS:
            table.update(done=(*state.done, side))
            table.update(deciding=next_side(table.state, side))
        else:
            yield from _rally(table, side, word_of(answer))


def _stacks(setup: Setup, state: State, side: str, may: list[str]) -> Listed:
    owned = {train.at for train in genuine(state, side)}
    names: list[Choice | tuple[Choice, Text]] = [(PASS, text("Done"))]
    names += [(at, text("Rally at {place}", place=called(setup, at))) for at in may if at in owned]

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for train in unused(state, side):
            why = why_no_rally(setup, state, side, train.at)
            if why is None and train.at not in owned:
                why = Refusal("7.5", text("A dummy does nothing."), (train.at,))
            if why is not None:
                yield train.at, why

    def elsewhere(at: str, _: Choice) -> Refusal | None:
        if not units_at(setup, state, side, at):
            return Refusal("8.1", text("No stack of yours is there."), (at,))
        if not any(train.at == at for train in unused(state, side)):
            return Refusal("8.1", text("There is no Supply Train."), (at,))
        return why_no_rally(setup, state, side, at)

    return Listed(names, refusals=refusals, elsewhere=elsewhere)


def _rally(table: Board, side: str, at: str) -> Procedure[None]:
    setup, state = table.setup, table.state
    disrupted = tuple(u.id for u in units_at(setup, state, side, at) if u.disrupted)
    most = min(len(disrupted), rallying(setup, state, side, at))
    chosen = list(disrupted)
    if most < len(disrupted):
        answer = yield Ask(
            setup.seat_of(side),
            "rallied",
            text("Which units rally? Up to {most} may.", most=most),
            ("8.1",),
            Subset(disrupted, 1, most, ticked=disrupted[:most]),
            form="subset",
            subject=disrupted,
            where=(at,),
        )
        chosen = words_of(answer, "subset")
    train = next(train for train in genuine(table.state, side) if train.at == at)
    spend(table, train, "rally")
    for uid in chosen:
        change(table, uid, disrupted=False)
        words = text("{unit} rallies.", unit=named("unit", setup.units[uid].name))
        veiled = text("A unit at {place} rallies.", place=called(setup, at))
        log_at(table, "result", words, at, "8.1", side=side, pieces=(uid,), veiled=veiled)
