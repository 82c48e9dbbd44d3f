"""The captains of all games: what they choose hangs on what they see, is legal, and leaves nothing out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engines.core.play.bots import Eyes, players_of
from engines.core.play.game import AnyGame, registry
from engines.core.play.session import Session
from engines.core.show.asks import PASS, Ask, Choice
from engines.core.think.script import Scripted
from engines.core.think.thinker import Thinker

SHORT = {
    "columbia": "shevardino",
    "eagle": "low-hill",
    "europa": "smolensk",
    "gmt": "first-assault",
    "risorgimento": "first-brigade",
}
"""The short scenario of each game in which its players are measured."""
LONGER = {**SHORT, "gmt": "shevardino"}
"""Where each kind of question comes up."""
DECISIONS, COMPARED = 110, 14
"""Of a game that are looked at in the ordinary run, and of these compared with another deal."""
GAMES = 50
OFTEN = 12
"""So often a question must have come up before it counts that nothing but declining was chosen."""
NOTHING_TO_GAIN = {
    "columbia": {
        "set_up": "the rules set up as history did, which is good",
    },
    "eagle": {},
    "europa": {},
    "gmt": {},
    "risorgimento": {},
}
"""Kinds of choice that a captain never makes, and why nothing is lost by that."""


@dataclass
class Record:
    """What captains were offered and chose, by kind; `slips`: what they chose and might not."""

    offered: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    unlike: list[str] = field(default_factory=list)

    def unused(self, often: int) -> set[str]:
        """Return what was offered so often and never chosen."""
        return {kind for kind, n in self.offered.items() if n >= often and not self.chosen[kind]}


def kind_of(ask: Ask, choice: Choice) -> str:
    """Return of what kind a choice is: that of its question, and what is done where it says so."""
    done = choice.get("do") if isinstance(choice, dict) else None
    charge = " charge" if isinstance(choice, dict) and "charge" in choice else ""
    return f"{ask.kind} {done}" if isinstance(done, str) else f"{ask.kind}{charge}"


@cache
def scenario(game: str, name: str) -> tuple[AnyGame, Any]:
    known = registry[game]
    info = next(one for one in known.scenarios() if one.id == name)
    return known, known.load(Path(info.path), {})


def captain(game: AnyGame, seed: str) -> Scripted[Any]:
    made = players_of(game)["captain"](seed)
    assert isinstance(made, Scripted)
    return made


def watched(game: str, name: str, seed: str, record: Record, limit: int | None = None) -> None:
    """Let captains play, and write down what they were offered and chose."""
    known, setup = scenario(game, name)
    session = Session(known, setup, seed)
    captains = {seat.id: captain(known, f"{seed} {seat.id}") for seat in setup.info.seats}
    while session.ask is not None and (limit is None or len(session.choices) < limit):
        ask = session.ask
        options = list(ask.choices) if ask.choices.finite else None
        if limit is not None and (options is None or len(options) > 1):
            compare(session, ask, record, limit)
        choice = captains[ask.seat].next_choice(Eyes(session, ask.seat, ask), options)
        if options is None or len(options) > 1:
            record.offered.update({kind_of(ask, one) for one in options or () if one != PASS})
            record.chosen.update({kind_of(ask, choice)} if choice != PASS else ())
        session.choose(ask.seat, choice)
    for one in captains.values():
        record.slips.update(one.slips)


def compare(session: Session, ask: Ask, record: Record, limit: int) -> None:
    """Ask for the same decision where all that the seat cannot know is dealt otherwise."""
    if record.compared >= COMPARED or len(session.choices) % (limit // COMPARED):
        return
    other = session.imagine(ask.seat, "another deal")
    if other is None or other.ask is None:
        return
    chosen = [
        captain(session.game, "same").decide(
            Eyes(one, ask.seat, asked), list(asked.choices) if asked.choices.finite else None
        )
        for one, asked in ((session, ask), (other, other.ask))
    ]
    record.compared += 1
    if chosen[0] != chosen[1]:
        record.unlike.append(f"{len(session.choices)} {ask.kind}: {chosen}")


@cache
def short_of(game: str) -> Record:
    """Return what came of the beginning of a game."""
    record = Record()
    watched(game, SHORT[game], "7", record, DECISIONS)
    return record


@pytest.mark.parametrize("game", sorted(SHORT))
def test_the_same_view_is_the_same_choice(game: str) -> None:
    record = short_of(game)
    assert record.compared >= COMPARED // 3
    assert not record.unlike


@pytest.mark.parametrize("game", sorted(SHORT))
def test_no_captain_tries_what_it_may_not(game: str) -> None:
    assert not short_of(game).slips


@pytest.mark.parametrize("game", sorted(SHORT))
def test_no_captain_leaves_out_a_choice_that_comes_up_often(game: str) -> None:
    assert short_of(game).unused(OFTEN) <= set(NOTHING_TO_GAIN[game])


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(SHORT))
def test_over_fifty_games_a_captain_uses_every_kind_of_choice(game: str) -> None:
    record = Record()
    for seed in range(GAMES):
        watched(game, LONGER[game], str(seed), record)
    assert not record.slips
    assert record.unused(OFTEN) == set(NOTHING_TO_GAIN[game])


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_marshal_chooses_by_what_it_sees(game: str) -> None:
    known, setup = scenario(game, SHORT[game])
    session = Session(known, setup, "7")
    captains = {seat.id: captain(known, seat.id) for seat in setup.info.seats}
    compared = 0
    while session.ask is not None and compared < 5:
        ask = session.ask
        other = session.imagine(ask.seat, "another deal")
        options = list(ask.choices) if ask.choices.finite else None
        if other is not None and other.ask is not None and len(session.choices) % 10 == 0:
            chosen = []
            for one, asked in ((session, ask), (other, other.ask)):
                marshal = players_of(known)["marshal"]("same")
                assert isinstance(marshal, Thinker)
                marshal.seconds, marshal.trials, marshal.length = None, 18, 8
                listed = list(asked.choices) if asked.choices.finite else None
                chosen.append(marshal.decide(Eyes(one, ask.seat, asked), listed))
            assert chosen[0] == chosen[1]
            compared += 1
        mine = captains[ask.seat].next_choice(Eyes(session, ask.seat, ask), options)
        session.choose(ask.seat, mine)
    assert compared == 5
