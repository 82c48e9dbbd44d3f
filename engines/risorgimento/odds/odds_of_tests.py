"""[B.1.test] [morale.test] The exact chances of the tests a choice leads to, before it is made.

The tests are those of the procedures that play, rolled on a table of their own. Where the table plays
without measuring, what hangs on a distance is told for both cases of it, or not at all.
"""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.explain import Roll
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.army.units import LIMBERED
from grognard.engines.risorgimento.charge import cavalry_reactions, squares
from grognard.engines.risorgimento.field.arguments import AttackOf
from grognard.engines.risorgimento.field.effects import enemy_of
from grognard.engines.risorgimento.field.questions import about
from grognard.engines.risorgimento.melee.facing import TURN, face_test
from grognard.engines.risorgimento.morale.morale import half_morale
from grognard.engines.risorgimento.odds.outcomes import (
    Imagined,
    first_roll,
    passing,
    percent,
    reasons,
)
from grognard.engines.risorgimento.ride.charge_account import charge_of
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

NOTHING = Answer({}, ())
DISORDERED = text("Otherwise it is Disordered.")
DISORDERS = text("is Disordered")


def test_odds(setup: Setup, state: State, seat: str | None, *, choice: Choice) -> Answer:
    """[B.1.test] The chance of the discipline test that a choice of the question under way leads to.

    The value has `exact` true, `unit` and `passes`, its chance; `cases` in its place where the test
    hangs on a distance that may not be measured, {case: chance}. A charge in reaction has `target` too,
    {unit, passes}: the morale test of its enemy.
    """
    for kind, shown in KINDS.items():
        names = about(state, kind)
        if names:
            return shown(setup, state, choice, *names)
    return NOTHING


def _told(  # noqa: PLR0913 - a test, and how it is told
    setup: Setup,
    uid: str,
    roll: Roll | None,
    words: Text,
    fails: Text,
    rules: tuple[str, ...],
    ends: tuple[Text, Text],
) -> Answer:
    """Return the odds of one test: `words` name the unit and its chance, `ends` what comes of it."""
    name = setup.types[uid].name
    if roll is None:
        found = text("{unit} needs no test.", unit=name)
        sure = ((ends[0], 1.0),)
        return Answer({"exact": True, "unit": uid, "passes": "1"}, rules, (found,), shares=sure)
    chance = passing(roll)
    head = words.fill(unit=name, p=percent(chance))
    lines = (head, *reasons(roll.modifiers), fails)
    rules = (*rules, *(modifier.rule for modifier in roll.modifiers))
    value: dict[str, object] = {"exact": True, "unit": uid, "passes": str(chance)}
    shares = tuple(zip(ends, (float(chance), float(1 - chance)), strict=True))
    return Answer(value, tuple(dict.fromkeys(rules)), lines, shares=shares)


def _either(  # noqa: PLR0913 - a test, and how it is told
    setup: Setup,
    uid: str,
    cases: Sequence[str],
    test: Callable[[str], Roll | None],
    words: Text,
    fails: Text,
    rules: tuple[str, ...],
    ends: tuple[Text, Text],
) -> Answer:
    """Return the odds of a test in the case it is in, or in two: from 8 cm or more, and nearer."""
    if len(cases) == 1:
        return _told(setup, uid, test(cases[0]), words, fails, rules, ends)
    chances = [passing(roll) for roll in map(test, cases) if roll is not None]
    shares = " / ".join(str(percent(p)) for p in chances)
    head = words.fill(unit=setup.types[uid].name, p=shares)
    cm = f"{setup.cm['square_cm']:g}"
    how = text("The first at {cm} cm or more, the second nearer than that.", cm=cm)
    named = {case or "far": str(p) for case, p in zip(cases, chances, strict=True)}
    value = {"exact": True, "unit": uid, "cases": named}
    return Answer(value, rules, (head, how, fails), gist=(head,))


