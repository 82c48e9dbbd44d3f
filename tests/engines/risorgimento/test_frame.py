"""[geo.frame] Who touches, holds, sees and supports whom does not depend on how the table lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.engines.core.board.tabletop import EDGES, Base, Bases, Pose, flush
from grognard.engines.core.play.table import Table
from grognard.engines.risorgimento.army.units import BATTERY, LINE, SQUARE
from grognard.engines.risorgimento.charge.cavalry_reactions import reactors
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.footprint import base, base_at
from grognard.engines.risorgimento.field.support import melees, opponents, touches
from grognard.engines.risorgimento.manoeuvre.withdrawal import most_in_front
from grognard.engines.risorgimento.movement.zoc import holders
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.sight.sight import FIRE, lines, marks_of
from tests.engines.risorgimento.field import field, watched
from tests.often import until

Places = dict[str, tuple[Pose, str]]
Motion = Callable[[Pose], Pose]
SIZE, MIDDLE = 100, 50000
OURS = ("foot-1", "foot-2", "zouaves-1", "horse-1", "guns-1")
THEIRS = ("foe-1", "foe-2", "jager-1", "uhlans-1", "battery-1")
BOARD = {"size": [str(SIZE), str(SIZE)]}
FIELD = field({uid: (5 + 5 * n, 50, 0) for n, uid in enumerate((*OURS, *THEIRS))}, board=BOARD)
KINDS = FIELD.setup.types
FORMATIONS = {
    "infantry": (LINE, "attack_column", "march_column", "open_order", "square"),
    "cavalry": (LINE, "march_column"),
    "artillery": (BATTERY, "limbered"),
}
MIRRORED = {
    "left flank": "right flank",
    "right flank": "left flank",
    "left of the square": "right of the square",
    "right of the square": "left of the square",
}
HALVES = dict.fromkeys(("left half", "right half"), "half")
"""Of two halves that are as good the left one is taken, in the mirror too."""


def stand(uid: str, pose: Pose, formation: str) -> Base:
    return base_at(KINDS[uid], formation, pose)


@st.composite
def brawls(draw: st.DrawFn) -> Places:
    """Units near each other, most of them with their front on an enemy or beside a friend; on nobody."""
    rng = Random(draw(st.integers(0, 10**6)))
    places: Places = {}
    for uid in rng.sample((*OURS, *THEIRS), 8):
        for _ in range(6):
            formation = rng.choice(FORMATIONS[KINDS[uid].arm])
            own = stand(uid, Pose(MIDDLE, MIDDLE, 0), formation)
            if places and rng.random() < 0.8:
                other = rng.choice(list(places))
                own = flush(
                    own,
                    stand(other, *places[other]),
                    rng.choice(EDGES),
                    rng.randint(-1500, 1500) / 1000,
                )
                own = own.at(own.pose.turned(rng.choice([0.0, 0.0, 0.4, 90.0, 180.0, 200.0])))
                own = own.at(
                    own.pose.moved(rng.choice([0.0, 0.0, 0.0, 1.3, 3.0]), own.heading + 180.0)
                )
            else:
                x, y = rng.randint(-8000, 8000), rng.randint(-8000, 8000)
                own = own.at(Pose(MIDDLE + x, MIDDLE + y, rng.randint(0, 35999)))
            if not len(Bases([stand(u, *spot) for u, spot in places.items()]).overlapping(own)):
                places[uid] = (own.pose, formation)
                break
    return places


def laid(places: Places, move: Motion) -> Board:
    """The units where they are put, the whole table moved; the others are out of play."""
    units = {
        uid: replace(unit, pose=move(places[uid][0]), formation=places[uid][1])
        if uid in places
        else replace(unit, pose=None, place="removed")
        for uid, unit in FIELD.state.units.items()
    }
    return watched(Table(FIELD.setup, replace(FIELD.state, units=units), FIELD.dice))


def facts(table: Board, *, mirror: bool = False) -> dict[str, dict[Any, list[Any]]]:
    """All that the rules ask of bases alone, in words that do not depend on the table's place."""
    setup, state = table.setup, table.state
    on = [uid for uid, unit in state.units.items() if unit.pose is not None]
    ours, theirs = ([uid for uid in on if setup.types[uid].side == side] for side in setup.sides)
    edges: dict[Any, list[Any]] = {}
    for firers, targets in ((ours, theirs), (theirs, ours)):
        foot = [uid for uid in firers if setup.types[uid].arm != "cavalry"]
        marks = marks_of(setup, state, targets)
        for (uid, mark), found in lines(setup, state, foot, marks, FIRE).items():
            named = [HALVES.get(one.name, one.name) for one in found]
            named = [MIRRORED.get(name, name) if mirror else name for name in named]
            edges[uid, marks.ids[mark]] = sorted(
                (name, one.band, one.enfilade) for name, one in zip(named, found, strict=True)
            )
    return {
        "contacts": {uid: sorted(found) for uid, found in contacts(setup, state).items()},
        "fronts": {
            one.by: sorted(o.at for o in touches(setup, state) if o.by == one.by)
            for one in touches(setup, state)
        },
        "zoc": {
            uid: sorted(holders(setup, state, uid, base(setup, state.units[uid]))) for uid in on
        },
        "in front": {uid: sorted(most_in_front(setup, state, uid)) for uid in on},
        "reactions": {uid: sorted(reactors(setup, state, uid)) for uid in on},
        "fire": edges,
    }


