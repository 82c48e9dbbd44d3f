"""Formation changes of the computer player: lines and columns, squares in time, horse called back, recovery."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import fields_of, word_of
from grognard.engines.eagle.field.position import rear_at
from grognard.engines.eagle.field.terrain import why_not_enter
from grognard.engines.eagle.manoeuvre.changes import RECALL, RECOVER, WHEEL, changes, why_not_word
from grognard.engines.eagle.manoeuvre.reach import why_not_move
from grognard.engines.eagle.opponent.judge import FAR, Judge
from grognard.engines.eagle.opponent.strike import danger, offence, placed, weights
from grognard.engines.eagle.state import (
    COLUMN,
    DISORDERED,
    GOOD,
    LIMBERED,
    LINE,
    SQUARE,
    UNLIMBERED,
    Unit,
)

FORMATIONS = (COLUMN, LINE, SQUARE, LIMBERED, UNLIMBERED)
"""The changes that are named by the formation that a unit then has."""


def next_change(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Whoever ought to be in another formation, or has to recover."""
    return next(
        (
            one
            for one in options
            if word_of(one) in judge.state.units and wanted_change(judge, word_of(one))
        ),
        PASS,
    )


def wanted_change(judge: Judge, uid: str) -> str:
    """Return what a unit should do in its formation step, "" for nothing."""
    unit, card = judge.state.units[uid], judge.setup.units[uid]
    if card.is_cavalry and _is_recalled(judge, unit):
        return RECALL
    if unit.is_disordered:
        return RECOVER
    if card.is_artillery:
        return _of_gun(judge, unit)
    return _of_troops(judge, unit) or _turned(judge, unit)


def _of_gun(judge: Judge, unit: Unit) -> str:
    near, limbered = judge.nearest(unit.at)[0], unit.formation == LIMBERED
    return UNLIMBERED if limbered and 1 < near <= weights()["gun_range"] else ""


def _of_troops(judge: Judge, unit: Unit) -> str:
    """Return the formation that infantry should take: a square against horse, a line to fire, a column to go."""
    if unit.formation == SQUARE:
        return "" if _horse_near(judge, unit.at) else COLUMN
    if _may(judge, unit, SQUARE) and _squares(judge, unit):
        return SQUARE
    card, near = judge.setup.units[unit.id], judge.nearest(unit.at)[0]
    told = judge.state.groups[card.group].order
    forward = told == "attack" and judge.goes_forward(card.group)
    hand = weights()["at_hand_meeting" if judge.meeting else "at_hand"]
    if unit.formation == COLUMN and not forward and 1 < near <= hand:
        return LINE if _may(judge, unit, LINE) else ""
    return COLUMN if unit.formation == LINE and forward and near > 1 else ""


def _may(judge: Judge, unit: Unit, word: str) -> bool:
    return why_not_word(judge.setup, judge.state, unit.id, word) is None


def _squares(judge: Judge, unit: Unit) -> bool:
    """[form.square] Whether a square loses less, to horse that can charge it, than its fire would have done."""
    card = judge.setup.units[unit.id]
    if not card.is_infantry or judge.goes_forward(card.group) or not _horse_near(judge, unit.at):
        return False
    drawn = evolve(unit, formation=SQUARE)
    loose = unit if unit.formation != SQUARE else evolve(unit, formation=COLUMN)
    spared = _danger(judge, loose) - _danger(judge, drawn)
    return spared - judge.volley(loose) + judge.volley(drawn) >= weights()["square"]


def _horse_near(judge: Judge, at: str) -> bool:
    grid = judge.setup.map.grid
    return any(
        judge.setup.units[foe.id].is_cavalry and grid.distance(at, foe.at) <= weights()["at_hand"]
        for foe in judge.foes
    )


def _danger(judge: Judge, unit: Unit) -> float:
    return danger(judge.setup, placed(judge.state, unit), unit, judge.foes)


def _is_recalled(judge: Judge, unit: Unit) -> bool:
    """[recall.instead] Whether horse that has nobody to ride down is much safer two hexes to the rear."""
    weigh, setup = weights(), judge.setup
    if judge.nearest(unit.at)[0] > weigh["at_hand"]:
        return False
    good = evolve(unit, state=GOOD)
    if unit.is_good and offence(setup, judge.state, unit) >= weigh["charge_worth"]:
        return False
    behind = [
        back
        for at in rear_at(setup, unit.at, unit.facing)
        for back in rear_at(setup, at, unit.facing)
        if why_not_enter(setup, judge.state, unit.id, unit.at, at) is None
        and why_not_enter(setup, judge.state, unit.id, at, back) is None
    ]
    shaken = evolve(unit, state=DISORDERED)
    there = min((_danger(judge, evolve(shaken, at=back)) for back in behind), default=FAR)
    cost = weigh["disorder"] if unit.is_good else 0.0
    return _danger(judge, good) - there >= weigh["recall"] + cost


def _turned(judge: Judge, unit: Unit) -> str:
    """[formchange.wheel] Return the word for a wheel, where nothing else can be done and the enemy is not in front."""
    setup, state = judge.setup, judge.state
    if state.phase.startswith("action-1") and why_not_move(setup, state, unit.id) is None:
        return ""
    if offence(setup, state, unit) > 0 or judge.shoots(unit):
        return ""
    here = judge.place(unit, unit.at, unit.facing)
    best = max(
        (judge.place(unit, unit.at, facing) for facing in _wheels(judge, unit)), default=here
    )
    return WHEEL if best - here >= weights()["wheel"] else ""


def _wheels(judge: Judge, unit: Unit) -> Iterator[int]:
    for word, facing in changes(judge.setup, judge.state, unit.id):
        if word == WHEEL and facing is not None:
            yield facing


def change(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """The formation that is wanted, facing as it is best for who has it then; at its best as he faces already."""
    unit = judge.state.units[ask.subject[0]]
    word = wanted_change(judge, unit.id)
    fitting = [one for one in options if word_of(one, "to") == word] or options
    after = _changed(unit, word)

    def worth(one: Choice) -> tuple[float, bool]:
        said = fields_of(one).get("facing")
        facing = said if isinstance(said, int) else unit.facing
        return judge.place(after, unit.at, facing), facing == unit.facing

    return max(fitting, key=worth)


def _changed(unit: Unit, word: str) -> Unit:
    """[formchange.who] [formchange.disordered] Return a unit as it is after a change, but for its facing."""
    if word == RECOVER:
        return evolve(unit, state=GOOD)
    return evolve(unit, formation=word) if word in FORMATIONS else unit


def recall(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """[recall.success] Back where the enemy does least."""
    unit = judge.state.units[ask.subject[0]]
    return min(options, key=lambda one: _danger(judge, evolve(unit, at=word_of(one))))
