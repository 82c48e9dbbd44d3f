"""[charge] The odds of a charge, of a square against it, and of a gun that fires at it."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from grognard.engines.core.data.text import Text, percent, text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.eagle.charge.guns import RULE, reaction
from grognard.engines.eagle.charge.modifiers import blow_of
from grognard.engines.eagle.charge.riding import Ride, ahead, best_rides
from grognard.engines.eagle.charge.squares import square_modifiers
from grognard.engines.eagle.field.arguments import ATTACK, UnitOf
from grognard.engines.eagle.fire.declaring import attack_of
from grognard.engines.eagle.fire.odds import attack_answer, check_declared
from grognard.engines.eagle.fire.steps import blow_of as fire_blow
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.odds import test_odds
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State


def charge_odds(
    setup: Setup, state: State, seat: str | None, choice: Annotated[Choice, ATTACK]
) -> Answer:
    """[charge.automatic] Exact chances of a charge at a target, if no gun fires at it before."""
    check_declared(setup, choice, "charge")
    attack = attack_of(setup, state, choice, "charge")
    return attack_answer(setup, state, seat, blow_of(setup, state, attack))


def charge_reach(setup: Setup, state: State, seat: str | None, choice: UnitOf) -> Answer:
    """[charge.advance] [charge.target] Where a charge could go, whom it could strike, and how likely it comes home."""
    uid = word_of(choice)
    found = best_rides(setup, state, uid)
    way = tuple(ahead(setup, state, uid))
    cited = ("charge.advance", "charge.target")
    overlays = (Overlay("spaces", "legal", way), Overlay("spaces", "target", tuple(found)))
    value = {"hexes": [*way], "targets": {at: ride.way for at, ride in found.items()}}
    if not found:
        words = text("As things are, nobody is within reach of its charge.")
        return Answer(value, cited, (words,), overlays, gist=(words,))
    told = {at: attack_answer(setup, state, seat, ride.blow) for at, ride in found.items()}
    lines = tuple(_line(setup, found[at], answer) for at, answer in told.items())
    rules = tuple(dict.fromkeys((*cited, *(rule for one in told.values() for rule in one.rules))))
    return Answer(value, rules, lines, overlays, gist=lines, given=UNLESS)


UNLESS = text("if nobody forms square, and no gun fires")


def _line(setup: Setup, ride: Ride, answer: Answer) -> Text:
    """Say in one line what a charge at somebody does: how likely it hits, and how often it breaks him."""
    name = setup.units[ride.blow.attack.target].name
    if ride.blow.routed:
        return text("{unit}: it is routed, and runs on", unit=name)
    hit = Fraction(str(answer.value["hit"]))
    ends: Any = answer.value["ends"]
    broken = Fraction(ends["routed"]) + Fraction(ends["eliminated"])
    return text(
        "{unit}: {chance} success, {broken} routed or lost",
        unit=name,
        chance=percent(hit),
        broken=percent(broken),
    )


def square_odds(setup: Setup, state: State, seat: str | None, choice: UnitOf) -> Answer:
    """[charge.square] The chance that a unit forms square."""
    uid, late = word_of(choice), state.phase == "action-2.late_squares"
    rule = "charge.square_late" if late else "charge.square"
    more = tuple(square_modifiers(setup, state, uid))
    return test_odds(setup, state, uid, Cause(rule, "square", more, state.charging.units))


def reaction_odds(setup: Setup, state: State, seat: str | None, choice: UnitOf) -> Answer:
    """[charge.artillery_reaction] The chance that a gun fires at the charge, and what its fire does."""
    found = [one for one in state.declared if one.kind == "charge"]
    attack = next((one for one in found if word_of(choice) in (one.by, *one.support)), None)
    if attack is None:
        raise NoAnswer("choice must be a unit that charges")
    cause = Cause(RULE, "artillery", by=(attack.by,))
    test = test_odds(setup, state, attack.target, cause)
    fire = fire_blow(setup, state, reaction(state, attack.target, choice))
    then = attack_answer(setup, state, seat, fire)
    fires = float(Fraction(str(test.value["passed"])))
    shares = [(name, fires * chance) for name, chance in then.shares]
    return Answer(
        {"test": test.value, "fire": then.value},
        tuple(dict.fromkeys((*test.rules, *then.rules))),
        (*test.lines, text("If it fires:"), *then.lines),
        then.overlays,
        shares=((text("no fire"), 1 - fires), *shares) if shares else (),
        gist=then.gist,
    )


INQUIRIES = inquiries(charge_reach, charge_odds, square_odds, reaction_odds)
