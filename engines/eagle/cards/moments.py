"""[cards.timing] The moments at which cards are played, and what cards in force do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.engines.core.data.text import all_of, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Procedure, Reaction
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.eagle.cards.offers import Cards, Chance, asked, name_of, unfit
from grognard.engines.eagle.cards.playing import play_card
from grognard.engines.eagle.cards.targets import Subjects, targets, why_not_on
from grognard.engines.eagle.deck.deck import EVENT, REACTION, Deck, Effect
from grognard.engines.eagle.field.telling import acting_side
from grognard.engines.eagle.setup import Board, Setup, enemy_of
from grognard.engines.eagle.state import State

RULES = {
    EVENT: ("cards.event", "cards.how_many", "cards.timing", "cards.binding", "cards.flags"),
    REACTION: ("cards.reaction", "cards.how_many", "cards.timing", "cards.binding", "cards.flags"),
}
ATTACKS = ("fire", "melee", "charge")


def moment(table: Board, word: str, **subjects: Sequence[str]) -> Procedure[None]:
    """[cards.event] [cards.reaction] A moment has come: who acts may play events, the other reactions."""
    if not any(table.state.hands.values()):
        return
    side = acting_side(table.setup, table.state) or _side_of(table.setup, subjects)
    yield from _chances(table, word, EVENT, side, subjects)
    yield from _chances(table, word, REACTION, enemy_of(side), subjects)


def _side_of(setup: Setup, subjects: Subjects) -> str:
    first = next(one for several in subjects.values() for one in several)
    return setup.owner(first)


def _chances(table: Board, word: str, half: str, side: str, subjects: Subjects) -> Procedure[None]:
    """[cards.how_many] A side plays as many cards as it likes, one after the other."""
    while True:
        ask = _ask(table, word, half, side, subjects)
        if ask is None:
            return
        choice = yield ask
        if choice == PASS:
            return
        yield from _play(table, half, side, choice, subjects)


NO_CARD = text("None of your cards can be played at this moment.")


def _ask(table: Board, word: str, half: str, side: str, subjects: Subjects) -> Ask | None:
    """[cards.secret] Ask for a card by what all can see, whether one is held or not."""
    setup, state = table.setup, table.state
    hand = state.hands.get(side, ())
    known = setup.deck.played_at(state.phase.partition(".")[0], word, half, side)
    able = [
        (effect, on)
        for effect in known
        if hand
        and not setup.deck.bearers[effect.id] <= {*state.discards}
        and _is_of_use(effect, subjects)
        for on in targets(setup, state, effect, side, subjects)
    ]
    open_to = [pair for pair in able if why_not_on(setup, state, side, pair[1]) is None]
    options = list(_options(setup.deck, open_to, hand, half))
    if not open_to:
        return None
    refusals = [
        (choice, why)
        for effect, on in able
        if (why := why_not_on(setup, state, side, on)) is not None
        for choice, _ in _options(setup.deck, [(effect, on)], hand, half)
    ]
    seat = setup.seat_of(side)
    return Ask(
        seat,
        half,
        asked(setup, word, subjects),
        RULES[half],
        Cards(
            Chance(setup, state, table.handed, side, half, subjects),
            [PASS, *((choice, _words(setup, effect, choice)) for choice, effect in options)],
            refusals=lambda: [
                *refusals,
                *unfit(setup, word, half, side, hand, {effect.id for effect, _ in able}),
            ],
            nothing=Refusal(RULES[half][0], NO_CARD),
        ),
        form="target",
        secret=True,
        interrupt=half == REACTION,
        reaction=Reaction(text("cards in the enemy's turn")) if half == REACTION else None,
        subject=tuple(dict.fromkeys(one for _, on in open_to for one in on if one in setup.units)),
        where=_scene(state, subjects),
    )


def _scene(state: State, subjects: Subjects) -> tuple[str, ...]:
    """Return the hexes of those whom the moment is about, so that one sees them."""
    units = (one for several in subjects.values() for one in several if one in state.units)
    return tuple(dict.fromkeys(state.units[one].at for one in units if state.units[one].on_map))


def _is_of_use(effect: Effect, subjects: Subjects) -> bool:
    """Whether a card has to do with the die that is rolled, or with the icons that have come."""
    return any(_bears(line, subjects) for line in effect.does)


def _bears(line: Mapping[str, Any], subjects: Subjects) -> bool:
    if line["do"] == "ignore" and "icons" in subjects:
        return line["icon"] in subjects["icons"]
    if line["do"] in ("add", "pass") and "roll" in subjects:
        return line.get("to", line.get("test")) in subjects["roll"]
    return True


def _options(
    deck: Deck, open_to: Sequence[tuple[Effect, tuple[str, ...]]], hand: Sequence[str], half: str
) -> Iterator[tuple[Choice, Effect]]:
    for effect, on in open_to:
        for card in hand:
            if deck.half(card, half) is effect:
                yield {"card": card, "on": [*on]}, effect


def _words(setup: Setup, effect: Effect, choice: Choice) -> Any:
    names = words_of(choice, "on")
    if names == ["event"]:
        return effect.called
    return text(
        "{card} on {target}",
        card=effect.called,
        target=all_of(name_of(setup, one) for one in names),
    )


def _play(
    table: Board, half: str, side: str, choice: Choice, subjects: Subjects
) -> Procedure[None]:
    """[cards.binding] The card is declared; the enemy of an event may cancel it; then it does what it says."""
    card, on = word_of(choice, "card"), tuple(words_of(choice, "on"))
    effect = table.setup.deck.half(card, half)
    hand = tuple(one for one in table.state.hands[side] if one != card)
    table.update(hands={**table.state.hands, side: hand}, discards=(*table.state.discards, card))
    names = all_of(name_of(table.setup, one) for one in on)
    words = text(
        "{seat} plays {card}", seat=table.seat_name(table.setup.seat_of(side)), card=effect.called
    )
    if on != ("event",):
        words = text("{what} on {target}.", what=words, target=names)
        marks = [
            uid for one in on if one in table.setup.groups for uid in table.setup.groups[one].units
        ]
        table.update(played=(*table.state.played, *on, *marks))
    rules = (RULES[half][0], "cards.secret", "cards.discard_pile")
    table.reveal(words, *rules, seat=table.setup.seat_of(side), card=card)
    says = text("{card}: {what}", card=effect.called, what=named("term", effect.text))
    table.log("note", says, RULES[half][0], seat=table.setup.seat_of(side))
    before = len(table.state.effects)
    if half == EVENT:
        yield from _chances(table, "event", REACTION, enemy_of(side), {})
        if any(_cancels(table.setup.deck, one.effect) for one in table.state.effects[before:]):
            table.update(effects=table.state.effects[:before])
            table.log("result", text("{card} does nothing.", card=effect.called), "cards.binding")
            return
    yield from play_card(table, card, effect, side, on, subjects)


def _cancels(deck: Deck, effect: str) -> bool:
    return any(line["do"] == "cancel" for line in deck.effects[effect].does)


# -- what cards in force do --------------------------------------------------------------------


def in_force(setup: Setup, state: State, verb: str) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Give the lines with a verb of all effects that hold on, with the effect."""
    for one in state.effects:
        for line in setup.deck.effects[one.effect].does:
            if line["do"] == verb:
                yield one, line