# -- the target of a charge (E.2.2, E.2.3) -----------------------------------------------------


def _square(setup: Setup, state: State, choice: Choice, uid: str, rider: str) -> Answer:
    """[E.2.2.square] The chance that a unit forms square; how far a reaction began is nobody's to measure."""
    charge = charge_of(state, rider)
    if choice != squares.FORM_SQUARE or charge is None:
        return NOTHING
    cases = [squares.near_case(setup, charge)]
    if charge.reaction and not setup.measuring:
        cases = ["", squares.near_case(setup, evolve(charge, start=0))]

    def test(case: str) -> Roll | None:
        return first_roll(setup, state, lambda table: squares.square_test(table, uid, case))

    rules = ("E.2.2.square", "E.2.2.square_mods", "B.1.test")
    words, ends = text("{unit} forms square: {p}\u202f%"), (text("forms square"), DISORDERS)
    return _either(setup, uid, cases, test, words, DISORDERED, rules, ends)


def _evasion(setup: Setup, state: State, choice: Choice, uid: str, rider: str) -> Answer:
    """[E.2.2.light_near] [E.2.3.evade] The chance that a unit keeps its order: it retires in any case."""
    charge = charge_of(state, rider)
    if choice != squares.EVADE or charge is None:
        return NOTHING
    guns = setup.types[uid].arm == "artillery"
    case = "" if guns else squares.near_case(setup, charge)
    rule = "E.2.2.light_near" if case else "E.2.2.light_evade"
    fails = text("Otherwise it retires Disordered.")
    if guns:
        limbered = state.units[uid].formation == LIMBERED
        rule = "E.2.3.limbered" if limbered else "E.2.3.evade"
        half = text("Otherwise it retires Disordered, and half as far.")
        fails = half if limbered else fails
    tested = guns or bool(case)
    roll = (
        first_roll(setup, state, lambda table: squares.evasion_test(table, uid, case, rule))
        if tested
        else None
    )
    words, cited = text("{unit} retires in order: {p}\u202f%"), (rule, "B.1.test")
    ends = text("retires in order"), text("retires Disordered")
    return _told(setup, uid, roll, words, fails, cited, ends)


def _recall(setup: Setup, state: State, choice: Choice, rider: str, target: str) -> Answer:
    """[E.2.2.recall] The chance that cavalry before a square obeys the recall."""
    charge = charge_of(state, rider)
    if choice != squares.RECALL or charge is None:
        return NOTHING
    measured = setup.measuring
    cases = [squares.recall_case(setup, state, charge)] if measured else list(squares.RECALLS)

    def test(case: str) -> Roll | None:
        return first_roll(setup, state, lambda table: squares.recall_test(table, rider, case))

    fails = text("Otherwise it charges on.")
    return _either(
        setup,
        rider,
        cases,
        test,
        text("{unit} is recalled: {p}\u202f%"),
        fails,
        ("E.2.2.recall", "B.1.test"),
        (text("is recalled"), text("charges on")),
    )


# -- cavalry that reacts (E.2.1) ---------------------------------------------------------------


def _react(setup: Setup, state: State, choice: Choice, uid: str) -> Answer:
    """[E.2.1.test] The chance that cavalry charges in reaction, and then that its enemy stands.

    The enemy's morale hangs on friends close by: it is told where measuring is allowed.
    """
    if choice not in cavalry_reactions.cavalry_of(setup, enemy_of(setup.types[uid].side)):
        return NOTHING
    rider = str(choice)
    table = Imagined(setup, state)
    cavalry_reactions.react(table, rider, uid, 0)
    rules = ("E.2.1.test", "E.2.1.fail", "B.1.test")
    words = text("{unit} charges in reaction: {p}\u202f%")
    ends = text("charges in reaction"), DISORDERS
    found = _told(setup, rider, table.rolls[0], words, DISORDERED, rules, ends)
    nerve = next((roll for roll in table.rolls[1:] if roll.subject == uid), None)
    if nerve is None or not setup.measuring:
        return found
    other = _nerve(setup, state, uid, nerve)
    value = {**found.value, "target": {"unit": uid, "passes": other.value["passes"]}}
    cited = tuple(dict.fromkeys((*found.rules, *other.rules)))
    return Answer(value, cited, (*found.lines, *other.lines), shares=found.shares)


