"""[D] [F] The two fire phases: sealed orders of both sides, then all fires at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees
from random import Random

import numpy as np

from grognard.engines.core.board.tabletop import turn_between
from grognard.engines.core.data.text import Text, all_of, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import SQUARE
from grognard.engines.risorgimento.field.contact import touching
from grognard.engines.risorgimento.field.effects import change
from grognard.engines.risorgimento.field.footprint import Crowd, enemies, on_table
from grognard.engines.risorgimento.field.memo import by_units
from grognard.engines.risorgimento.field.names import SIDE_NAMES
from grognard.engines.risorgimento.field.ranges import BAND_NAMES, ranges
from grognard.engines.risorgimento.fire.fire import (
    Miss,
    Volley,
    formation_of,
    order_of_fire,
    shoot,
    volleys,
    why_not_fires,
    why_not_target,
)
from grognard.engines.risorgimento.fire.misses import fall_short, refusal_of, why_no_line
from grognard.engines.risorgimento.morale.losses import Hit, suffer_all
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.sight.obstacles import Block
from grognard.engines.risorgimento.sight.sight import FIRE, GUNS, barred, lines, marks_of
from grognard.engines.risorgimento.state import Shot, State

KINDS = {GUNS: "artillery_fire", FIRE: "fire"}
PURPOSES = {GUNS: "artillery_fire", FIRE: "fire"}
RULES = {
    GUNS: ("D.phase", "D.combine", "D.1.cone", "D.1.lof", "D.3.value"),
    FIRE: ("F.phase", "F.1.best", "F.2.value", "F.3.artillery", "F.4.visibility"),
}
ORDERED = "ordered:"
"""Before a side in `State.answered`: it has given all its orders of fire."""
EYE_ANGLE = 30.0
EYE_RANGE = 1.25
EYE_COUNT = 6
PASS_SHARE = 0.1
SIDES_OF_A_SQUARE = 4


def artillery_phase(table: Board) -> Procedure[None]:
    """[D.phase] Both sides order their batteries, then all fires are resolved together."""
    yield from _phase(table, GUNS)


def fire_phase(table: Board) -> Procedure[None]:
    """[F.phase] All that have not used opportunity fire, guns that fired in D among them."""
    yield from _phase(table, FIRE)


def _phase(table: Board, phase: str) -> Procedure[None]:
    for side in table.setup.sides:
        if ORDERED + side not in table.state.answered:
            yield from _orders(table, side, phase)
            table.update(answered=(*table.state.answered, ORDERED + side))
    release(table, phase)


def _orders(table: Board, side: str, phase: str) -> Procedure[None]:
    """[D.phase] [F.phase] One side names its fires, one target at a time; the other learns nothing."""
    setup = table.setup
    seat = setup.seat_of(side)
    while True:
        choices = Orders(setup, table.state, side, phase)
        if not choices.any():
            return
        choice = yield Ask(
            seat,
            KINDS[phase],
            text("Order fire: who fires at whom?"),
            RULES[phase],
            choices,
            form="target",
            resting=True,
            secret=True,
            odds="fire_odds",
        )
        if choice == PASS:
            table.log(
                "choice",
                text("The {side} have given their orders of fire.", side=SIDE_NAMES[side]),
                RULES[phase][0],
                seat=seat,
            )
            return
        shot = Shot(tuple(words_of(choice, "pieces")), word_of(choice, "at"))
        table.update(fires=(*table.state.fires, shot))
        table.log(
            "choice",
            choices.label(choice),
            *RULES[phase][:2],
            seat=seat,
            visible_to=(seat,),
            pieces=(*shot.units, shot.target),
        )


def own_fires(setup: Setup, state: State, side: str) -> tuple[Shot, ...]:
    """Return the orders of fire that a side has given in this phase."""
    return tuple(shot for shot in state.fires if setup.types[shot.units[0]].side == side)


def with_given(
    setup: Setup, state: State, given: Sequence[Shot], shot: Shot, phase: str
) -> tuple[list[Volley], list[Miss]]:
    """[F.2.value] [D.combine] Return all volleys at a target once an order joins those given before.

    The other orders count too: a side of a square that fires elsewhere does not fire here.
    """
    found, missed = volleys(setup, state, (*given, shot), phase)
    at = shot.target
    return [one for one in found if one.target == at], [one for one in missed if one.target == at]


# -- orders ------------------------------------------------------------------------------------


@by_units
def _bars(
    setup: Setup, state: State, uid: str, at: tuple[str, ...], phase: str
) -> dict[str, Block | None]:
    """[D.1.cone] [D.1.lof] Return what bars a unit from enemies: the same for every order while nobody moves."""
    pairs = [(uid, index) for index in range(len(at))]
    return dict(
        zip(at, barred(setup, state, pairs, marks_of(setup, state, at), phase), strict=True)
    )


class Orders(Choices):
    """[D.phase] [F.phase] {"pieces": [unit, ...], "at": enemy} or "pass".

    Without measuring any target is accepted that is not forbidden outright, and the fire may prove
    to have no effect. The list then holds what a glance at the table suggests: enemies ahead, the
    nearest first, those last to which no line is open whatever the distance. With measuring it holds the lines of fire that are there.
    """

    finite = False

    def __init__(self, setup: Setup, state: State, side: str, phase: str) -> None:
        self.setup, self.state, self.side, self.phase = setup, state, side, phase
        self.given = own_fires(setup, state, side)
        self._ready: list[str] | None = None
        self._seen: tuple[Crowd, dict[str, list[str]]] | None = None
        """Who may be fired at and, with measuring, whom each unit reaches: kept together or not yet."""

    def any(self) -> bool:
        """Whether there is anyone to fire, and anyone to fire at."""
        foes = enemies(self.setup, self.state, self.side)
        return bool(len(foes)) and bool(self.ready())

    def ready(self) -> list[str]:
        """Return the units that can still be ordered to fire."""
        if self._ready is None:
            self._ready = [
                uid
                for uid, kind in self.setup.types.items()
                if kind.side == self.side and self._why_not_unit(uid) is None
            ]
        return self._ready

    def _why_not_unit(self, uid: str) -> Refusal | None:
        why = why_not_fires(self.setup, self.state, uid, self.phase)
        if why is not None:
            return why
        orders = sum(uid in shot.units for shot in self.given)
        square = self.state.units[uid].formation == SQUARE
        if orders >= (SIDES_OF_A_SQUARE if square else 1):
            rule = "geo.square_fire" if square else RULES[self.phase][0]
            name = self.setup.types[uid].name
            return Refusal(rule, text("{unit} already has an order.", unit=name), (uid,))
        return None

    # -- what is listed --------------------------------------------------------------------

    def aims(self, uid: str) -> list[str]:
        """Return the targets worth listing for a unit that is ready, nearest first."""
        if self._seen is None:
            marks = self._targets()
            measured = self._by_measure(marks) if self.setup.measuring and len(marks) else {}
            self._seen = marks, measured
        marks, measured = self._seen
        if self.setup.measuring or not len(marks):
            return measured.get(uid, [])
        return self._by_eye(uid, marks)

    def _open_first(self, uid: str) -> list[str]:
        """[D.1.lof] Return the targets of a unit, those last that any eye sees to be barred (`why_vain`)."""
        aims = self.aims(uid)
        if self.setup.measuring:
            return aims
        return sorted(aims, key=lambda at: self._barred(uid, at) is not None)

    def _barred(self, uid: str, at: str) -> Refusal | None:
        """[D.1.cone] [D.1.lof] Return what keeps a unit from a line to an enemy, whatever the distance between them."""
        near = tuple(self._by_eye(uid, enemies(self.setup, self.state, self.side)))
        seen = near if at in near else (at,)
        block = _bars(self.setup, self.state, uid, seen, self.phase)[at]
        return refusal_of(block) if block else None

    def why_vain(self, choice: Choice) -> Refusal | None:
        """[D.1.cone] [D.1.lof] An order that any eye sees to be wasted: outside the arc, or behind an obstacle."""
        if not isinstance(choice, dict) or self.setup.measuring:
            return None
        at = word_of(choice, "at")
        bars = [self._barred(uid, at) for uid in words_of(choice, "pieces")]
        return bars[0] if bars and all(bars) else None

    def _targets(self) -> Crowd:
        """Return the enemies that may be fired at, wherever the firers stand."""
        foes = enemies(self.setup, self.state, self.side)
        kept = [
            index
            for index, foe in enumerate(foes.ids)
            if why_not_target(self.setup, self.state, foe, self.side, self.phase) is None
        ]
        return Crowd((foes.ids[i] for i in kept), (foes.items[i] for i in kept))

    def _by_measure(self, marks: Crowd) -> dict[str, list[str]]:
        """With measuring: every target there is a line of fire to."""
        found: dict[str, list[tuple[float, str]]] = {}
        for (uid, _), lined in lines(
            self.setup, self.state, self.ready(), marks, self.phase
        ).items():
            found.setdefault(uid, []).append((lined[0].range, lined[0].target))
        return {uid: [target for _, target in sorted(near)] for uid, near in found.items()}

    def _by_eye(self, uid: str, marks: Crowd) -> list[str]:
        """Without measuring: enemies roughly ahead, or to a flank that can fire, nearest first."""
        unit = self.state.units[uid]
        if unit.pose is None:
            return []
        x, y = unit.pose.centre
        gaps = marks.centres - np.array((x, y))
        far = np.hypot(gaps[:, 0], gaps[:, 1])
        infantry = self.setup.types[uid].arm == "infantry"
        ways = [0.0, 90.0, -90.0] if infantry else [0.0]
        ways += [180.0] if unit.formation == SQUARE else []
        found = []
        for index in np.argsort(far, kind="stable").tolist():
            bearing = degrees(atan2(gaps[index, 1], gaps[index, 0]))
            turn = turn_between(unit.pose.heading, bearing)
            if any(abs(turn_between(way, turn)) <= EYE_ANGLE for way in ways):
                found.append(marks.ids[index])
        return found[:EYE_COUNT]

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        together: dict[tuple[str, str], list[str]] = {}
        for uid in self.ready():
            for target in self._open_first(uid):
                choice = {"pieces": [uid], "at": target}
                if self.why_not(choice) is None:
                    yield choice
                    together.setdefault((formation_of(self.setup, uid), target), []).append(uid)
        for (_, target), uids in together.items():
            choice = {"pieces": uids, "at": target}
            if len(uids) > 1 and self.why_not(choice) is None:
                yield choice

    def sample(self, rng: Random) -> Choice:
        """Order one unit at a target that looks near enough, mostly the nearest."""
        units = list(self.ready())
        rng.shuffle(units)
        if rng.random() >= PASS_SHARE:
            for uid in units:
                for target in self.aims(uid):
                    choice = {"pieces": [uid], "at": target}
                    near = self._seems_near(uid, target) and not self.vain(choice)
                    if near and self.why_not(choice) is None:
                        return choice
        return PASS

    def _seems_near(self, uid: str, target: str) -> bool:
        """What a player would judge by eye, on the generous side."""
        one, other = self.state.units[uid].pose, self.state.units[target].pose
        reach = ranges(self.setup.types[uid].weapon, self.setup.scale)
        if one is None or other is None or reach is None:
            return False
        (ax, ay), (bx, by) = one.centre, other.centre
        return float(np.hypot(bx - ax, by - ay)) <= reach.long * EYE_RANGE + 2.0 * self.setup.scale

    # -- what is legal ---------------------------------------------------------------------

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        shot = order_of_fire(self.setup, self.side, choice)
        if shot is None:
            words = text("An order of fire names its units and one enemy unit.")
            return Refusal(RULES[self.phase][0], words)
        return self._why_not_order(list(shot.units), shot.target)

    def _why_not_order(self, pieces: list[str], at: str) -> Refusal | None:
        for uid in pieces:
            why = self._why_not_unit(uid)
            if why is not None:
                return why
        why = why_not_target(self.setup, self.state, at, self.side, self.phase)
        if why is None and self.phase == GUNS:
            why = self._why_not_together(pieces, at)
        if why is None and self.setup.measuring:
            reasons = (why_no_line(self.setup, self.state, uid, at, self.phase) for uid in pieces)
            why = next((reason for reason in reasons if reason is not None), None)
        return why

    def _why_not_together(self, pieces: list[str], at: str) -> Refusal | None:
        """[D.combine] All batteries at one target touch each other and belong together."""
        others = [uid for shot in self.given if shot.target == at for uid in shot.units]
        group = [*others, *pieces]
        if len({formation_of(self.setup, uid) for uid in group}) > 1:
            words = text(
                "In phase D only batteries of one brigade or division fire at the same target."
            )
            return Refusal("D.combine", words, tuple(group))
        near = touching(self.setup, self.state)
        linked, left = [group[0]], set(group[1:])
        for uid in linked:
            linked += [other for other in near.get(uid, ()) if other in left]
            left -= set(linked)
        if left:
            words = text("In phase D batteries that fire at the same target must touch each other.")
            return Refusal("D.combine", words, tuple(uid for uid in group if uid in left))
        return None

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for uid, kind in self.setup.types.items():
            if kind.side != self.side or not on_table(self.state.units[uid]):
                continue
            why = self._why_not_unit(uid)
            if why is not None and why.rule not in ("D.phase", "F.phase"):
                yield {"pieces": [uid], "at": uid}, why
        if self.setup.measuring:
            yield from self._refused_targets()

    def _refused_targets(self) -> Iterator[tuple[Choice, Refusal]]:
        """With measuring: the targets ahead that cannot be fired at, and why."""
        foes = enemies(self.setup, self.state, self.side)
        for uid in self.ready():
            for target in self._by_eye(uid, foes):
                choice = {"pieces": [uid], "at": target}
                why = self.why_not(choice)
                if why is not None:
                    yield choice, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("No more fire")
        names = all_of(self.setup.types[uid].name for uid in words_of(choice, "pieces"))
        return text(
            "{units} at {target}", units=names, target=self.setup.types[word_of(choice, "at")].name
        )

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """With measuring: what the fire will be worth."""
        if not isinstance(choice, dict) or not self.setup.measuring:
            return ()
        shot = Shot(tuple(choice["pieces"]), choice["at"])
        found, _ = with_given(self.setup, self.state, self.given, shot, self.phase)
        return tuple(line for fired in found for line in described(fired))


def described(fired: Volley) -> tuple[Text, ...]:
    """Return a volley in lines: what it is worth, and each modifier."""
    head = text(
        "strength {n}, {band}, fire value {v}",
        n=fired.strength,
        band=BAND_NAMES[fired.band],
        v=fired.value,
    )
    return (head, *(text("{n}: {why}", n=f"{m.value:+d}", why=m.reason) for m in fired.modifiers))


# -- resolution --------------------------------------------------------------------------------


def release(table: Board, phase: str) -> None:
    """[D.phase] [F.phase] All orders are shown, all fires rolled for, all losses applied together."""
    setup = table.setup
    shots = table.state.fires
    if not shots:
        return
    table.dice.learn()
    for shot in shots:
        side = setup.types[shot.units[0]].side
        choice = {"pieces": list(shot.units), "at": shot.target}
        table.log(
            "choice",
            Orders(setup, table.state, side, phase).label(choice),
            RULES[phase][0],
            seat=setup.seat_of(side),
            pieces=(*shot.units, shot.target),
        )
    found, missed = volleys(setup, table.state, shots, phase)
    for miss in missed:
        fall_short(table, miss)
    hits = [
        Hit(fired.target, shoot(table, fired, PURPOSES[phase]), _rule(fired)) for fired in found
    ]
    _mark(table, shots, [fired.target for fired in found], phase)
    table.update(fires=())
    suffer_all(table, hits, by_fire=True)


def _rule(fired: Volley) -> str:
    return "D.3.result" if fired.arm == "artillery" else "F.2.result"


def _mark(table: Board, shots: tuple[Shot, ...], struck: list[str], phase: str) -> None:
    """[B.3.requirement] Who fired or was fired at has not rested; a fire in D may be the only one."""
    single = phase == GUNS and table.setup.uses("one_artillery_fire")
    for uid in dict.fromkeys([uid for shot in shots for uid in shot.units]):
        fired = single or table.state.units[uid].fired
        change(table, uid, stirred=True, fired=fired)
    for uid in dict.fromkeys(struck):
        change(table, uid, stirred=True)
