"""[E.7] Interpenetration: who may pass through whom, and who may only be passed."""

from __future__ import annotations

from engines.risorgimento.field.footprint import Crowd, crowd, friends
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import State


def may_pass(setup: Setup, uid: str, other: str) -> bool:
    """[E.7.forbidden] Friends pass through each other only if one of the two is light infantry."""
    mine, theirs = setup.types[uid], setup.types[other]
    if mine.side != theirs.side:
        return False
    return mine.is_light_infantry or theirs.is_light_infantry


def in_the_way(setup: Setup, state: State, uid: str) -> Crowd:
    """[E.7.forbidden] Return the friends that a unit may not pass through."""
    if setup.types[uid].is_light_infantry:
        return crowd(setup, state, ())
    mates = friends(setup, state, uid)
    return crowd(setup, state, (o for o in mates.ids if not may_pass(setup, uid, o)))


def let_through(setup: Setup, state: State, uid: str) -> Crowd:
    """[E.7.forbidden] Return the friends that a unit passes through, but may not end its move on."""
    mates = friends(setup, state, uid)
    if setup.types[uid].is_light_infantry:
        return mates
    return crowd(setup, state, (o for o in mates.ids if may_pass(setup, uid, o)))
