"""[formchange] [recall] The formation changes of the acting group, unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import facing_of, word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import (
    WHOLE,
    group_units,
    is_finished,
    rear_at,
    rifles_of,
)
from grognard.engines.eagle.field.telling import VERTICES, log_of
from grognard.engines.eagle.field.terrain import why_not_enter
from grognard.engines.eagle.manoeuvre.changes import (
    DETACH,
    DISSOLVE,
    NAMES,
    RECALL,
    RECOVER,
    REST,
    TAKE_BACK,
    WHEEL,
    WORDS,
    changes,
    why_not_change,
    why_not_facing,
    why_not_word,
)
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.coming import advance
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import DISORDERED, ELIMINATED, GOOD, SQUARE, State
from grognard.engines.eagle.tables import number

RECOVERING = text("Which unit changes formation, or recovers from disorder?")
WhyNot = Callable[[Setup, State, str], Refusal | None]


def formation_step(table: Board) -> Procedure[None]:
    """[action.first] [action.second] The owner changes formations in any order, until he is done."""
    while True:
        movers = able(table.setup, table.state)
        if not movers or is_finished(table.state):
            return
        recovers = any(table.state.units[uid].is_disordered for uid in movers)
        uid = yield Ask(
            acting_seat(table),
            "formation",
            RECOVERING if recovers else text("Which unit changes formation?"),
            ("formchange.who", "form.mixed", *(("formchange.disordered",) if recovers else ())),
            unit_choices(table, movers, why_not_change),
            form="piece",
            resting=True,
            costly=not recovers,  # who changes does nothing else in this segment
        )
        if uid == PASS:
            return
        if uid == WHOLE:
            finish(table)
            return
        yield from _change(table, word_of(uid))


def finish(table: Board) -> None:
    """[action.per_segment] The acting group does nothing more in this segment: its other steps are passed over."""
    group = table.state.active
    table.update(done=(*table.state.done, f"{WHOLE} {group}"))
    words = text("{group} does nothing more.", group=named("unit", table.setup.groups[group].name))
    table.log("choice", words, "action.per_segment", seat=acting_seat(table))


def able(setup: Setup, state: State) -> list[str]:
    """[formchange.who] Return the units of the acting group that may do something of the step."""
    return [
        unit.id
        for unit in group_units(setup, state, state.active)
        if why_not_change(setup, state, unit.id) is None
        and next(changes(setup, state, unit.id), None) is not None
    ]


def acting_seat(table: Board) -> str:
    """Return the seat of the acting group."""
    return table.setup.seat_of(table.setup.groups[table.state.active].side)


def unit_choices(table: Board, able: list[str], why_not: WhyNot) -> Listed:
    """Return the choice of a unit, or to be done; the others of the group are refused."""
    setup, state = table.setup, table.state

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for unit in group_units(setup, state, state.active):
            why = why_not(setup, state, unit.id) if unit.id not in able else None
            if why is not None:
                yield unit.id, why

    names = [(uid, text("{unit}", unit=setup.units[uid].name)) for uid in able]
    return Able([(PASS, text("Done")), *ALL_DONE, *names], refusals=refusals)


ALL_DONE = ((WHOLE, text("This whole group is done")),)


class Members(Listed):
    """Units of a group, or that all of it is done; who plays at random asks every unit."""

    closing = (WHOLE,)

    def sample(self, rng: Random) -> Choice:
        return rng.choice([choice for choice in self if choice not in self.closing])


class Able(Members):
    """Units that may change formation; who plays at random is mostly done, or nobody would ever move."""

    def sample(self, rng: Random) -> Choice:
        return PASS if rng.random() < IDLE else super().sample(rng)


IDLE = 0.75
"""How often a random player changes no formation."""


def _change(table: Board, uid: str) -> Procedure[None]:
    """[formchange.who] Ask what the unit does, and do it: that is its action for the segment."""
    setup, state = table.setup, table.state
    options = [(_choice(*found), _label(*found)) for found in changes(setup, state, uid)]
    answer = yield Ask(
        acting_seat(table),
        "change",
        text("What does {unit} do?", unit=setup.units[uid].name),
        ("formchange.who", "formchange.wheel"),
        Listed(options, refusals=lambda: _refused(setup, state, uid)),
        subject=(uid,),
        odds="change_odds",
        weighs={"unit": uid},
    )
    word, facing = word_of(answer, "to"), facing_of(answer)
    if word == RECALL:
        yield from recall(table, uid)
    elif word == DISSOLVE:
        words = text("{unit} is dissolved.", unit=setup.units[uid].name)
        log_of(table, "loss", words, uid, "formchange.cadre_removal")
        change(table, uid, acted="formation")
        dissolve(table, uid)
    else:
        take(table, uid, word, facing)


def _choice(word: str, facing: int | None) -> Choice:
    return {"to": word} if facing is None else {"to": word, "facing": facing}


def _label(word: str, facing: int | None) -> Text:
    if facing is None:
        return NAMES[word]
    return text("{what}, facing {facing}", what=NAMES[word], facing=VERTICES[facing])


def _refused(setup: Setup, state: State, uid: str) -> Iterator[tuple[Choice, Refusal]]:
    """Give the changes that a unit may not make, with the rule."""
    for word in WORDS:
        why = why_not_word(setup, state, uid, word)
        for facing in (None, *range(6)):
            wrong = why or why_not_facing(state, uid, word, facing)
            if wrong is not None:
                yield _choice(word, facing), wrong


def take(table: Board, uid: str, word: str, facing: int | None) -> None:
    """[formchange.who] [formchange.disordered] [opt.skirm.detach] [opt.fatigue.remove] Make a change."""
    unit = table.state.units[uid]
    fields: dict[str, object] = {"acted": "formation"}
    if facing is not None:
        fields["facing"] = facing
    rule = "formchange.who"
    if word == RECOVER:
        fields["state"], rule = GOOD, "formchange.disordered"
    elif word == REST:
        fields["fatigued"], rule = False, "opt.fatigue.remove"
    elif word == DETACH:
        fields["skirmisher"], rule = True, "opt.skirm.detach"
    elif word == TAKE_BACK:
        fields["skirmisher"], rule = False, "opt.skirm.recall"
    elif word == WHEEL:
        rule = "formchange.wheel"
    else:
        fields["formation"] = word
        fields["skirmisher"] = unit.skirmisher and word != SQUARE
    change(table, uid, **fields)
    words = text("{unit}: {what}.", unit=table.setup.units[uid].name, what=_label(word, facing))
    passive = ("opt.skirm.passive",) if word == DETACH else ()
    log_of(table, "move", words, uid, rule, *passive)


def dissolve(table: Board, uid: str) -> None:
    """[formchange.cadre_removal] A cadre leaves the game; commanders in its hex come to no harm."""
    figures = rifles_of(table.setup, table.state, uid)
    for gone in (uid, *figures):
        change(table, gone, at=ELIMINATED, figures=0)


# -- recall ------------------------------------------------------------------------------------


def recall(table: Board, uid: str) -> Procedure[None]:
    """[recall.instead] [recall.fail] Cavalry tests its morale; if it fails it stays as it is."""
    change(table, uid, acted="recall")
    passed = yield from morale_test(table, uid, Cause("recall.instead", "recall"))
    if not passed:
        words = text("{unit} is not recalled.", unit=table.setup.units[uid].name)
        log_of(table, "result", words, uid, "recall.fail")
        return
    escort: tuple[str, ...] | None = None
    for _ in range(number("recall")):
        hexes = _behind(table, uid)
        if not hexes:
            break
        escort = yield from _fall_back(table, uid, hexes, escort)
    rule = "recall.already" if table.state.units[uid].is_disordered else "recall.success"
    if table.state.units[uid].is_good:
        change(table, uid, state=DISORDERED)
    words = text("{unit} has been recalled.", unit=table.setup.units[uid].name)
    log_of(table, "result", words, uid, rule)


def _behind(table: Board, uid: str) -> list[str]:
    """[recall.success] The rear hexes that recalled cavalry can enter, in enemy ZOC or not."""
    unit = table.state.units[uid]
    return [
        at
        for at in rear_at(table.setup, unit.at, unit.facing)
        if why_not_enter(table.setup, table.state, uid, unit.at, at) is None
    ]


def _why_not_behind(table: Board, uid: str, at: str) -> Refusal | None:
    """[recall.success] Refuse what does not lie behind recalled cavalry, or lets nobody in."""
    unit = table.state.units[uid]
    if at not in rear_at(table.setup, unit.at, unit.facing):
        words = text("Recalled cavalry goes straight back: that hex is not to its rear.")
        return Refusal("recall.success", words, (at,))
    return why_not_enter(table.setup, table.state, uid, unit.at, at)


def _fall_back(
    table: Board, uid: str, hexes: list[str], escort: tuple[str, ...] | None
) -> Procedure[tuple[str, ...]]:
    """[recall.success] One hex back; who goes along is asked at the first, and returned."""
    at = hexes[0]
    if len(hexes) > 1:
        at = word_of(
            (
                yield Ask(
                    acting_seat(table),
                    "recall",
                    text("{unit} is recalled: where to?", unit=table.setup.units[uid].name),
                    ("recall.success",),
                    Listed(
                        [(h, text("To {hex}", hex=h)) for h in hexes],
                        elsewhere=lambda to, _: _why_not_behind(table, uid, to),
                    ),
                    form="place",
                    subject=(uid,),
                    where=tuple(hexes),
                )
            )
        )
    words = text("{unit} goes back to {hex}.", unit=table.setup.units[uid].name, hex=at)
    rules = ("recall.success", "move.out_of_sequence")
    return (yield from advance(table, uid, at, None, words, *rules, escort=escort))
