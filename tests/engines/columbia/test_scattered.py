"""Wherever the blocks stand: the State alone gives a question again, and every position is sound."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.columbia.state import ELIMINATED
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

GAME = registry["columbia"]
PHASES = ("pin", "command", "bombard", "move", "straggle", "battle", "supply")
STEPS = 60


@cache
def setup_of(scenario: str, flank: str) -> Any:
    info = next(info for info in GAME.scenarios() if info.id == scenario)
    return GAME.load(Path(info.path), {"flank_attacks": flank})


def scattered(number: int) -> Session:
    """Return a game in which the blocks stand anywhere, worn, in any step of a turn."""
    rng = Random(f"scattered {number}")
    setup = setup_of(rng.choice(["borodino", "shevardino", "campaign"]), rng.choice(["yes", "no"]))
    areas = rng.sample(sorted(setup.ground.areas), 14)
    phase, active = rng.choice(PHASES), rng.choice(["french", "russian"])
    first = rng.choice(["french", "russian"])
    places: dict[str, str] = {}
    place = []
    for uid, kind in setup.types.items():
        if rng.random() < 0.35 and not (kind.is_hq and kind.weight == "army"):
            place.append({"unit": uid, "at": rng.choice([ELIMINATED, "absent"])})
            continue
        # Enemies meet in a battle that is to be fought, and in the steps before in one area at most.
        mixed = areas[: 4 if phase == "battle" else 1]
        half = areas[4::2] if kind.side == "french" else areas[5::2]
        places[uid] = rng.choice([*mixed, *half])
        line: dict[str, object] = {"unit": uid, "at": places[uid]}
        line["step"] = str(rng.randrange(len(kind.ladder)))
        place.append(line)
    attackers = [
        uid
        for uid, at in places.items()
        if at in areas[:4]
        and setup.types[uid].side == first
        and any(places[x] == at and setup.types[x].side != first for x in places)
    ]
    entries = [
        {
            "unit": uid,
            "border": "|".join(
                sorted((places[uid], rng.choice(sorted(setup.ground.near[places[uid]]))))
            ),
        }
        for uid in attackers
    ]
    edits = {
        "only": "yes",
        "turn": str(rng.randint(1, len(setup.days[0].hours))),
        "first": first,
        "active": active,
        "phase": phase,
        "place": place,
        "entries": entries,
    }
    arranged, state = GAME.arrange(setup, GAME.initial(setup, str(number)), edits)
    return Session(GAME, arranged, str(number), state=state)


def asked(session: Session) -> tuple[Any, ...]:
    """Return what is asked, and all that may be answered."""
    ask = session.ask
    assert ask is not None
    listed = (
        list(ask.choices)
        if ask.choices.finite
        else [ask.choices.sample(Random(n)) for n in range(5)]
    )
    refused = [(choice, why.rule) for choice, why in ask.choices.refused()]
    return (ask.seat, ask.kind, str(ask.prompt), ask.rules, ask.subject, ask.where, listed, refused)


def walk(number: int, steps: int) -> int:
    """Play on at random; return how many questions rested, each looked at."""
    session = scattered(number)
    players = {seat.id: RandomBot(f"{number} {seat.id}") for seat in session.setup.info.seats}
    rested = 0
    for _ in range(steps):
        if session.ask is None:
            break
        if session.ask.resting:
            rested += 1
            state = session.table.state
            again = Session(GAME, session.setup, "again", state=state)
            assert again.table.state == state
            assert asked(again) == asked(session)
            assert list(again.table.entries) == [], "what has been said once is said again"
        play(session, players, limit=1)
    return rested


@pytest.mark.parametrize("count", [5, pytest.param(170, marks=pytest.mark.soak)])
@pytest.mark.parametrize("part", range(12))
def test_a_scattered_battle_rests_where_it_can_be_taken_up_again(part: int, count: int) -> None:
    assert sum(walk(number, STEPS) for number in range(part, 12 * count, 12)) > 5 * count


@pytest.mark.parametrize("scenario", ["shevardino", "mill-brook", "borodino", "campaign"])
@pytest.mark.parametrize("count", [1, pytest.param(30, marks=pytest.mark.soak)])
def test_games_played_at_random_are_sound_at_every_rest(scenario: str, count: int) -> None:
    for number in range(count):
        setup = setup_of(scenario, "yes" if number % 2 else "no")
        session = Session(GAME, setup, f"sound {number}")
        players = {seat.id: RandomBot(f"{number} {seat.id}") for seat in setup.info.seats}
        while session.ask is not None:
            if session.ask.resting:
                assert GAME.violations(setup, session.table.state) == []
            play(session, players, limit=1)
        assert GAME.violations(setup, session.table.state) == []
