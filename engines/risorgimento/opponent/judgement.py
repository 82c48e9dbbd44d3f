"""What a sensible player sees at a glance: what a fire is worth, and how a melee would go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from grognard.engines.core.board.tabletop import Pose, flush
from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.footprint import (
    base,
    base_at,
    crowd,
    enemies,
    footprint,
    friends,
)
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.field.support import supporters
from grognard.engines.risorgimento.fire.fire import volley, why_not_target
from grognard.engines.risorgimento.melee.melee_roll import Side, sides_of
from grognard.engines.risorgimento.morale.morale import morale_modifiers
from grognard.engines.risorgimento.odds.fight_odds import melee_chances
from grognard.engines.risorgimento.opponent.policy import figure, whole
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import FIRE, lines
from grognard.engines.risorgimento.state import Melee, State
from grognard.engines.risorgimento.tables import number

Said: TypeAlias = Any
"""A choice as it is written here, or None: whether it is one is asked of the Ask in the end."""

WORST = whole("worst")


def placed(state: State, uid: str, pose: Pose, formation: str) -> State:
    """Return the position with a unit somewhere else, its move made."""
    unit = evolve(state.units[uid], pose=pose, formation=formation, moved=True, sector="", slot="")
    return evolve(state, units={**state.units, uid: unit})


def best_shot(setup: Setup, state: State, uid: str, phase: str = FIRE) -> int:
    """Return the highest fire value that a unit has at anybody from where it stands, 0 for none."""
    side, pose = setup.types[uid].side, state.units[uid].pose
    reach = ranges(setup.types[uid].weapon, setup.types[uid].scale)
    if pose is None or reach is None:
        return 0
    foes, most = enemies(setup, state, side), reach.long + sum(footprint("formed", setup.scale))
    gaps = np.hypot(*(foes.centres - pose.centre).T)
    marks = crowd(setup, state, (foes.ids[i] for i in np.nonzero(gaps <= most)[0].tolist()))
    found = lines(setup, state, (uid,), marks, phase)
    return max(
        (
            volley(setup, state, (lined[0],)).value
            for lined in found.values()
            if lined and why_not_target(setup, state, lined[0].target, side, phase) is None
        ),
        default=0,
    )


@dataclass(frozen=True, slots=True)
class Prospects:
    """The chances that a unit makes an enemy retire, and that it has to retire itself."""

    drives: float
    driven: float

    @property
    def gain(self) -> float:
        return self.drives - self.driven


def prospects(setup: Setup, state: State, uid: str, foe: str, formation: str) -> Prospects:
    """Return how the melee would go if a unit came upon the front of an enemy in a formation.

    Friends at hand that have yet to move are counted as coming up on both sides of it.
    """
    here, kind = state.units[uid].pose, setup.types[uid]
    if here is None:
        return Prospects(0.0, 1.0)
    target = base(setup, state.units[foe])
    stand = flush(base_at(kind, formation, here), target, "front")
    there = placed(state, uid, stand.pose, formation)
    helpers = [(mate, uid) for mate in _at_hand(setup, state, uid, foe)]
    helpers += [(mate, foe) for mate in supporters(setup, there, foe, uid, set(), {})]
    melee = Melee(uid, foe, tuple(helpers))
    own, other = sides_of(melee)
    return Prospects(
        _beaten(setup, there, melee, own, other), _beaten(setup, there, melee, other, own)
    )


def _at_hand(setup: Setup, state: State, uid: str, foe: str) -> list[str]:
    """At most two friends that could support: none in a village fight (G.5.melee)."""
    if state.units[foe].sector or state.units[uid].sector:
        return []
    mates = friends(setup, state, uid)
    fights = contacts(setup, state)
    near = mates.within(base(setup, state.units[foe]), figure("at_hand")).tolist()
    ready = [
        mates.ids[i]
        for i in sorted(near)
        if setup.types[mates.ids[i]].arm == "infantry"
        and mates.ids[i] not in fights
        and not state.units[mates.ids[i]].moved
        and not state.units[mates.ids[i]].routed
        and not state.units[mates.ids[i]].disorder
    ]
    return ready[:2]


def _beaten(setup: Setup, state: State, melee: Melee, striker: Side, struck: Side) -> float:
    """The chance that one side's die makes the other retire."""
    unit = state.units[struck.unit]
    alone = setup.types[struck.unit].arm == "artillery" and not struck.helpers
    shift = sum(m.value for m in morale_modifiers(setup, state, struck.unit))
    faces, whole = number("die"), 0.0
    for cell, chance in melee_chances(setup, state, melee, striker).items():
        if cell == "-":
            continue
        harder = int(cell[-1]) if cell.startswith("M") else WORST
        fails = (faces - (unit.vm - harder - shift)) / faces
        whole += float(chance) * (1.0 if alone else min(1.0, max(0.0, fails)))
    return whole
