"""The contract of every registered game: what table, saves and computer players rely on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.data.codec import canonical, ordered
from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saves import SaveFile, state_hash
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.session import Session, WrongChoice
from grognard.engines.core.play.setups import ScenarioInfo
from tests.conftest import HANG, environment

GAMES = sorted({point.name for point in entry_points(group="grognard.games")})
RESTARTS = 12
OWN = (
    "windmill-hill",
    "mill-brook",
    "hamlet-of-bruna",
    "outposts",
    "crossroads",
    "orchard",
    "two-roads",
)
"""The battles that are our own: small, so that others stand for their games."""
SHORT = 120
"""In minutes, as the scenario has it: longer battles are played at random in the soak alone."""
WHOLE, FEW = 20_000, 400
"""So many choices end any game; and so many are played of all but the shortest, to their end in the soak."""


def listed(name: str) -> list[ScenarioInfo]:
    """Return the scenarios of a game, the shortest first, those made in the editor last."""
    return sorted(registry[name].scenarios(), key=lambda info: (info.id in OWN, info.minutes))


@cache
def load(name: str) -> tuple[AnyGame, tuple[Any, ...]]:
    """Return a game and its scenarios as they are listed."""
    game = registry[name]
    return game, tuple(game.load(Path(info.path), {}) for info in listed(name))


def start(name: str, seed: str = "1", number: int = 0) -> Session:
    """Return a new game."""
    game, setups = load(name)
    return Session(game, setups[number], seed)


def bots(session: Session, seed: str = "bot") -> dict[str, RandomBot]:
    """Return random players for all seats."""
    return {seat.id: RandomBot(f"{seed} {seat.id}") for seat in session.setup.info.seats}


@cache
def finished(name: str) -> Session:
    """Return a game of the shortest scenario, played to its end; not to be changed."""
    session = start(name)
    play(session, bots(session))
    return session


def standing(session: Session) -> tuple[str, Any, Any, Any]:
    """Return everything that makes a position: state, ask, log, verdict."""
    ask = session.ask
    asked = ask and (ask.seat, ask.kind, str(ask.prompt), ask.rules)
    hashed = state_hash(session.game, session.table.state)
    return hashed, asked, list(session.table.entries), session.verdict


def scenarios() -> Iterator[Any]:
    """Give every scenario of every game, and how much of it is played; what is long is left to the soak."""
    for name in GAMES:
        for number, info in enumerate(listed(name)):
            battle, soak = f"{name}-{info.id}", [pytest.mark.soak]
            if number and info.minutes <= SHORT:
                yield pytest.param(name, number, FEW, id=f"{battle}-begun")
            marks = soak if number else []
            yield pytest.param(name, number, WHOLE, id=battle, marks=marks)


@pytest.mark.parametrize(("name", "number", "most"), [*scenarios()])
def test_random_playouts_end_without_violation(name: str, number: int, most: int) -> None:
    game, setups = load(name)
    setup, session = setups[number], start(name, str(number), number)
    broken: list[str] = []
    play(
        session,
        bots(session),
        watch=lambda now: broken.extend(game.violations(setup, now.table.state)),
        limit=most,
    )
    assert broken == []
    if most < WHOLE and session.verdict is None:
        assert len(session.choices) == most
        return
    assert session.verdict is not None
    assert session.verdict.winner in {*(seat.id for seat in setup.info.seats), "draw"}


@pytest.mark.parametrize("name", GAMES)
def test_no_dead_end_and_every_listed_choice_is_legal(name: str) -> None:
    session = start(name, "2")
    players = bots(session, "2")
    while session.ask is not None:
        ask = session.ask
        listed = list(ask.choices) if ask.choices.finite else [ask.choices.sample(Random("x"))]
        assert listed, f"{ask.kind} offers nothing"
        assert [choice for choice in listed if session.why_not(ask.seat, choice)] == []
        assert json.loads(canonical(listed)) == listed
        play(session, players, limit=1)


@pytest.mark.parametrize("name", GAMES)
def test_wrong_seat_and_unlisted_choices_are_refused(name: str) -> None:
    session = start(name)
    before = standing(session)
    ask = session.ask
    assert ask is not None
    legal = next(iter(ask.choices))
    others = [seat.id for seat in session.setup.info.seats if seat.id != ask.seat]
    hostile: list[tuple[str, Any]] = [(seat, legal) for seat in [*others, "nobody", ""]]
    hostile += [
        (ask.seat, choice)
        for choice in (
            "no such thing",
            10**30,
            -1,
            None,
            [],
            {},
            [{}],
            {"at": "nowhere"},
            {"route": []},
            {"pieces": None},
            {"subset": [1]},
        )
    ]
    for seat, choice in hostile:
        with pytest.raises(WrongChoice):
            session.choose(seat, choice)
    assert standing(session) == before


@pytest.mark.parametrize("name", GAMES)
def test_state_survives_json(name: str) -> None:
    session = finished(name)
    game, setup = session.game, session.setup
    assert session.checkpoints
    for point in session.checkpoints[:: max(1, len(session.checkpoints) // RESTARTS)]:
        text = canonical(game.encode(point.state))
        again = game.decode(setup, json.loads(text))
        assert again == point.state
        assert canonical(game.encode(again)) == text


@pytest.mark.parametrize("name", GAMES)
def test_restart_at_resting_asks_continues_identically(name: str) -> None:
    whole = finished(name)
    for point in whole.checkpoints[:: max(1, len(whole.checkpoints) // RESTARTS)]:
        session = start(name)
        log = whole.table.entries[: point.entries]
        session.resume_at(point.index, point.state, point.counts, whole.choices, log, whole.marks)
        for row in whole.choices[point.index :]:
            session.replay(row)
        assert standing(session) == standing(whole)
        assert session.marks == whole.marks


@pytest.mark.parametrize("name", GAMES)
def test_a_position_from_a_file_offers_the_same_in_the_same_order(name: str) -> None:
    """What computer players draw from must not change by reopening a game."""
    whole = finished(name)
    for point in whole.checkpoints[:: max(1, len(whole.checkpoints) // RESTARTS)]:
        written = json.loads(ordered(whole.game.encode(point.state)))
        offered = []
        for state in (point.state, whole.game.decode(whole.setup, written)):
            session = start(name)
            log = whole.table.entries[: point.entries]
            session.resume_at(point.index, state, point.counts, whole.choices, log, whole.marks)
            ask = session.ask
            if ask is not None and ask.choices.finite:
                offered.append([list(ask.choices), list(ask.choices.refused())])
        assert offered[:1] == offered[1:]


@pytest.mark.parametrize("name", GAMES)
def test_undo_and_redo_are_identities(name: str) -> None:
    session = start(name)
    play(session, bots(session), limit=40)
    after = standing(session)
    count = len(session.choices)
    for back in range(1, min(15, count)):
        session.rewind(count - back)
        fresh = start(name)
        for row in session.choices:
            fresh.replay(row)
        assert standing(session) == standing(fresh)
        while session.redo():
            pass
        assert standing(session) == after
        assert len(session.choices) == count


@pytest.mark.parametrize("name", GAMES)
def test_save_and_load_are_identities(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.grognard"
    session = start(name)
    save = SaveFile.create(path, session.game, session.setup, session.seed)
    save.follow(session)
    players = bots(session)
    play(session, players, limit=30)
    session.rewind(len(session.choices) - 5)
    while session.ask is not None:
        save.close()
        loaded = load_save(path, {name: session.game})
        assert loaded.problems == []
        assert loaded.save is not None
        assert standing(loaded.session) == standing(session)
        assert loaded.session.choices == session.choices
        session, save = loaded.session, loaded.save
        play(session, players, limit=60)
    save.checkpoint(session)
    save.close()
    result = verify(path, {name: session.game})
    assert result.problems == ()
    assert result.state_hash == state_hash(session.game, session.table.state)


@pytest.mark.parametrize("name", GAMES)
def test_fork_is_independent_and_equal(name: str) -> None:
    session = start(name)
    play(session, bots(session), limit=25)
    before = standing(session)
    fork = session.fork("other dice")
    assert standing(fork) == before
    again = fork.fork()
    play(fork, bots(fork, "f"), limit=25)
    play(again, bots(again, "f"), limit=25)
    assert standing(fork) == standing(again)
    assert standing(fork.fork()) == standing(fork)
    assert standing(session) == before


@cache
def told(hash_seed: str) -> list[dict[str, Any]]:
    """Return what a game of each game comes to in a process of its own, all games in one."""
    scenarios = [f"{name}/{load(name)[1][0].info.id}" for name in GAMES]
    words = ["from grognard.app.cli import main"]
    words += [f"main(['selfplay', '{one}', '--games', '1', '--json'])" for one in scenarios]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(words)],
        env=environment(PYTHONHASHSEED=hash_seed),
        capture_output=True,
        text=True,
        timeout=HANG,
        check=True,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    timed = {"seconds", "processor_seconds_a_decision"}
    return [{k: v for k, v in row.items() if k not in timed} for row in rows]


@pytest.mark.parametrize("name", GAMES)
def test_same_hash_in_other_processes(name: str) -> None:
    once, again = (
        [row for row in told(seed) if row["scenario"].startswith(f"{name}/")]
        for seed in ("0", "12345")
    )
    assert once == again
    assert [row["seed"] for row in once] == [1]
