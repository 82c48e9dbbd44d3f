"""Random positions of the shipped battles: units thrown close together, in any state, in any phase.

A shipped game hardly ever has several charges, flank attacks and routs at once; these begin with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from grognard.engines.core.board.tabletop import Base, Pose, distance, flush
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import Ask
from grognard.engines.risorgimento.army.units import LIMBERED, MARCH, TABLE, WAITING, Unit
from grognard.engines.risorgimento.charge.charges import why_not_note
from grognard.engines.risorgimento.command.succession import behind
from grognard.engines.risorgimento.field.footprint import base, base_at, everyone
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.ground.allowance import formations_of
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.morale.morale import half_morale
from grognard.engines.risorgimento.movement.move_under_way import on_board
from grognard.engines.risorgimento.scenario.load import scenario_infos
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

GAME = Risorgimento()
PHASES = ("C.notes", "D", "E.charges", "E.charges", "E.move", "E.move", "F", "G", "G", "H", "A")
WIDE = 34.0
"""In cm: the square that the units are thrown into."""
ROUTED = 0.08
"""How many of the units rout already."""
MANY = 30
"""So many units of each side at most."""


@cache
def setups() -> tuple[Setup, ...]:
    """Every shipped battle, measured."""
    return tuple(GAME.load(Path(one.path), {"premeasure": "yes"}) for one in scenario_infos())


def scattered(seed: int) -> Session:
    """Return a game that begins in a random position."""
    rng = Random(seed)
    setup = setups()[seed % len(setups())]
    session = Session(GAME, setup, str(seed))
    state = position(setup, session.table.state, rng)
    session._first = state
    session.resume_at(0, state, {}, [], [])
    return session


def position(setup: Setup, first: State, rng: Random) -> State:
    """Throw units about and put them into random states; the phase begins afresh."""
    units: dict[str, Unit] = {
        uid: evolve(unit, place=WAITING, pose=None, sector="", slot="")
        for uid, unit in first.units.items()
    }
    state = evolve(first, units=units)
    wide, deep = setup.table.size
    middle = (rng.uniform(WIDE / 2, wide - WIDE / 2), rng.uniform(WIDE / 2, deep - WIDE / 2))
    for side in setup.sides:
        own = [uid for uid, kind in setup.types.items() if kind.side == side]
        rng.shuffle(own)
        own.sort(key=lambda uid: setup.types[uid].arm != "cavalry")
        for uid in own[: rng.randint(6, MANY)]:
            state = _throw(setup, state, uid, middle, rng)
    state = _lead(setup, state, rng)
    phase = rng.choice(PHASES)
    winner = rng.choice(setup.sides)
    fields: dict[str, Any] = {"phase": phase, "initiative": winner, "lead": rng.randint(0, 2)}
    fields |= {"bonus": fields["lead"], "turn": rng.randint(1, 6), "answered": (), "active": ""}
    state = evolve(state, **fields)
    return _note(setup, state, rng) if phase == "E.charges" else state


def _throw(setup: Setup, state: State, uid: str, middle: tuple[float, float], rng: Random) -> State:
    """Put a unit down, a third of the time against one that stands already."""
    kind = setup.types[uid]
    routed = rng.random() < ROUTED
    flees = LIMBERED if kind.arm == "artillery" else MARCH
    formation = flees if routed else rng.choice(formations_of(setup, uid))
    others = everyone(setup, state)
    for _ in range(12):
        x = middle[0] + rng.uniform(-WIDE / 2, WIDE / 2)
        y = middle[1] + rng.uniform(-WIDE / 2, WIDE / 2)
        stand = base_at(
            kind, formation, Pose.of(x, y, rng.choice((0, 90, 180, 270, rng.uniform(0, 360))))
        )
        if len(others) and rng.random() < 1 / 3:
            mate = rng.choice(others.items)
            edge = rng.choice(("front", "right", "rear", "left"))
            stand = flush(stand, mate, edge, rng.choice((0.0, 0.0, rng.uniform(-2, 2))))
            stand = stand.at(stand.pose.turned(rng.choice((0, 0, 0, 180, 90))))
        fits = on_board(setup, stand) and not len(others.overlapping(stand))
        if fits and may_stand(setup, state, kind, formation, stand.centre):
            unit = _in_some_state(setup, state.units[uid], stand, formation, rng, routed=routed)
            return evolve(state, units={**state.units, uid: unit})
    return state


def _in_some_state(
    setup: Setup, unit: Unit, stand: Base, formation: str, rng: Random, *, routed: bool
) -> Unit:
    kind = setup.types[unit.id]
    least = half_morale(setup, unit.id)
    return evolve(
        unit,
        place=TABLE,
        pose=stand.pose,
        formation=formation,
        routed=routed,
        vm=least - 1 if routed else rng.randint(least, kind.vm),
        halves=rng.randint(max(2, kind.halves // 2), kind.halves)
        if kind.halves > 4
        else kind.halves,
        disorder=rng.choice((0, 0, 0, 0, 1, 2)),
        fatigue=rng.choice((0, 0, 1, 2)),
        marker=rng.choice(("", "", "", "", "blue", "yellow", "green")),
    )


def _lead(setup: Setup, state: State, rng: Random) -> State:
    """Commanders behind units of their own, attached or not, or nowhere."""
    leaders = dict(state.commanders)
    out = [uid for uid, unit in state.units.items() if unit.place == TABLE]
    taken: set[str] = set()
    for name, leader in leaders.items():
        own = [
            uid
            for uid in out
            if setup.types[uid].side == setup.posts[name].side and uid not in taken
        ]
        if not own:
            leaders[name] = evolve(leader, attached="")
            continue
        uid = rng.choice(own)
        attached = rng.random() < 0.4 and uid in _under(setup, name)
        taken |= {uid} if attached else set()
        pose = behind(setup, state, uid)
        leaders[name] = evolve(
            leader,
            place=TABLE,
            pose=pose,
            attached=uid if attached else "",
            radius=leader.radius or 15,
        )
    return evolve(state, commanders=leaders)


def _under(setup: Setup, name: str) -> tuple[str, ...]:
    return setup.formations.get(setup.posts[name].formation, ())


def _note(setup: Setup, state: State, rng: Random) -> State:
    """Note a charge for most of the cavalry, at somebody near."""
    notes: list[tuple[str, str]] = []
    for uid, unit in state.units.items():
        if unit.place != TABLE or why_not_note(setup, state, uid) is not None or rng.random() < 0.1:
            continue
        foes = [
            o
            for o, other in state.units.items()
            if other.place == TABLE and setup.types[o].side != setup.types[uid].side
        ]
        if foes:
            own = base(setup, unit)
            foes.sort(key=lambda other: distance(own, base(setup, state.units[other])))
            notes.append((uid, rng.choice(foes[:4])))
    return evolve(state, notes=tuple(notes))


def restarted(session: Session) -> Ask | None:
    """Return the question that the game asks when it starts again from the State alone."""
    state = GAME.decode(session.setup, GAME.encode(session.table.state))
    table = Table(session.setup, state, HashDice("another"))
    return next(GAME.resume(table), None)


def shown(ask: Ask | None) -> dict[str, Any] | None:
    """What a question is: who is asked what, about whom, and all there is to choose from."""
    if ask is None:
        return None
    found = {
        "seat": ask.seat,
        "kind": ask.kind,
        "subject": ask.subject,
        "where": ask.where,
        "prompt": str(ask.prompt),
    }
    return {
        **found,
        "choices": [repr(choice) for choice in ask.choices] if ask.choices.finite else None,
    }


def played(seed: int, most: int) -> Iterator[Session]:
    """Play a random position by chance; give the game at every choice."""
    session, rng = scattered(seed), Random(f"on {seed}")
    for _ in range(most):
        yield session
        if session.ask is None:
            return
        session.choose(session.ask.seat, session.ask.choices.sample(rng))
    yield session
