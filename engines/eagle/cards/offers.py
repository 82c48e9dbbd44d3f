"""[cards.timing] What is said of a card before it is played: what the moment is, why it waits, when it would be wasted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from grognard.engines.core.data.text import Text, all_of, named, text
from grognard.engines.core.play.firstdie import first_die
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS, Choice, Listed
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards.playing import play_card
from grognard.engines.eagle.cards.targets import Subjects
from grognard.engines.eagle.deck.deck import Effect
from grognard.engines.eagle.field.position import commanders_with
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State

MOMENTS: Mapping[str, Text] = {
    "activation": text("{who}: the group begins to act. Play a card?"),
    "movement": text("{who}: the group begins to move. Play a card?"),
    "moving": text("{who} is moving. Play a card?"),
    "moved": text("{who} has moved. Play a card?"),
    "fire": text("{who}: a fire is declared. Play a card before the die?"),
    "melee": text("{who}: a melee. Play a card before the die?"),
    "charge": text("{who}: a charge is declared. Play a card?"),
    "charged": text("{who} is charged. Play a card?"),
    "result": text("{who} is hit. Play a card before the result?"),
    "test": text("{who} is about to test. Play a card before the die?"),
    "failed": text("{who} has failed the test. Play a card?"),
    "advance": text("{who} may advance. Play a card?"),
    "advanced": text("{who} has advanced. Play a card?"),
    "order_test": text("{who}: the order is about to be tested. Play a card before the die?"),
    "sending": text("Couriers are about to be sent. Play a card?"),
    "rally": text("{who} is about to try to rally. Play a card before the die?"),
    "event": text("The enemy has played a card. Play one against it?"),
}
"""What is asked at each moment, about whom."""
WAITS: Mapping[str, Text] = {
    "activation": text("{card} waits until a group begins to act."),
    "movement": text("{card} waits until a group begins to move."),
    "moving": text("{card} waits until a unit moves."),
    "moved": text("{card} waits until a unit has moved."),
    "fire": text("{card} waits until fire is declared."),
    "melee": text("{card} waits until a melee is declared."),
    "charge": text("{card} waits until a charge is declared."),
    "charged": text("{card} waits until a unit is charged."),
    "result": text("{card} waits until a unit is hit."),
    "test": text("{card} waits until a unit is about to test."),
    "failed": text("{card} waits until a unit has failed its test."),
    "advance": text("{card} waits until a unit may advance."),
    "advanced": text("{card} waits until a unit has advanced."),
    "order_test": text("{card} waits until an order is tested."),
    "sending": text("{card} waits until couriers are sent."),
    "rally": text("{card} waits until a unit tries to rally."),
    "event": text("{card} waits until the enemy plays a card."),
}
"""Why a card cannot be played now, by the moment it is made for."""
KEPT = frozenset({"hands", "discards", "played", "effects"})
"""What the playing of a card changes of the State in any case."""


def name_of(setup: Setup, one: str) -> Text:
    """Return what a unit, a commander, a group or a place is called."""
    for known in (setup.units, setup.chiefs, setup.groups):
        if one in known:
            return named("unit", known[one].name)
    return named("place", one)


def asked(setup: Setup, word: str, subjects: Subjects) -> Text:
    """[cards.timing] Say which moment it is, and of whom."""
    parts = ("tested", "moving", "advancing", "target", "charging", "firing", "acting")
    about = next((subjects[part] for part in parts if subjects.get(part)), ())
    if word in ("fire", "melee") and subjects.get("target"):
        about = (*subjects.get("attacking", ())[:1], *subjects["target"][:1])
    groups = [one if one in setup.groups else setup.units[one].group for one in about[:1]]
    whole = word in ("activation", "movement") and groups
    who = all_of(name_of(setup, one) for one in (groups if whole else about))
    return MOMENTS[word].fill(who=who) if "{who}" in MOMENTS[word].key else MOMENTS[word]


def unfit(  # noqa: PLR0913 - what a moment is
    setup: Setup, word: str, half: str, side: str, hand: Iterable[str], able: Collection[str]
) -> Iterator[tuple[Choice, Refusal]]:
    """[cards.timing] [cards.flags] Give the cards of a hand that cannot be played now, and why; `able` are those that can."""
    for card in hand:
        effect = setup.deck.half(card, half)
        if effect.id not in able:
            choice: Choice = {"card": card, "on": []}
            yield choice, _why_not_now(effect, word, side)


def _why_not_now(effect: Effect, word: str, side: str) -> Refusal:
    if effect.nation not in ("", side):
        words = text("{card} is not for your army.", card=effect.called)
        return Refusal("cards.flags", words)
    if effect.moment != word:
        return Refusal("cards.timing", WAITS[effect.moment].fill(card=effect.called))
    words = text("There is nobody here for {card} to be played on.", card=effect.called)
    return Refusal("cards.timing", words)


@dataclass(frozen=True, slots=True)
class Chance:
    """What an ask for a card knows: the table, who may play, which half, and whom the moment is about."""

    setup: Setup
    state: State
    handed: Any
    side: str
    half: str
    subjects: Subjects = field(default_factory=dict)

    def effect(self, choice: Choice) -> Effect:
        """Return the half of a card that a choice plays."""
        return self.setup.deck.half(word_of(choice, "card"), self.half)

    def why_vain(self, choice: Choice) -> Refusal | None:
        """[cards.binding] Return why a card would do nothing now."""
        effect, on = self.effect(choice), tuple(words_of(choice, "on"))
        rule, verbs = f"cards.{self.half}", {line["do"] for line in effect.does}
        if "wound" in verbs and not self._commanders(on):
            return Refusal(rule, text("No commander is with the target."), on)
        if "couriers" in verbs and any(self.state.groups[gid].courier for gid in on):
            return Refusal(rule, text("That group has a courier already."), on)
        if not self._changes(effect, word_of(choice, "card"), on):
            return Refusal(rule, text("As things are, it would change nothing."), on)
        return None

    def _commanders(self, on: Sequence[str]) -> list[str]:
        struck = [*on, *self.subjects.get("target", ())]
        units = [uid for uid in struck if uid in self.state.units]
        return [cid for uid in units for cid in commanders_with(self.setup, self.state, uid)]

    def _changes(self, effect: Effect, card: str, on: tuple[str, ...]) -> bool:
        """Whether the card does something: it is played on a table of its own, to its first question or die."""
        done: list[bool] = []

        def play(table: Board) -> None:
            table.handed = self.handed
            steps = play_card(table, card, effect, self.side, on, self.subjects)
            asks = next(steps, None) is not None
            done.append(asks or _differ(self.state, table))

        die = first_die(self.setup, self.state, play)
        return die is not None or any(done)


def _differ(before: State, table: Table[Setup, State]) -> bool:
    after = table.state
    held = len(after.effects) > len(before.effects)
    fields = [name for name in before.__dataclass_fields__ if name not in KEPT]
    return held or any(getattr(before, name) != getattr(after, name) for name in fields)


class Cards(Listed):
    """The cards that may be played at a moment; those that would do nothing are marked, and no computer plays them."""

    def __init__(self, chance: Chance, options: Sequence[Any], **more: Any) -> None:
        super().__init__(options, named=self._named, **more)
        self.chance = chance
        self._vain: dict[str, Refusal | None] = {}

    def why_vain(self, choice: Choice) -> Refusal | None:
        if choice == PASS or choice not in self._options:
            return None
        key = repr(choice)
        if key not in self._vain:
            self._vain[key] = self.chance.why_vain(choice)
        return self._vain[key]

    def sample(self, rng: Random) -> Choice:
        return rng.choice([choice for choice in self if not self.vain(choice)])

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """[cards.structure] Say what the card does."""
        if not isinstance(choice, dict):
            return ()
        return (named("term", self.chance.effect(choice).text),)

    def _named(self, choice: Choice) -> Text | None:
        return self.chance.effect(choice).called if isinstance(choice, dict) else None
