"""What a seat answers beforehand: the same game as by hand, to the others, to the dice and to a save."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.data.codec import canonical, encode
from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saves import SaveFile, state_hash
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.standing import Standing
from grognard.engines.core.show.asks import Ask

SCENARIOS = {
    "gmt": ("charge", "russian", "6", 350),
    "risorgimento": ("first-brigade", "austrian", "2", 350),
    "columbia": ("shevardino", "russian", "2", 250),
    "eagle": ("low-hill", "british", "2", 250),
    "europa": ("advanced-1812", "russian", "1", 120),
}
"""A scenario of each game, the seat that answers beforehand, a seed and how many choices are made."""


def begun(name: str, seed: str) -> Session:
    game = registry[name]
    info = next(one for one in game.scenarios() if one.id == SCENARIOS[name][0])
    return Session(game, game.load(Path(info.path), {}), seed)


def never(ask: Ask, turn: str = "") -> Standing:
    assert ask.reaction is not None
    return Standing(ask.seat, ask.kind, ask.reaction.name, turn=turn)


def seen(session: Session, seat: str | None) -> str:
    """All that a seat sees of a game, its log to the last line."""
    view = session.view(seat)
    asked = (view.ask.seat, view.ask.kind, str(view.ask.prompt)) if view.ask else None
    return canonical(
        [repr(asked), *encode([view.pieces, tuple(view.log), view.phase, view.tracks])]
    )


def played_twice(name: str, seed: str, path: Path) -> tuple[Session, int]:
    """Play a game in which one seat answers reactions beforehand, beside one in which it does by hand.

    Returns the first and how many reactions were answered beforehand.
    """
    session, twin = begun(name, seed), begun(name, seed)
    save = SaveFile.create(path, session.game, session.setup, seed)
    save.follow(session)
    rng = Random(seed)
    quiet = SCENARIOS[name][1]
    others = [None, *(seat.id for seat in session.setup.info.seats if seat.id != quiet)]
    answered = 0
    while (ask := session.ask) is not None and len(session.choices) < SCENARIOS[name][3]:
        if ask.reaction is not None and ask.seat == quiet:
            session.say(quiet, [*session.said_by(quiet), never(ask)])
            answered += session.pass_on(lambda _ask: False)
            while twin.ask is not None and len(twin.choices) < len(session.choices):
                assert twin.ask.reaction is not None
                twin.choose(quiet, twin.ask.reaction.declining)
        else:
            choice: Any = ask.choices.sample(rng)
            session.choose(ask.seat, choice)
            twin.choose(ask.seat, choice)
        if len(session.choices) % 20 == 0:
            assert [seen(session, seat) for seat in others] == [seen(twin, seat) for seat in others]
    assert [seen(session, seat) for seat in others] == [seen(twin, seat) for seat in others]
    assert session.choices == twin.choices
    assert session.game.encode(session.table.state) == twin.game.encode(twin.table.state)
    save.checkpoint(session)
    save.close()
    return session, answered


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_other_seats_see_no_difference_and_a_save_replays(name: str, tmp_path: Path) -> None:
    path = tmp_path / "standing.grognard"
    session, answered = played_twice(name, SCENARIOS[name][2], path)
    assert answered > 0
    assert not session.fork().said
    proof = verify(path)
    assert proof.ok
    assert proof.state_hash == state_hash(session.game, session.table.state)
    loaded = load_save(path, read_only=True)
    assert loaded.session.said == session.said
    seat = SCENARIOS[name][1]
    told = [line for line in loaded.session.view(seat).log if "in advance" in str(line.text)]
    assert len(told) == answered
