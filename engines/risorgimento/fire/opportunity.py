"""[E.9] Opportunity fire: at each enemy unit that moves in a field of fire, at once, one shot each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from grognard.engines.core.board.sightlines import TINY
from grognard.engines.core.board.tabletop import Base, Floats
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure, Reaction
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.risorgimento.army.units import Unit
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.effects import change, enemy_of, name_of
from grognard.engines.risorgimento.field.footprint import Crowd, base, base_at, enemies, on_table
from grognard.engines.risorgimento.field.questions import about, put
from grognard.engines.risorgimento.field.ranges import BAND_NAMES, ranges
from grognard.engines.risorgimento.fire.fire import (
    OPPORTUNITY,
    Volley,
    fire_modifier,
    order_of_fire,
    shoot,
    volley,
    why_not_armed,
    why_not_fires,
)
from grognard.engines.risorgimento.fire.misses import why_no_line
from grognard.engines.risorgimento.morale.losses import Hit, suffer_all
from grognard.engines.risorgimento.movement.move_under_way import stand_as_before
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.sight.sight import FIRE, Line, lines
from grognard.engines.risorgimento.state import State

ASK = "opportunity_fire"
WAIT = "wait"
HELD = "held:"
NO_CAP = "none"


class Opportunities(Choices):
    """[E.9.who] {"pieces": [unit], "at": mover}; "wait" for the next point; "pass" holds for the move."""

    def __init__(self, setup: Setup, state: State, mover: str, shots: dict[str, Volley]) -> None:
        self.setup, self.state, self.mover, self.shots = setup, state, mover, shots

    def __iter__(self) -> Iterator[Choice]:
        yield from ({"pieces": [uid], "at": self.mover} for uid in self.shots)
        yield WAIT
        yield PASS

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice in (PASS, WAIT):
            return None
        shot = order_of_fire(self.setup, enemy_of(self.setup.types[self.mover].side), choice)
        if shot is None or shot.target != self.mover:
            words = text("Name a unit of yours that fires at the moving unit.")
            return Refusal("E.9.who", words, (self.mover,))
        if len(shot.units) > 1:
            return Refusal("E.9.who", text("Each unit fires separately."), shot.units)
        (uid,) = shot.units
        if uid in self.shots:
            return None
        why = why_not_shoots(self.setup, self.state, uid, self.mover)
        why = why or why_no_line(self.setup, self.state, uid, self.mover, FIRE)
        return why or Refusal("E.9.who", text("It is out of its field of fire."), (uid, self.mover))

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for uid, kind in self.setup.types.items():
            if kind.side == self.setup.types[self.mover].side or kind.arm == "cavalry":
                continue
            choice = {"pieces": [uid], "at": self.mover}
            why = self.why_not(choice) if on_table(self.state.units[uid]) else None
            if why is not None:
                yield choice, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Hold fire until this move ends")
        if choice == WAIT:
            return text("Do not react now")
        return text("{unit} fires", unit=self.setup.types[words_of(choice, "pieces")[0]].name)

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if not isinstance(choice, dict):
            return ()
        shot = self.shots[choice["pieces"][0]]
        head = text("{band}, fire value {v}", band=BAND_NAMES[shot.band], v=shot.value)
        return (
            head,
            *(text("{n}: {why}", n=f"{m.value:+d}", why=m.reason) for m in shot.modifiers),
        )


def offer(
    table: Board, mover: str, before: Unit, after: Unit, seen: Mapping[str, Line] | None = None
) -> Procedure[None]:
    """[E.9.timing] A unit of the side that moves has come to a point: its enemies may fire there.

    `before` and `after` are the mover as it was and as the State now has it: a change of formation
    between them counts as whichever is better for the firer (E.4.opportunity). `seen` are the lines
    to this point if they are known (`in_view`). The mover's rout or removal is left for the caller
    to see.
    """
    formations = _formations(after.formation, before.formation)
    while on_table(table.state.units[mover]) and not table.state.units[mover].routed:
        if HELD + mover in table.state.answered:
            return
        shots = open_shots(table.setup, table.state, mover, formations, seen)
        if not shots:
            return
        choice = yield from put(table, _ask(table, mover, shots, formations), before.formation)
        if choice == PASS:
            table.update(answered=(*table.state.answered, HELD + mover))
        if not isinstance(choice, dict):
            return
        stood = table.state
        resolve(table, shots[choice["pieces"][0]])
        # A shot that has driven nobody away leaves all lines as they were.
        seen = seen if stand_as_before(stood, table.state) else None


def _ask(table: Board, mover: str, shots: dict[str, Volley], formations: Sequence[str]) -> Ask:
    setup = table.setup
    seat = setup.seat_of(enemy_of(setup.types[mover].side))
    rules = ["E.9.who", "E.9.cap", "E.9.timing"]
    rules += ["E.4.opportunity"] if len(formations) > 1 else []
    rules += ["E.8.fire"] if table.state.units[mover].withdrew else []
    return Ask(
        seat,
        ASK,
        _question(table, mover, list(shots)),
        tuple(rules),
        Opportunities(setup, table.state, mover, shots),
        form="target",
        interrupt=True,
        subject=(mover,),
        where=(mover,),
        odds="fire_odds",
        reaction=Reaction(text("opportunity fire"), (mover,)),
    )


def _question(table: Board, mover: str, shooters: Sequence[str]) -> Text:
    """[E.9.who] Ask who fires at a unit that moves; of a single one, whether it fires."""
    if len(shooters) > 1:
        return text("{unit} moves in your field of fire: who fires?", unit=name_of(table, mover))
    return text(
        "{unit} moves in the field of fire of {shooter}. Fire?",
        unit=name_of(table, mover),
        shooter=named("unit", name_of(table, shooters[0])),
    )


def _formations(now: str, before: str) -> tuple[str, ...]:
    """[E.4.opportunity] The formations in which a unit may be taken: two while it changes the one."""
    return tuple(dict.fromkeys((now, before)))


def shots_asked(setup: Setup, state: State, mover: str) -> dict[str, Volley]:
    """[E.9.who] [E.4.opportunity] Return the shots at a unit where it stands, as it is asked about them."""
    asked, *before = about(state, ASK) or ("",)
    if asked != mover:
        return open_shots(setup, state, mover)
    return open_shots(setup, state, mover, _formations(state.units[mover].formation, *before))


# -- who may (E.9.who, E.9.cap, E.8.fire) ------------------------------------------------------


def open_shots(
    setup: Setup,
    state: State,
    mover: str,
    formations: Sequence[str] = (),
    seen: Mapping[str, Line] | None = None,
) -> dict[str, Volley]:
    """[E.9.who] Return the opportunity shots at a unit where it stands, by firing unit.

    `seen` are the lines to it in its one formation, if they are known.
    """
    unit = state.units[mover]
    if unit.pose is None:
        return {}
    near = _in_reach(setup, state, mover) if seen is None else list(seen)
    ready = [uid for uid in near if why_not_shoots(setup, state, uid, mover) is None]
    if not ready:
        return {}
    shapes = tuple(formations) or (unit.formation,)
    stands = [base_at(setup.types[mover], formation, unit.pose) for formation in shapes]
    if seen is not None:
        found = {(uid, 0): [seen[uid]] for uid in ready}
    else:
        found = lines(setup, state, ready, Crowd((mover,) * len(stands), stands), FIRE)
    best: dict[str, Volley] = {}
    for uid in ready:
        for mark, formation in enumerate(shapes):
            for line in found.get((uid, mark), ())[:1]:
                shot = volley(
                    setup,
                    state,
                    (line,),
                    mark=stands[mark],
                    formation=formation,
                    more=_leaving(setup, state, uid, mover),
                )
                if uid not in best or shot.value > best[uid].value:
                    best[uid] = shot
    return best


def in_view(
    setup: Setup, state: State, mover: str, places: Sequence[Base]
) -> list[dict[str, Line]]:
    """[E.9.who] Return for each place a unit comes to the enemies that see it there, each with its line.

    Whoever could fire but for what he is engaged in is among them: by then that may have changed.
    All places are looked at together. They hold as long as nobody but the mover does anything.
    """
    seen: list[dict[str, Line]] = [{} for _ in places]
    if not places or HELD + mover in state.answered:
        return seen
    foes = enemies(setup, state, setup.types[mover].side)
    marks = Crowd((mover,) * len(places), places)
    armed = [
        uid
        for uid in foes.ids
        if mover not in state.units[uid].shot_at
        and why_not_armed(setup, state.units[uid], "E.9.who", OPPORTUNITY) is None
    ]
    found = lines(setup, state, armed, marks, FIRE)
    for uid in armed:
        for mark, view in enumerate(seen):
            if (uid, mark) in found:
                view[uid] = replace(found[uid, mark][0], mark=0)
    return seen


def _in_reach(setup: Setup, state: State, mover: str) -> list[str]:
    """[geo.range] Return the enemies whose weapons carry as far as a unit, in listed order."""
    foes = enemies(setup, state, setup.types[mover].side)
    if not len(foes):
        return []
    gaps = foes.distances(base(setup, state.units[mover]))
    return [
        foes.ids[i]
        for i in np.nonzero(gaps <= _reaches(setup, foes) + setup.eps + TINY)[0].tolist()
    ]


@kept(64)
def _reaches(setup: Setup, units: Crowd) -> Floats:
    """How far each of some units can fire, in cm; -1 without a weapon."""
    found = (ranges(setup.types[uid].weapon, setup.scale) for uid in units.ids)
    return np.array([reach.long if reach else -1.0 for reach in found])


def why_not_shoots(setup: Setup, state: State, uid: str, mover: str) -> Refusal | None:
    """[E.9.cap] [E.8.fire] Return what keeps a unit from opportunity fire at a mover, or None."""
    unit, name = state.units[uid], setup.types[uid].name
    if mover in unit.shot_at:
        return Refusal(
            "E.9.cap", text("{unit} has fired at it this turn.", unit=name), (uid, mover)
        )
    cap = setup.options.get("opportunity_cap", NO_CAP)
    if cap != NO_CAP and len(unit.shot_at) >= int(cap):
        return Refusal("E.9.cap", text("{unit} has fired as often as it may.", unit=name), (uid,))
    why = why_not_fires(setup, state, uid, OPPORTUNITY)
    leaving = state.units[mover].withdrew
    if why is not None and leaving and set(why.where) == {mover}:
        # The enemy it withdraws from may fire too, unless another unit engages it.
        return None
    if why is not None and leaving and contacts(setup, state).get(uid):
        return Refusal("E.8.fire", why.message, why.where)
    return why


def _leaving(setup: Setup, state: State, uid: str, mover: str) -> tuple[Modifier, ...]:
    """[E.8.fire] The modifier against a unit that leaves a melee."""
    if not state.units[mover].withdrew:
        return ()
    guns = setup.types[uid].arm == "artillery"
    return (fire_modifier("withdrawal_guns" if guns else "withdrawal_foot"),)


# -- the shot ----------------------------------------------------------------------------------


def shot_at(setup: Setup, state: State, uid: str, target: str) -> Volley | None:
    """[E.2.3.test] Return the shot of one unit at an enemy where it stands, None if it has none."""
    if why_not_shoots(setup, state, uid, target) is not None:
        return None
    marks = Crowd((target,), (base(setup, state.units[target]),))
    found = lines(setup, state, (uid,), marks, FIRE).get((uid, 0))
    return volley(setup, state, found[:1]) if found else None


def resolve(table: Board, shot: Volley) -> None:
    """[E.9.timing] [E.9.mark] Resolve a shot at once; the firer is marked."""
    uid = shot.units[0]
    unit = table.state.units[uid]
    change(table, uid, fired=True, stirred=True, shot_at=(*unit.shot_at, shot.target))
    change(table, shot.target, stirred=True)
    words = text("{unit} uses opportunity fire.", unit=name_of(table, uid))
    table.log(
        "choice",
        words,
        "E.9.mark",
        seat=table.setup.seat_of(table.setup.types[uid].side),
        pieces=(uid, shot.target),
    )
    points = shoot(table, shot, "opportunity_fire")
    suffer_all(table, (Hit(shot.target, points, "E.9.timing"),), by_fire=True)
