"""Every inquiry of every game answers what it is asked, or refuses in words: never an exception."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.play.session import Session
from tests.contract.test_contract import GAMES, bots, load
from tests.contract.wrong import impossible, of_other_forms

STOPS = (0, 40, 110)
"""Decisions played before everything is asked, each time on from there."""
REAL = 3


def asked(session: Session) -> Iterator[Any]:
    """Give what somebody might ask about: nonsense, and the choices of the question under way."""
    ask = session.ask
    yield from impossible()
    yield from of_other_forms()
    if ask is not None:
        yield from (ask.choices.sample(Random(str(n))) for n in range(REAL))


def faults(session: Session) -> set[str]:
    """Return what the inquiries of a game raise, asked about anything."""
    found = set()
    seat = session.ask.seat if session.ask else None
    for name, inquiry in session.game.inquiries.items():
        for said in asked(session):
            given = dict.fromkeys(inquiry.arguments, said)
            try:
                inquiry.ask(session.setup, session.table.state, seat, **given)
            except NoAnswer:
                continue
            except Exception as fault:  # noqa: BLE001 - any other is what is looked for
                found.add(f"{name}: {type(fault).__name__} of {str(said)[:60]}")
    return found


@pytest.mark.parametrize("name", GAMES)
def test_an_inquiry_answers_or_refuses_in_words(name: str) -> None:
    session = Session(registry[name], load(name)[1][0], "1")
    players, found = bots(session, "1"), set[str]()
    for stop in STOPS:
        play(session, players, limit=stop)
        found |= faults(session)
    assert not found, "\n".join(sorted(found))
