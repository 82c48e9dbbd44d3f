"""[combat.roll] [combat.table] Exact odds of an attack, over the cards left as a seat knows them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from grognard.engines.core.data.text import Text, all_of, percent, text
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import Modifier
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.deck.deck import Card
from grognard.engines.eagle.fire.combat import Blow
from grognard.engines.eagle.morale.odds import plain, success, sum_lines
from grognard.engines.eagle.results.results import Hit, apply
from grognard.engines.eagle.results.ways import every_way
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import named_row, number

ENDS: Mapping[str, Text] = {
    "eliminated": text("eliminated"),
    "routed": text("routed"),
    "disordered": text("disordered"),
    "steady": text("in good order"),
}
COSTLY: Mapping[str, Text] = {
    "routed": text("routed, with a figure lost"),
    "disordered": text("disordered, with a figure lost"),
    "steady": text("in good order, with a figure lost"),
}
"""What a unit that has lost figures comes to; who is eliminated has lost them all."""
LEFT = [(end, lost) for end in ENDS for lost in (True, False) if not lost or end in COSTLY]
RULES = (
    "combat.roll",
    "combat.table",
    "combat.simultaneous",
    "result.icons",
    "morale.when",
    "morale.cumulative",
)


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
    left: dict[tuple[str, bool], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """The chance of each end, apart for those that cost a figure."""


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


def _follow(  # noqa: PLR0913 - one row of icons, its chance, and where that is added up
    setup: Setup, state: State, hit: Hit, icons: tuple[str, ...], chance: Fraction, odds: Odds
) -> None:
    """[result.icons] Add up what comes of some icons, in every way the dice may fall."""
    if not icons:
        odds.ends[end_of(state, hit.target)] += chance
        odds.left[end_of(state, hit.target), False] += chance
        return
    before = state.units[hit.target]
    for share, table in every_way(setup, state, lambda table: apply(table, hit, icons)):
        part, after = chance * share, table.state.units[hit.target]
        odds.ends[end_of(table.state, hit.target)] += part
        lost = table.state.units[hit.target].on_map and after.figures < before.figures
        odds.left[end_of(table.state, hit.target), lost] += part
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


def named_end(end: str, lost: bool) -> Text:
    """Name how a unit stands after an attack, and whether it has lost a figure by it."""
    return COSTLY[end] if lost else ENDS[end]


def end_of(state: State, uid: str) -> str:
    """Return how a unit stands: one of ENDS."""
    unit = state.units[uid]
    if not unit.on_map:
        return "eliminated"
    return "steady" if unit.is_good else unit.state


# -- in words ----------------------------------------------------------------------------------


def check_declared(setup: Setup, choice: Choice, what: str) -> None:
    """Refuse to tell the odds of what is no declaration of an attack, or of who never makes it."""
    if not isinstance(choice, dict) or not {"pieces", "at"} <= choice.keys():
        raise NoAnswer(f"{what} odds are of who attacks and a hex: {{pieces: [unit], at: hex}}")
    lead = setup.units[words_of(choice, "pieces")[0]]
    fights = lead.is_cavalry if what == "charge" else not (lead.is_artillery or lead.rifles)
    if not (lead.fire if what == "fire" else fights):
        raise NoAnswer(f"{lead.id} never attacks so: there are no {what} odds of it")


def attack_answer(setup: Setup, state: State, seat: str | None, blow: Blow) -> Answer:
    """Say the odds of an attack, to a seat that knows its own hand."""
    rules, overlay = (blow.rule, *RULES), Overlay("spaces", "target", (blow.attack.at,))
    if blow.routed:
        words = text("It is routed: it runs on without a roll.")
        routed = ("combat.routed_target", "result.rout.attacked")
        return Answer({"routed": True, "exact": True}, routed, (words,), (overlay,), gist=(words,))
    odds, modifiers = attack_odds(setup, state, blow, cards_left(setup, state, setup.side_of(seat)))
    value = {
        "hit": str(odds.hit),
        "icons": {icon: str(chance) for icon, chance in sorted(odds.icons.items())},
        "ends": {end: str(odds.ends[end]) for end in ENDS},
        "tests": str(odds.tests),
        "fails": str(odds.fails),
        "driven_off": str(odds.driven_off),
        "figures": f"{float(odds.figures):.2f}",
        "loses": str(sum((odds.left[end] for end in LEFT if end[1]), odds.ends["eliminated"])),
        "modifiers": plain(modifiers),
        "exact": True,
    }
    cited = tuple(dict.fromkeys((*rules, *(modifier.rule for modifier in modifiers))))
    lines = (*_odds_lines(odds), *sum_lines(modifiers))
    shares = tuple((named_end(*end), float(odds.left[end])) for end in LEFT)
    return Answer(value, cited, lines, (overlay,), shares)


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
    left = [(named_end(*end), odds.left[end]) for end in LEFT if odds.left.get(end)]
    ends = (text("{chance} {what}", chance=percent(chance), what=what) for what, chance in left)
    yield text("Then: {ends}", ends=all_of(ends))


ICONS = ("figure", "red", "push_back", "disorder", "tm_2", "tm_4")
