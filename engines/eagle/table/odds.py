"""Exact odds of a fire, a melee, a charge or a test, over the cards left as a seat knows them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engines.core.data.text import Text, all_of, text
from engines.core.play.dice import Dice
from engines.core.play.inquiries import NoAnswer, inquiries
from engines.core.play.table import Table
from engines.core.show.asks import Choice, Procedure
from engines.core.show.choices import word_of
from engines.core.show.explain import GameOver, Modifier
from engines.core.show.views import Answer, Overlay
from engines.eagle.cards import moments as cards
from engines.eagle.charge.guns import RULE, reaction
from engines.eagle.charge.modifiers import blow_of as charge_blow
from engines.eagle.charge.squares import square_modifiers
from engines.eagle.fire.combat import Blow
from engines.eagle.fire.steps import attacks_of
from engines.eagle.fire.steps import blow_of as fire_blow
from engines.eagle.melee.melee import attack_of
from engines.eagle.melee.melee import blow_of as melee_blow
from engines.eagle.morale.modifiers import Cause
from engines.eagle.morale.morale import CALLED, modifiers_now
from engines.eagle.results.results import Hit, apply
from engines.eagle.setup import Board, Setup
from engines.eagle.state import State
from engines.eagle.table.arguments import AttackOf, UnitOf
from engines.eagle.tables import Card, named_row, number

ENDS: Mapping[str, Text] = {
    "eliminated": text("eliminated"),
    "routed": text("routed"),
    "disordered": text("disordered"),
    "steady": text("in good order"),
}
RULES = (
    "combat.roll",
    "combat.table",
    "combat.simultaneous",
    "result.icons",
    "morale.when",
    "morale.cumulative",
)


# -- every way the dice may fall ---------------------------------------------------------------


class Branch(Dice):
    """Dice that fall as a path says, and beyond it as low as they can, noting how they might have."""

    def __init__(self, path: Sequence[int] = ()) -> None:
        super().__init__()
        self.path = list(path)
        self.sizes: list[int] = []

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        del purpose, subject
        self.sizes.append(sides)
        if len(self.sizes) > len(self.path):
            self.path.append(0)
        return self.path[len(self.sizes) - 1]

    def restarted(self, counts: Mapping[str, int], seed: str) -> Branch:
        del counts, seed
        return Branch()


def every_way(
    setup: Setup, state: State, play: Callable[[Board], Procedure[object]]
) -> Iterator[tuple[Fraction, Board]]:
    """Play a procedure in every way its dice may fall; each with its chance.

    Every question is answered by the first of its choices, which declines where that is possible.
    """
    path: list[int] | None = []
    while path is not None:
        dice = Branch(path)
        table: Board = Table(setup, state, dice)
        _to_the_end(play(table))
        chance = Fraction(1)
        for size in dice.sizes:
            chance /= size
        yield chance, table
        path = _next_path(dice)


def _to_the_end(procedure: Procedure[object]) -> None:
    """Play to the end, of the procedure or of the battle (cmd.cc.loss_defeat)."""
    try:
        ask = next(procedure)
        while True:
            ask = procedure.send(next(iter(ask.choices)))
    except (StopIteration, GameOver):
        return


def _next_path(dice: Branch) -> list[int] | None:
    """Return the path that follows in order, None after the last."""
    path = dice.path[: len(dice.sizes)]
    while path:
        if path[-1] + 1 < dice.sizes[len(path) - 1]:
            return [*path[:-1], path[-1] + 1]
        path.pop()
    return None


# -- an attack ---------------------------------------------------------------------------------


@dataclass
class Odds:
    """The chances of an attack: of success, of each icon, of the test that follows, of what is left."""

    hit: Fraction = Fraction(0)
    icons: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    ends: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    tests: Fraction = Fraction(0)
    fails: Fraction = Fraction(0)
    driven_off: Fraction = Fraction(0)
    figures: Fraction = Fraction(0)


def cards_left(setup: Setup, state: State, seat_side: str | None) -> list[Card]:
    """[combat.table] Return the cards that may be turned up next, as far as a side knows.

    Those in the enemy's hand are as likely as those in the deck; without a deck the discards are next.
    """
    if not state.deck:
        return [setup.deck.cards[card] for card in state.discards]
    own = state.hands.get(seat_side, ()) if seat_side else ()
    gone = {*state.discards, *own}
    return [card for card in setup.deck.cards.values() if card.id not in gone]


def icon_chances(
    pool: Sequence[Card], change: int, *, sure: bool
) -> Mapping[tuple[str, ...], Fraction]:
    """[combat.roll] [combat.table] Return the chance of each row of icons; of () what does nothing."""
    found: Counter[tuple[str, ...]] = Counter()
    misses = 0
    for face in range(1, number("die") + 1):
        total = face + change
        if not sure and total < number("pass"):
            misses += len(pool)
            continue
        found.update(card.icons(total) for card in pool)
    if not pool:
        return {(): Fraction(1)}
    every = number("die") * len(pool)
    chances = {icons: Fraction(n, every) for icons, n in found.items()}
    return {**chances, (): chances.get((), Fraction(0)) + Fraction(misses, every)}


def attack_odds(
    setup: Setup, state: State, blow: Blow, pool: Sequence[Card]
) -> tuple[Odds, tuple[Modifier, ...]]:
    """[combat.roll] Return the odds of one attack and what is added to its die."""
    attack = blow.attack
    more = cards.added(
        setup, state, blow.roll, (attack.by,), caused_by=(attack.by,), target=attack.target
    )
    modifiers = (*blow.modifiers, *more)
    change = sum(modifier.value for modifier in modifiers)
    odds = Odds(hit=success(change, sure=blow.sure))
    for icons, chance in icon_chances(pool, change, sure=blow.sure).items():
        for icon in {*icons}:
            odds.icons[icon] += chance
        _follow(setup, state, blow.hit, icons, chance, odds)
    return odds, modifiers


def success(change: int, *, sure: bool = False) -> Fraction:
    """[combat.roll] [overview.test] The chance that a die with this change comes to 11 or more."""
    faces = range(1, number("die") + 1)
    good = sum(sure or face + change >= number("pass") for face in faces)
    return Fraction(good, number("die"))


def _follow(  # noqa: PLR0913 - one row of icons, its chance, and where that is added up
    setup: Setup, state: State, hit: Hit, icons: tuple[str, ...], chance: Fraction, odds: Odds
) -> None:
    """[result.icons] Add up what comes of some icons, in every way the dice may fall."""
    if not icons:
        odds.ends[end_of(state, hit.target)] += chance
        return
    before = state.units[hit.target]
    for share, table in every_way(setup, state, lambda table: apply(table, hit, icons)):
        part, after = chance * share, table.state.units[hit.target]
        odds.ends[end_of(table.state, hit.target)] += part
        odds.figures += part * (before.figures - after.figures)
        if after.at != before.at:
            odds.driven_off += part
        tests = [
            entry.roll for entry in table.entries if entry.roll and _is_test(entry.roll.purpose)
        ]
        if tests:
            odds.tests += part
        if any(roll.result == "failed" for roll in tests):
            odds.fails += part


def _is_test(purpose: str) -> bool:
    return purpose == "morale_result"


def end_of(state: State, uid: str) -> str:
    """Return how a unit stands: one of ENDS."""
    unit = state.units[uid]
    if not unit.on_map:
        return "eliminated"
    return "steady" if unit.is_good else unit.state


# -- inquiries ---------------------------------------------------------------------------------


def fire_odds(setup: Setup, state: State, seat: str | None, choice: AttackOf) -> Answer:
    """[fire.resolve] Exact chances of a fire as it might be declared; of canister, of its first target."""
    _declared(choice, "fire")
    attack, *_ = attacks_of(setup, state, choice)
    return _answer(setup, state, seat, fire_blow(setup, state, attack))


def melee_odds(setup: Setup, state: State, seat: str | None, choice: AttackOf) -> Answer:
    """[melee.resolve] Exact chances of a melee as it might be declared."""
    _declared(choice, "melee")
    attack = attack_of(setup, state, choice, "melee")
    return _answer(setup, state, seat, melee_blow(setup, state, attack))


def charge_odds(setup: Setup, state: State, seat: str | None, choice: AttackOf) -> Answer:
    """[charge.automatic] Exact chances of a charge at a target, if no gun fires at it before."""
    _declared(choice, "charge")
    attack = attack_of(setup, state, choice, "charge")
    return _answer(setup, state, seat, charge_blow(setup, state, attack))


def _declared(choice: Choice, what: str) -> None:
    if not isinstance(choice, dict) or not {"pieces", "at"} <= choice.keys():
        raise NoAnswer(f"{what} odds are of who attacks and a hex: {{pieces: [unit], at: hex}}")


def square_odds(setup: Setup, state: State, seat: str | None, choice: UnitOf) -> Answer:
    """[charge.square] The chance that a unit forms square."""
    del seat
    uid, late = word_of(choice), state.phase == "action-2.late_squares"
    rule = "charge.square_late" if late else "charge.square"
    more = tuple(square_modifiers(setup, state, uid, late=late))
    return _test_answer(setup, state, uid, Cause(rule, "square", more, state.charging.units))


def reaction_odds(setup: Setup, state: State, seat: str | None, choice: UnitOf) -> Answer:
    """[charge.artillery_reaction] The chance that a gun fires at the charge, and what its fire does."""
    found = [one for one in state.declared if one.kind == "charge"]
    attack = next((one for one in found if word_of(choice) in (one.by, *one.support)), None)
    if attack is None:
        raise NoAnswer("choice must be a unit that charges")
    cause = Cause(RULE, "artillery", by=(attack.by,))
    test = _test_answer(setup, state, attack.target, cause)
    fire = fire_blow(setup, state, reaction(state, attack.target, choice))
    then = _answer(setup, state, seat, fire)
    return Answer(
        {"test": test.value, "fire": then.value},
        tuple(dict.fromkeys((*test.rules, *then.rules))),
        (*test.lines, text("If it fires:"), *then.lines),
        then.overlays,
    )


def _test_answer(setup: Setup, state: State, uid: str, cause: Cause) -> Answer:
    called = CALLED.get(cause.purpose, "morale")
    modifiers = modifiers_now(setup, state, uid, cause, called)
    chance = success(sum(modifier.value for modifier in modifiers))
    lines = (text("{chance} passed", chance=percent(chance)), *_sum_lines(modifiers))
    rules = (cause.rule, "morale.test", "overview.test", *(modifier.rule for modifier in modifiers))
    value = {"passed": str(chance), "modifiers": _plain(modifiers), "exact": True}
    return Answer(value, tuple(dict.fromkeys(rules)), lines)


def _answer(setup: Setup, state: State, seat: str | None, blow: Blow) -> Answer:
    """Say the odds of an attack, to a seat that knows its own hand."""
    rules, overlay = (blow.rule, *RULES), Overlay("spaces", "target", (blow.attack.at,))
    if blow.routed:
        words = text("It is routed: without a die it runs on.")
        routed = ("combat.routed_target", "result.rout.attacked")
        return Answer({"routed": True, "exact": True}, routed, (words,), (overlay,))
    side = next((one.side for one in setup.info.seats if one.id == seat), None)
    odds, modifiers = attack_odds(setup, state, blow, cards_left(setup, state, side))
    value = {
        "hit": str(odds.hit),
        "icons": {icon: str(chance) for icon, chance in sorted(odds.icons.items())},
        "ends": {end: str(odds.ends[end]) for end in ENDS},
        "tests": str(odds.tests),
        "fails": str(odds.fails),
        "driven_off": str(odds.driven_off),
        "figures": f"{float(odds.figures):.2f}",
        "modifiers": _plain(modifiers),
        "exact": True,
    }
    cited = tuple(dict.fromkeys((*rules, *(modifier.rule for modifier in modifiers))))
    lines = (*_odds_lines(odds), *_sum_lines(modifiers))
    shares = tuple((ENDS[end], float(odds.ends[end])) for end in ENDS)
    return Answer(value, cited, lines, (overlay,), shares)


def _plain(modifiers: Sequence[Modifier]) -> list[dict[str, object]]:
    return [{"value": m.value, "rule": m.rule, "reason": str(m.reason)} for m in modifiers]


def _odds_lines(odds: Odds) -> Iterator[Text]:
    yield text("{chance} success", chance=percent(odds.hit))
    shown = [(icon, odds.icons[icon]) for icon in ICONS if odds.icons.get(icon)]
    if shown:
        words = (
            text("{chance} {what}", chance=percent(chance), what=named_row("combat_results", icon))
            for icon, chance in shown
        )
        yield text("Icons: {icons}", icons=all_of(words))
    if odds.tests:
        yield text(
            "{chance} a morale test, {failing} failed",
            chance=percent(odds.tests),
            failing=percent(odds.fails),
        )
    left = [(ENDS[end], odds.ends[end]) for end in ENDS if odds.ends.get(end)]
    ends = (text("{chance} {what}", chance=percent(chance), what=what) for what, chance in left)
    yield text("Then: {ends}", ends=all_of(ends))


ICONS = ("figure", "red", "push_back", "disorder", "tm_2", "tm_4")


def _sum_lines(modifiers: Sequence[Modifier]) -> Iterator[Text]:
    total = sum(modifier.value for modifier in modifiers)
    yield text("Die {change}", change=f"{total:+d}")
    for modifier in modifiers:
        yield text(
            "{n} {why} ({rule})",
            n=f"{modifier.value:+d}",
            why=modifier.reason,
            rule=modifier.rule,
        )


def percent(chance: Fraction) -> str:
    """Return a chance as players read it."""
    return f"{float(chance) * 100:.0f} %"


ODDS = inquiries(fire_odds, melee_odds, charge_odds, square_odds, reaction_odds)
