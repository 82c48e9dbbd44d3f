"""A long game's log is written on, and never told anew: whoever looks reads what is new."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from grognard.app.finding import load_scenario
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.history import Chronicle
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.deeds import Deed, deeds, told_on
from grognard.engines.core.show.explain import ASIDE, LogEntry
from tests.fixture_game.state import Setup, State


def told_anew(session: Session) -> list[tuple[int, LogEntry]]:
    """Return the log as it reads from its start."""
    fresh = Chronicle()
    return list(fresh.follow(session.table.entries, session.marks, session.notes))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["fixture/picket", "columbia/mill-brook"])
def test_what_is_written_on_reads_as_if_told_anew(name: str, seed: int) -> None:
    session, rng = Session(*load_scenario(name, {}), str(seed)), Random(str(seed))
    bots = {seat.id: RandomBot(f"{seed} {seat.id}") for seat in session.setup.info.seats}
    seats = [*bots, None]
    went_back = 0
    for _ in range(60):
        play(session, bots, limit=1)
        if rng.random() < 0.4:
            session.pass_on(rare=True)
        if rng.random() < 0.15 and session.choices:
            session.rewind(rng.randrange(len(session.choices) + 1))
            went_back += 1
        if rng.random() < 0.6:
            anew = told_anew(session)
            assert list(session.history()) == anew
            for seat in seats:
                seen = [(at, line) for at, e in anew if (line := e.seen_by(seat)) is not None]
                assert session.seen(seat).entries == [line for _, line in seen]
                assert session.seen(seat).lines == [row for row in seen if row[1].kind != ASIDE]
                assert list(session.view(seat).log) == [line for _, line in seen]
            assert session.passed() == {n.at for n in session.notes if n.kind == "passed"}
        if session.ask is None:
            break
    assert went_back


def test_one_more_choice_reads_a_few_lines(
    picket: Game[Setup, State], setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(picket, setup, "1")
    bots = {seat.id: RandomBot(seat.id) for seat in setup.info.seats}
    play(session, bots, limit=40)
    looked, read = Counter[str](), LogEntry.seen_by

    def seen_by(entry: LogEntry, seat: str | None) -> LogEntry | None:
        looked["lines"] += 1
        return read(entry, seat)

    monkeypatch.setattr(LogEntry, "seen_by", seen_by)
    session.seen(None)
    whole = looked["lines"]
    assert whole > 20
    play(session, bots, limit=1)
    before = len(session.table.entries)
    session.seen(None)
    session.seen(None)
    session.view(None)
    assert looked["lines"] <= whole + before - session.marks[-1]


def test_a_view_keeps_the_log_of_its_moment(session: Session) -> None:
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    play(session, bots, limit=10)
    kept, then = session.view(None), [line for _, line in told_anew(session)]
    play(session, bots, limit=10)
    expected = [line for entry in then if (line := entry.seen_by(None)) is not None]
    assert list(kept.log) == expected
    assert len(session.view(None).log) > len(kept.log)


@pytest.mark.parametrize("name", ["gmt/first-assault", "columbia/mill-brook", "eagle/orchard"])
def test_deeds_are_told_on_as_if_told_at_once(name: str) -> None:
    session = Session(*load_scenario(name, {}), "3")
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    play(session, bots, limit=150)
    lines, rng = list(session.history()), Random(name)
    told: list[Deed] = []
    stands = 0
    while stands < len(lines):
        stands = min(len(lines), stands + rng.randrange(1, 4))
        before = list(told)
        same = told_on(told, lines[:stands])
        assert told == deeds(lines[:stands])
        assert told[:same] == before[:same]
