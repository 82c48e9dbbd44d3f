"""The captains of all games: what they choose hangs on what they see, is legal, and leaves nothing out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.play.bots import Eyes, players_of
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.think.script import Scripted
from grognard.engines.core.think.thinker import Thinker
from tests.contract.kinds import declared, kinds_of, names_of, offered_kinds, seen_names

SHORT = {
    "columbia": "shevardino",
    "eagle": "low-hill",
    "europa": "smolensk",
    "gmt": "first-assault",
    "risorgimento": "first-brigade",
}
"""The short scenario of each game in which its players are measured."""
QUICK = {
    "columbia": {"mill-brook": 50},
    "eagle": {"low-hill": 43, "garcia-hernandez": 4, "maida": 3},
    "europa": {"two-roads": 50},
    "gmt": {"first-assault": 25, "windmill-hill": 25},
}
"""Fifty games of each, in some twenty-five seconds of processor time; those of Risorgimento take minutes."""
LONG = {
    "columbia": {"shevardino": 45, "borodino": 5},
    "eagle": {
        "orchard": 8,
        "garcia-hernandez": 8,
        "los-arapiles": 8,
        "les-miserables": 8,
        "maida": 8,
        "bossu-wood": 4,
        "first-corps": 3,
        "jerome": 3,
    },
    "europa": {"smolensk": 46, "campaign-1812": 3, "advanced-1812": 1},
    "gmt": {"charge": 25, "shevardino": 24, "borodino": 1},
    "risorgimento": {"first-brigade": 46, "montebello": 2, "palestro": 2},
}
"""Fifty games of scenarios in which every rule comes up."""
GAMES, COUNTED = 50, 8
"""How many games are played, and in how many of them a kind of choice must be offered to count."""
DECISIONS, COMPARED = 110, 14
"""Of a game that are looked at in the ordinary run, and of these compared with another deal."""
LOOKED = 40
"""After so many choices it is looked anew for what a view names."""


@dataclass
class Record:
    """What captains were offered and chose, by kind; `slips`: what they chose and might not."""

    names: set[str] = field(default_factory=set)
    offered: dict[str, set[str]] = field(default_factory=dict)
    chosen: Counter[str] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    unlike: list[str] = field(default_factory=list)

    def note(self, game: str, offered: set[str], chosen: set[str]) -> None:
        """Write down what was offered in a game, and what was chosen of it."""
        for kind in offered:
            self.offered.setdefault(kind, set()).add(game)
        self.chosen.update(chosen)

    def unused(self, games: int) -> dict[str, int]:
        """Return what was offered in so many games and never chosen, and in how many it was."""
        often = {kind: len(found) for kind, found in self.offered.items() if len(found) >= games}
        return {kind: n for kind, n in often.items() if not self.chosen[kind]}


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
    session, rng = Session(known, setup, seed), Random(seed)
    captains = {seat.id: captain(known, f"{seed} {seat.id}") for seat in setup.info.seats}
    record.names |= names_of(known, setup)
    while session.ask is not None and (limit is None or len(session.choices) < limit):
        ask = session.ask
        options = list(ask.choices) if ask.choices.finite else None
        if limit is not None and (options is None or len(options) > 1):
            compare(session, ask, record, limit)
        choice = captains[ask.seat].next_choice(Eyes(session, ask.seat, ask), options)
        if len(session.choices) % LOOKED == 0:
            record.names |= seen_names(session, ask.seat)
        if options is None or len(options) > 1:
            offered = offered_kinds(ask, options, record.names, rng)
            record.note(f"{name} {seed}", offered, kinds_of(ask, choice, record.names))
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


def fifty(game: str, played: Mapping[str, int], record: Record) -> Record:
    """Let captains play fifty games."""
    assert sum(played.values()) == GAMES
    for name, games in played.items():
        for seed in range(games):
            watched(game, name, str(seed), record)
    return record


def check(game: str, record: Record) -> None:
    """Every kind of choice is used or declared with a reason; what is declared is not used."""
    reasons = declared(game)
    assert not record.slips
    assert {k: n for k, n in record.unused(COUNTED).items() if k not in reasons} == {}
    assert [kind for kind in reasons if record.chosen[kind]] == []


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(QUICK))
def test_over_fifty_games_a_captain_uses_every_kind_of_choice(game: str) -> None:
    check(game, fifty(game, QUICK[game], Record()))


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(LONG))
def test_over_fifty_long_games_too(game: str) -> None:
    record = fifty(game, LONG[game], Record())
    check(game, record)
    if game in QUICK:
        fifty(game, QUICK[game], record)
    assert declared(game).keys() <= record.offered.keys()


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
