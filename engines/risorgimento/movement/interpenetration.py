"""[E.7] Interpenetration: who may pass through whom, and who may only be passed."""

from __future__ import annotations

from grognard.engines.core.play.memo import Memo
from grognard.engines.risorgimento.field.footprint import Crowd, crowd, friends
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State


def may_pass(setup: Setup, uid: str, other: str) -> bool:
    """[E.7.forbidden] Friends pass through each other only if one of the two is light infantry."""
    mine, theirs = setup.types[uid], setup.types[other]
    if mine.side != theirs.side:
        return False
    return mine.is_light_infantry or theirs.is_light_infantry


def in_the_way(setup: Setup, state: State, uid: str) -> Crowd:
    """[E.7.forbidden] Return the friends that a unit may not pass through."""
    return _parted(setup, state, uid)[0]


def let_through(setup: Setup, state: State, uid: str) -> Crowd:
    """[E.7.forbidden] Return the friends that a unit passes through, but may not end its move on."""
    return _parted(setup, state, uid)[1]


_PARTED: Memo[tuple[Crowd, Crowd, Crowd]] = Memo(2048)
"""By the crowd of friends, which is held, so that its id is its own: those who bar, those who let through."""


def _parted(setup: Setup, state: State, uid: str) -> tuple[Crowd, Crowd]:
    mates = friends(setup, state, uid)
    key = (setup, id(mates), setup.types[uid].is_light_infantry)
    known = _PARTED.get(key)
    if known is None or known[0] is not mates:
        light = setup.types[uid].is_light_infantry
        passed = [o for o in mates.ids if light or setup.types[o].is_light_infantry]
        shut = crowd(setup, state, (o for o in mates.ids if o not in passed))
        known = _PARTED.keep(key, (mates, shut, crowd(setup, state, passed)))
    return known[1], known[2]