def jittered(rng: Random) -> Motion:
    return lambda pose: Pose(
        pose.x + rng.choice((-3, 0, 3)), pose.y + rng.choice((-3, 0, 3)), pose.h
    )


def quarter(times: int) -> Motion:
    def turn(pose: Pose) -> Pose:
        x, y, h = pose.x - MIDDLE, pose.y - MIDDLE, pose.h
        for _ in range(times):
            x, y, h = -y, x, (h + 9000) % 36000
        return Pose(x + MIDDLE, y + MIDDLE, h)

    return turn


def mirrored(pose: Pose) -> Pose:
    return Pose(2 * MIDDLE - pose.x, pose.y, (18000 - pose.h) % 36000)


def unmoved(pose: Pose) -> Pose:
    return pose


def test_predicates_move_turn_and_mirror_with_the_table() -> None:
    counts: Counter[str] = Counter()

    @settings(max_examples=12)
    @given(brawls(), st.integers(1, 3), st.integers(-20000, 20000), st.integers(-20000, 20000))
    def check(places: Places, times: int, dx: int, dy: int) -> None:
        here = facts(laid(places, unmoved))
        # What a grain decides says nothing: it is left out.
        assume(all(facts(laid(places, jittered(Random(seed)))) == here for seed in (1, 2)))
        assert facts(laid(places, quarter(times))) == here
        assert facts(laid(places, lambda pose: Pose(pose.x + dx, pose.y + dy, pose.h))) == here
        assert facts(laid(places, mirrored), mirror=True) == here
        counts.update(name for name, found in here.items() if any(found.values()))
        counts.update(name for found in here["fire"].values() for name, _, _ in found)

    def enough() -> bool:
        kinds = ("contacts", "fronts", "zoc", "in front", "reactions", "fire")
        lines = ("full", "half", "left flank", "right flank")
        return all(counts[name] >= 8 for name in kinds) and all(counts[name] >= 3 for name in lines)

    until(check, enough, counts)


def test_contact_and_melees_are_mutual() -> None:
    """Whoever is in contact with somebody is in contact with him too; nobody fights two melees."""
    counts: Counter[str] = Counter()

    @settings(max_examples=40)
    @given(brawls())
    def check(places: Places) -> None:
        table = laid(places, unmoved)
        setup, state = table.setup, table.state
        found = contacts(setup, state)
        for uid, foes in found.items():
            assert all(
                uid in found[foe] and setup.types[foe].side != setup.types[uid].side for foe in foes
            )
        facing, fights = opponents(touches(setup, state)), melees(setup, state)
        assert all(enemy in found[uid] for uid, enemy in facing.items())
        engaged = [uid for fight in fights for uid in (fight.attacker, fight.defender)]
        once = [uid for uid in engaged if state.units[uid].formation != SQUARE]
        assert len(set(once)) == len(once), "only a square fights a melee on each of its sides"
        helpers = [uid for fight in fights for uid, _ in fight.supporters]
        assert not set(helpers) & set(engaged)
        counts.update({"contact": len(found), "melees": len(fights), "supporters": len(helpers)})

    until(
        check, lambda: min(counts["contact"], counts["melees"], counts["supporters"]) >= 10, counts
    )