def _zoc(setup: Setup, state: State, choice: Choice, rider: str, uid: str) -> Answer:
    """[E.2.1.infantry_in_zoc] A charge at infantry that comes into a cavalry ZOC is one in reaction."""
    return _react(setup, state, rider, uid) if choice == cavalry_reactions.CHARGE else NOTHING


def _turn(setup: Setup, state: State, choice: Choice, uid: str, attacker: str) -> Answer:
    """[G.2.turn] The chance that a unit turns in order: it turns in any case."""
    if choice != TURN:
        return NOTHING
    roll = first_roll(setup, state, lambda table: face_test(table, uid, attacker))
    fails = text("Otherwise it turns and is Disordered.")
    words, ends = text("{unit} turns in order: {p}\u202f%"), (text("turns in order"), DISORDERS)
    return _told(setup, uid, roll, words, fails, ("G.2.turn", "B.1.test"), ends)


KINDS: dict[str, Callable[..., Answer]] = {
    "react_square": _square,
    "react_light": _evasion,
    "react_artillery": _evasion,
    "recall": _recall,
    "react_cavalry": _react,
    "react_zoc": _zoc,
    "melee_turn": _turn,
}


# -- charges to be (E.1.morale) ----------------------------------------------------------------


def charge_odds(setup: Setup, state: State, seat: str | None, *, choice: AttackOf) -> Answer:
    """[E.1.morale] The chance that the target of a charge stands as it is revealed, as things are now.

    `choice` is a note, {"pieces": [cavalry], "at": unit}, or cavalry of the seat that has one. The
    value has `exact` true, `unit` (the target) and `passes`.
    """
    rider, target = _note(setup, state, seat, choice)
    if not target:
        return NOTHING
    if state.units[rider].pose is None or state.units[target].pose is None:
        raise NoAnswer("a charge is of units on the table")
    table = Imagined(setup, state)
    cavalry_reactions.begin(table, rider, target, reaction=False)
    if setup.measuring and squares.beyond_reach(setup, table.state, rider):
        words = text("{unit} is out of reach: it takes no test.", unit=setup.types[target].name)
        return Answer({}, ("E.1.morale", "E.1.allowance"), (words,))
    roll = first_roll(setup, table.state, lambda one: cavalry_reactions.test_target(one, target))
    return _nerve(setup, state, target, roll)


def _note(setup: Setup, state: State, seat: str | None, choice: Choice) -> tuple[str, str]:
    """[C.1.notes] Read who charges whom; a note that is written is told to its own side."""
    if isinstance(choice, dict):
        return str(choice["pieces"][0]), str(choice["at"])
    if choice == PASS or choice not in state.units:
        return "", ""
    own = setup.types[choice].side == setup.side_of(seat)
    return str(choice), dict(state.notes).get(choice, "") if own else ""


def _nerve(setup: Setup, state: State, uid: str, roll: Roll | None) -> Answer:
    """[E.1.morale] [morale.fail] [morale.rout] The chance that a unit stands, and what it loses else."""
    left = state.units[uid].vm - 1
    fails, lost = text("Otherwise it routs."), text("routs")
    if left >= half_morale(setup, uid):
        fails = text("Otherwise its morale falls to {n}.", n=left)
        lost = text("falls to morale {n}", n=left)
    words = text("{unit} passes its morale test: {p}\u202f%")
    rules = ("E.1.morale", "morale.test", "morale.fail")
    return _told(setup, uid, roll, words, fails, rules, (text("stands"), lost))
