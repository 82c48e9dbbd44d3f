"""Every question of which a choice leads to a die shows how likely it is that what is wanted comes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.caserun import CaseRun
from grognard.engines.core.proof.cases import load_setup, read_case
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry, Roll
from tests.contract.positions import case_paths
from tests.contract.test_contract import GAMES, OWN, bots, load
from tests.contract.test_odds import face_to_face_of

PLAYED = {
    "gmt": 400,
    "columbia": 500,
    "europa": 300,
    "eagle": 400,
    "risorgimento": 250,
}
CARDS = (
    "fire",
    "melee",
    "charge",
    "order_change",
    "order_counter",
    "morale_rally",
    "morale_square",
    "morale_result",
    "morale_alarm",
)
SHOWING = sorted(PLAYED.keys() & {*GAMES})
ANYHOW: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("gmt", "cavalry_against_infantry"): {
        "shock": "the Shock comes whatever the cavalry does",
        "retreat_check": "a check that the Shock brings",
    },
    ("gmt", "shock_order"): {"shock": "every Shock is resolved, whichever comes first"},
    ("gmt", "retreat_before_shock"): {"shock": "the others' Shock comes whether it leaves or not"},
    ("gmt", "recall"): {
        "shock": "it comes to the Shock only where the Recall fails, which has odds"
    },
    ("eagle", "charge_successor"): {"charge": "the charge goes on, whoever leads it"},
    ("eagle", "rout"): {"fire": "fires declared together count, wherever the routed flee"},
    ("eagle", "reaction"): dict.fromkeys(CARDS, "the die falls with or without the card"),
    ("eagle", "event"): dict.fromkeys(CARDS, "the card says itself what it adds, and to which die"),
    ("risorgimento", "advance"): {
        "melee": "whom a ride comes upon hangs on how far it is; what he does against it is asked first"
    },
    ("risorgimento", "village_hold"): {
        "morale_rally": "whoever is routed tests in the phase of rallying, later in the turn"
    },
    ("europa", "retreat"): {
        "revolt": "the revolt is rolled for once Kiev is taken, by whatever way"
    },
    ("europa", "discard"): {
        "attrition": "the frost is rolled for at the end of the moves in any case"
    },
    ("europa", "commander"): {
        "cossacks": "the phase after the moves of Commanders",
        "forage": "the phase after the moves of Commanders",
    },
}
"""Dice that name those a choice is about and are yet not its own, by question and purpose; and why not."""


def led_to(ask: Ask, choice: Choice, entries: list[LogEntry]) -> Iterator[Roll]:
    """Give the dice cast upon a choice for those whom it, or its question, is about."""
    about = {*_words(choice), *ask.subject, *ask.where}
    for entry in entries:
        if entry.roll is not None and entry.roll.first is not None:
            subject = entry.roll.subject
            if about & {subject, *re.split(r"[>|,: ]", subject)}:
                yield entry.roll


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _words(part)


def unshown(game: str, ask: Ask, choice: Choice, entries: list[LogEntry]) -> list[str]:
    """Return the dice that a choice led to although its question shows no odds."""
    if choice == PASS or ask.odds is not None:
        return []
    anyhow = ANYHOW.get((game, ask.kind), {})
    rolls = [roll for roll in led_to(ask, choice, entries) if roll.purpose not in anyhow]
    return [f"{ask.kind} {choice}: {roll.purpose} of {roll.subject}" for roll in rolls]


@pytest.mark.parametrize("name", SHOWING)
def test_random_games_cast_no_die_without_its_odds(name: str) -> None:
    found: list[str] = []
    for setup in [one for one in load(name)[1] if one.info.id not in OWN]:
        session = Session(registry[name], setup, "7", state=face_to_face_of(name, setup, 1))
        players = bots(session, "odds shown")
        while session.ask is not None and len(session.choices) < PLAYED[name]:
            ask, before = session.ask, len(session.table.entries)
            play(session, players, limit=1)
            choice = session.choices[-1].choice
            found += unshown(name, ask, choice, session.table.entries[before:])
    assert not found, "\n".join(sorted(set(found)))


class _Watched(CaseRun):
    """A case that notes which of its choices led to a die without odds."""

    found: list[str]

    def _choose(self, seat: str, choice: Choice) -> None:
        session, ask = self.session, self.session.ask
        before = len(session.table.entries)
        try:
            super()._choose(seat, choice)
        finally:
            if ask is not None and session is self.session:
                entries = session.table.entries[before:]
                self.found += unshown(session.game.id, ask, choice, entries)


def cast_blindly(path: Path) -> list[str]:
    """Return the dice of a case that were cast without odds."""
    case = read_case(path)
    values = next(iter(case.variants()))
    owner, setup = load_setup(case, values)
    run = _Watched(case, owner, setup, values)
    run.found = []
    run.play()
    return [f"{path.stem}: {line}" for line in run.found]


@pytest.mark.parametrize("name", SHOWING)
def test_cases_cast_no_die_without_its_odds(name: str) -> None:
    found = [line for path in case_paths(name) for line in cast_blindly(path)]
    assert not found, "\n".join(sorted(set(found)))
