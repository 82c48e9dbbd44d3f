"""A game put in an envelope: what another process needs to go on from the open question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup


@record
class Posted:
    """A game at its newest resting position, with the choices made since.

    It is written to be sent and opened, and never looked into on the way: it holds the State.
    """

    seed: str
    state: Any
    counts: Mapping[str, int]
    rows: tuple[Row, ...]


def posted(session: Session) -> Posted:
    """Put a game in an envelope."""
    point, rows = session.rest()
    state = session.game.encode(point.state)
    return Posted(session.seed, state, dict(point.counts), tuple(rows))


def opened(game: AnyGame, setup: AnySetup, letter: Posted) -> Session:
    """Return the game of an envelope: it begins at the position that was posted."""
    state = game.decode(setup, letter.state)
    dice = HashDice(letter.seed, letter.counts)
    session = Session(game, setup, letter.seed, dice=dice, state=state)
    for row in letter.rows:
        session.replay(row)
    return session
