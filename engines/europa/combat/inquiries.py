"""[10.2.test] [10.4] [11.8] What the table may ask of an attack: its odds, with each call for support."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, TypeAlias

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, counted, percent, text
from grognard.engines.core.play.inquiries import Attacking, Named, NoAnswer, inquiries
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.europa.combat import odds
from grognard.engines.europa.combat.values import attack_support, defence_support, total
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.hidden.seen import is_hidden, not_veiled, side_of
from grognard.engines.europa.setup import SIDES, Setup, enemy_of
from grognard.engines.europa.state import Battle, State

UNIT = Named("unit", lambda _setup, state, _seat: state.units.keys())
TARGET = Named("hex", lambda setup, _state, _seat: setup.map.grid)
AttackOf: TypeAlias = Annotated[Choice, Attacking(UNIT, TARGET)]
Side: TypeAlias = Annotated[str, Named("side", lambda _setup, _state, _seat: SIDES)]
NAMES: Mapping[str, Text] = {
    "routs": text("the attack wins by 3 or more"),
    "wins": text("the attack wins by 1 or 2"),
    "ties": text("a tie"),
    "loses": text("the attack is beaten"),
}
RULES = ("10.2.test", "11.2.order", "11.8")


def attack_odds(setup: Setup, state: State, seat: str | None, choice: AttackOf) -> Answer:
    """[10.2.test] [10.4] [11.8] The chances of an attack that might be ordered, by CC and with each call."""
    if not isinstance(choice, dict):
        raise NoAnswer("odds are of who attacks and a hex: {pieces: [unit], at: hex}")
    target = word_of(choice, "at")
    battle = odds.planned(setup, state, words_of(choice, "pieces"), target)
    not_veiled(setup, state, seat, battle.attacker, battle.start)
    most = state.cc[battle.attacker]
    tests = {n: odds.ahead(setup, state, battle, n)[0] for n in range(most + 1)}
    lines = tuple(
        counted(
            "{n} Combat Command: {chance} goes ahead",
            "{n} Combat Commands: {chance} goes ahead",
            n=n,
            chance=percent(one),
        )
        for n, one in tests.items()
    )
    value: dict[str, object] = {"ahead": {str(n): str(one) for n, one in tests.items()}}
    if not battle.defenders:  # nobody stands there (11.19)
        plain = {**value, "ends": {}, "exact": True}
        test = tests[most]
        return Answer(
            plain,
            RULES,
            lines,
            shares=(
                (text("the attack goes ahead"), float(test)),
                (text("the attack does not go ahead"), float(1 - test)),
            ),
            given=counted("with {n} Combat Command", "with {n} Combat Commands", n=most),
            brief=text("goes ahead: {test}", test=_test(tests, most)),
        )
    if is_hidden(setup, state, side_of(setup, seat), enemy_of(battle.attacker), target):
        return _guessed(setup, state, battle, tests, lines)
    best = evolve(battle, committed=most)
    found = odds.outcome(setup, state, best, (), ())
    answer = _answer(setup, state, seat, best, found, value, lines)
    won = percent(found["routs"] + found["wins"])
    return replace(
        answer,
        brief=text("goes ahead: {test}; then wins: {won}", test=_test(tests, most), won=won),
        shares=_shares(found, tests[most]),
        given=counted("with {n} Combat Command", "with {n} Combat Commands", n=most),
    )


def _guessed(
    setup: Setup,
    state: State,
    battle: Battle,
    tests: Mapping[int, Fraction],
    lines: tuple[Text, ...],
) -> Answer:
    """[15.1] [11.8] The odds against a stack of which no more than its height is seen: the mean of what it may be."""
    most = max(tests)
    value = {"ahead": {str(n): str(one) for n, one in tests.items()}, "ends": {}, "exact": False}
    given = counted("with {n} Combat Command", "with {n} Combat Commands", n=most)
    found = odds.under_cover(setup, state, evolve(battle, committed=most))
    if not found:
        shares = (
            (text("the attack goes ahead"), float(tests[most])),
            (text("the attack does not go ahead"), float(1 - tests[most])),
        )
        brief = text("goes ahead: {test}", test=_test(tests, most))
        return Answer(value, RULES, lines, shares=shares, given=given, brief=brief)
    mean = odds.mean_of(found)
    won = [one["routs"] + one["wins"] for one in found]
    told = text(
        "The stack is hidden: by what may stand there the attack wins with {low} to {high} if it goes ahead.",
        low=percent(min(won)),
        high=percent(max(won)),
    )
    return Answer(
        {**value, "mean": {end: str(mean[end]) for end in odds.ENDS}},
        (*RULES, "15.1"),
        (told, *lines),
        shares=_shares(mean, tests[most]),
        given=given,
        brief=text(
            "goes ahead: {test}; then wins: about {won}",
            test=_test(tests, most),
            won=percent(mean["routs"] + mean["wins"]),
        ),
    )


def _shares(
    found: Mapping[str, Fraction], ahead: Fraction = Fraction(1)
) -> tuple[tuple[Text, float], ...]:
    """[10.2.test] [11.8] Return the whole of what may come of an attack, the test before it counted in."""
    stays = ((text("the attack does not go ahead"), float(1 - ahead)),)
    ends = tuple((NAMES[end], float(ahead * found[end])) for end in odds.ENDS)
    return ends if ahead == 1 else stays + ends


def _test(tests: Mapping[int, Fraction], most: int) -> Text:
    """[10.2.test] Say how likely it is that an attack goes ahead: without CC, and with the fewest that do most."""
    bare, best = percent(tests[0]), percent(tests[most])
    if bare == best:
        return text("{chance}", chance=bare)
    fewest = min(n for n, chance in tests.items() if chance == tests[most])
    return counted(
        "{bare}, {best} with {n} Combat Command",
        "{bare}, {best} with {n} Combat Commands",
        bare=bare,
        best=best,
        n=fewest,
    )


def support_odds(setup: Setup, state: State, seat: str | None, choice: Choice) -> Answer:
    """[10.4] [10.6] [11.8] The chances of the combat under way, if these stacks are called on, or with so many CC."""
    battle = state.battle
    if battle is None:
        raise NoAnswer("no attack is under way")
    attacks = battle.step in ("commit", "withdraw", "support")
    if isinstance(choice, int):
        plan = evolve(battle, committed=choice) if attacks else evolve(battle, guarded=choice)
        test, _ = odds.ahead(setup, state, plan, plan.committed)
        value = {"ahead": str(test)} if battle.step == "commit" else {}
        lines = (text("{chance} goes ahead", chance=percent(test)),) if value else ()
        found = odds.outcome(setup, state, plan, (), ())
        answer = _answer(setup, state, seat, plan, found, value, lines)
        return replace(answer, shares=_shares(found, test)) if value else answer
    if not isinstance(choice, dict) or "subset" not in choice:
        raise NoAnswer("choice must be a number of CC, or {subset: [hexes that are called on]}")
    stacks = words_of(choice, "subset")
    side = battle.attacker if attacks else enemy_of(battle.attacker)
    unknown = set(stacks) - set(odds.calls(setup, state, battle, side))
    if unknown:
        raise NoAnswer(f"{', '.join(sorted(unknown))} cannot be called on")
    calls = (stacks, ()) if attacks else ((), stacks)
    found = odds.outcome(setup, state, battle, *calls)
    return _answer(setup, state, seat, battle, found, {}, ())


def _answer(  # noqa: PLR0913 - the facts of an answer
    setup: Setup,
    state: State,
    seat: str | None,
    battle: Battle,
    found: Mapping[str, Fraction],
    value: Mapping[str, object],
    lines: tuple[Text, ...],
) -> Answer:
    helps = tuple(_helps(setup, state, seat, battle))
    plain = {
        **value,
        "ends": {end: str(found[end]) for end in odds.ENDS},
        "support": {at: {"chance": str(chance), "adds": adds} for at, _, chance, adds in helps},
        "exact": True,
    }
    won = text(
        "{chance} the attack wins if it goes ahead", chance=percent(found["routs"] + found["wins"])
    )
    said = tuple(
        text(
            "Support of {side} from {hex}: {chance} comes, {adds}",
            side=text("the attack") if side == battle.attacker else text("the defence"),
            hex=called(setup, at),
            chance=percent(chance),
            adds=f"{adds:+d}",
        )
        for at, side, chance, adds in helps
    )
    overlays = (Overlay("spaces", "target", (battle.target,)),)
    return Answer(plain, RULES, (won, *lines, *said), overlays, _shares(found))


def _helps(
    setup: Setup, state: State, seat: str | None, battle: Battle
) -> Iterator[tuple[str, str, Fraction, int]]:
    """[10.4] [10.6] Give each stack that could support: where, whom, its chance, what it adds.

    Not those of which the seat sees no more than their height (15.1).
    """
    mine = side_of(setup, seat)
    for side in (battle.attacker, enemy_of(battle.attacker)):
        attacks = side == battle.attacker
        committed = battle.committed if attacks else battle.guarded
        for at in odds.calls(setup, state, battle, side):
            if is_hidden(setup, state, mine, side, at):
                continue
            worth = attack_support if attacks else defence_support
            chance = odds.comes(setup, state, side, at, committed)
            yield at, side, chance, total(worth(setup, state, battle, at))


def commands(setup: Setup, state: State, seat: str | None, side: Side) -> Answer:
    """[9.2] [9.3.base] The Combat Commands of a side: left, received, and what Decisive Victories have made of them."""
    del setup, seat
    value = {"left": state.cc[side], "received": state.cc_begin[side], "base": state.cc_base[side]}
    words = text("{left} of {received} left", left=state.cc[side], received=state.cc_begin[side])
    return Answer(value, ("9.2", "9.3.base"), (words,))


INQUIRIES = inquiries(attack_odds, support_odds, commands)
