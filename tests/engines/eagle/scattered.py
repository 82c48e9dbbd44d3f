"""Positions that no game comes to: units scattered close together, in any state, at any step of the turn."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.play.session import Session
from grognard.engines.core.scenario.scenariolist import TAKE_BACK
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.eagle.command.pool import counters
from grognard.engines.eagle.deployment.beginning import standing
from grognard.engines.eagle.field.standing import why_not_stand
from grognard.engines.eagle.field.terrain import is_open
from grognard.engines.eagle.game import Eagle
from grognard.engines.eagle.scenario.forces import as_many
from grognard.engines.eagle.scenario.scenario import OPTIONS
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import COLUMN, ELIMINATED, LINE, ORDERS, State, Unit
from tests.conftest import ROOT

GAME = Eagle()
SCENARIOS = (
    "orchard", "low-hill", "maida", "cerro-de-medellin", "miranda-de-azan", "garcia-hernandez",
    "road-to-namur", "jerome", "first-corps", "les-miserables", "bossu-wood", "los-arapiles",
)  # fmt: skip
PHASES = (
    "command.switches", "command.sending", "cards.draw", "action-1.formation", "action-1.movement",
    "action-1.fire", "action-2.formation", "action-2.declarations", "action-2.declarations",
    "action-2.declarations", "rally",
)  # fmt: skip


def scattered(number: int, phase: str = "") -> Session:
    """Return a game that begins in the middle of a battle that never was; `phase`: at this step."""
    rng = Random(f"scattered {number}")
    name = SCENARIOS[number % len(SCENARIOS)]
    options = {
        option.id: rng.choice(("yes", "yes", "no")) for option in OPTIONS if option is not TAKE_BACK
    }
    setup = GAME.load(ROOT / "scenarios" / "eagle" / f"{name}.yaml", options)
    return Session(GAME, setup, f"scattered {number}", state=_position(setup, rng, phase))


def _position(setup: Setup, rng: Random, wanted: str) -> State:
    state = GAME.initial(setup, "scattered")
    gone = {uid: evolve(unit, at=ELIMINATED) for uid, unit in state.units.items()}
    state = evolve(state, units=gone)
    heart = rng.choice(setup.map.grid.hexes)
    near = list(setup.map.grid.within(heart, rng.randint(2, 4)))
    for uid in rng.sample(list(setup.units), len(setup.units)):
        if rng.random() < 0.85 and not setup.units[uid].rifles:
            state = _put(setup, state, uid, near, rng)
    state = _rifles(setup, state, near, rng)
    pool = rng.sample(sorted(counters(), key=int), len(setup.groups))
    phase, active = _step(setup, state, rng, wanted)
    orders = {gid: rng.choice(_orders(setup, gid)) for gid in setup.groups}
    if active and phase == "action-2.declarations":
        orders[active] = "attack"
    groups = {
        gid: evolve(group, order=orders[gid], counter=counter, shown=True)
        for (gid, group), counter in zip(state.groups.items(), pool, strict=True)
    }
    state = evolve(state, groups=groups, turn=rng.randint(2, setup.turns))
    state = _commanders(setup, state, rng)
    left = tuple(sorted({*counters()} - {*pool}, key=int))
    hands, deck = _hands(setup, rng)
    return evolve(state, phase=phase, active=active, counters=left, hands=hands, deck=deck)


def _step(setup: Setup, state: State, rng: Random, wanted: str) -> tuple[str, str]:
    """Choose a step of the turn, and who acts in it: rather cavalry, where charges are declared."""
    phase = wanted or rng.choice(PHASES)
    acting = [
        gid
        for gid, group in setup.groups.items()
        if any(state.units[u].on_map for u in group.units)
    ]
    horse = [gid for gid in acting if setup.groups[gid].arm == "cavalry"]
    if phase == "action-2.declarations" and horse:
        acting = horse
    return phase, rng.choice(acting) if phase.startswith("action") and acting else ""


def _orders(setup: Setup, gid: str) -> list[str]:
    gun = setup.groups[gid].arm == "artillery"
    return ["attack", *(order for order in ORDERS if not (gun and order == "maneuver"))]


def _put(setup: Setup, state: State, uid: str, near: list[str], rng: Random) -> State:
    card, at = setup.units[uid], rng.choice(near)
    if why_not_stand(setup, state, uid, Placement.of(uid, at)) is not None:
        return state
    unit = standing(setup, uid, None, at)
    formation = unit.formation
    if card.is_infantry and is_open(setup, at):
        formation = rng.choice((COLUMN, COLUMN, LINE, "square"))
    if card.is_artillery:
        formation = rng.choice(("limbered", "unlimbered", "unlimbered"))
    kind = rng.choice(("good", "good", "good", "disordered", "routed"))
    kind = "disordered" if kind == "routed" and formation == "unlimbered" else kind
    figures = rng.randint(1, card.figures)
    if card.is_infantry and figures == 1 and formation == LINE:
        formation = COLUMN
    unit = evolve(
        unit,
        facing=rng.randrange(6),
        formation="" if kind == "routed" else formation,
        state=kind,
        figures=figures,
        troops=as_many(dict(card.troops), figures) if unit.troops else (),
        skirmisher=False,
        ooc=rng.random() < 0.1,
        parted=rng.random() < 0.3 and not card.is_artillery,
        fatigued=card.is_cavalry and setup.uses("fatigue") and rng.random() < 0.2,
    )
    return evolve(state, units={**state.units, uid: _screened(setup, unit, rng)})


def _screened(setup: Setup, unit: Unit, rng: Random) -> Unit:
    has = dict(unit.troops).get("skirmisher", 0) > 0 and setup.uses("skirmishers")
    sound = unit.is_good and unit.formation in (COLUMN, LINE) and unit.figures > 1
    return evolve(unit, skirmisher=bool(has and sound and rng.random() < 0.5))


def _rifles(setup: Setup, state: State, near: list[str], rng: Random) -> State:
    for uid, card in setup.units.items():
        if not card.rifles:
            continue
        parents = [
            one.id
            for one in state.units.values()
            if one.on_map
            and setup.units[one.id].group == card.group
            and setup.units[one.id].is_infantry
            and not setup.units[one.id].rifles
            and not one.skirmisher
            and all(one.id != other.parent for other in state.units.values())
        ]
        taken = {unit.at for unit in state.units.values() if unit.on_map}
        free = [at for at in near if at not in taken]
        unit = evolve(state.units[uid], figures=1)
        if card.alone and free:
            unit = evolve(unit, at=rng.choice(free), parent="")
        elif not card.alone and parents:
            parent = rng.choice(parents)
            unit = evolve(unit, at=state.units[parent].at, parent=parent)
        state = evolve(state, units={**state.units, uid: unit})
    return state


def _commanders(setup: Setup, state: State, rng: Random) -> State:
    found = {}
    for cid, one in state.commanders.items():
        side = setup.chiefs[cid].side
        mine = [
            unit.at
            for unit in state.units.values()
            if unit.on_map
            and not setup.units[unit.id].rifles
            and setup.units[unit.id].side == side
            and (not one.group or setup.units[unit.id].group == one.group)
        ]
        at = rng.choice(mine) if mine else ELIMINATED
        found[cid] = evolve(one, at=at, wounded=rng.random() < 0.3)
    return evolve(state, commanders=found)


def _hands(setup: Setup, rng: Random) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    cards = rng.sample(sorted(setup.deck.cards, key=int), 8)
    hands = {side: tuple(sorted(cards[i::2], key=int)) for i, side in enumerate(SIDES)}
    return hands, tuple(sorted({*setup.deck.cards} - {*cards}))


def eager(rng: Random, ask: Ask) -> Choice:
    """Return a choice at random, that seldom declines: so that there is something to see."""
    for _ in range(4):
        choice = ask.choices.sample(rng)
        if choice != PASS or rng.random() < 0.1:
            return choice
    return choice


def asked(session: Session) -> tuple[Any, ...]:
    """Return all that a question says."""
    ask = session.ask
    assert ask is not None
    return (
        ask.kind,
        ask.seat,
        str(ask.prompt),
        ask.subject,
        ask.where,
        list(map(str, ask.choices)),
    )


def walk(number: int, steps: int, look: Any, phase: str = "") -> None:
    """Play on from a scattered position, and look at it at each question."""
    session = scattered(number, phase)
    rng = Random(f"walk {number}")
    for _ in range(steps):
        if session.ask is None:
            return
        look(session)
        session.choose(session.ask.seat, eager(rng, session.ask))