def added(  # noqa: PLR0913 - who rolls what, and whose attack it is
    setup: Setup,
    state: State,
    roll: str,
    units: Sequence[str],
    *,
    caused_by: Sequence[str] = (),
    target: str = "",
) -> tuple[Modifier, ...]:
    """[cards.binding] Return what the cards in force add to a roll of some units or groups."""
    words = (roll, "attack") if roll in ATTACKS else (roll,)
    found = []
    for one, line in in_force(setup, state, "add"):
        whose = {*caused_by, target} if line.get("caused") == "yes" else {*units}
        if line["to"] in words and whose & {*one.on}:
            effect = setup.deck.effects[one.effect]
            found.append(Modifier(int(line["by"]), effect.called, f"cards.{effect.half}"))
    return tuple(found)


_MARKS = {"pass": "test", "ignore": "icon", "forbid": "action", "allow": "action", "again": "how"}


def marked(setup: Setup, state: State, verb: str, word: str, uid: str) -> int:
    """[cards.binding] Return how often cards in force say this of a unit: a verb and its word."""
    return sum(
        int(line.get("count", 1))
        for one, line in in_force(setup, state, verb)
        if line[_MARKS[verb]] == word and uid in one.on
    )


def again(setup: Setup, state: State, how: str, uid: str) -> Modifier | None:
    """[cards.binding] Return at what modifier a unit attacks once more, None if it does not."""
    for one, line in in_force(setup, state, "again"):
        if line["how"] == how and uid in one.on:
            return Modifier(int(line["by"]), setup.deck.effects[one.effect].called, "cards.event")
    return None


def chance_to_wound(setup: Setup, state: State, uid: str) -> int:
    """[cards.binding] Return up to which die a commander with the target of a unit is hit, 0 for none."""
    lines = (line for one, line in in_force(setup, state, "wound") if uid in one.on)
    return max((int(line["chance"]) for line in lines), default=0)


def reshuffle(table: Board) -> None:
    """[cards.reshuffle] The deck has run out: the discards are shuffled and become the deck."""
    if table.state.deck or not table.state.discards:
        return
    left = tuple(sorted(table.state.discards, key=int))
    table.update(deck=left, discards=())
    table.log("note", text("The discards are shuffled and become the deck."), "cards.reshuffle")
