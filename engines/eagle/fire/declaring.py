"""[combat.simultaneous] [combat.support] Attacks to be declared: who, with whose support, at whom."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import combinations

from grognard.engines.core.data.text import Text, all_of, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import is_finished, unit_at
from grognard.engines.eagle.fire.aims import members
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import Attack, State

RULES = (
    "combat.who",
    "combat.once",
    "combat.simultaneous",
    "combat.support",
    "combat.support_action",
    "combat.support_modifiers",
    "combat.roll",
    "zoc.attack",
)
"""What fire and melee have in common."""


class Attacks(Choices):
    """[combat.support] {"pieces": [who attacks, who supports, ...], "at": hex}.

    A kind of attack says who may make it, who may be attacked by it and who may support it.
    """

    rule = "combat.who"
    rules: tuple[str, ...] = RULES
    kind = ""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.state = setup, state
        self.members = members(setup, state)
        self._found: list[Choice] | None = None

    @abstractmethod
    def why_not_unit(self, uid: str) -> Refusal | None:
        """Return what keeps a unit from attacking at all."""

    @abstractmethod
    def why_not_target(self, uid: str, at: str) -> Refusal | None:
        """Return what keeps a unit from attacking a hex."""

    @abstractmethod
    def why_not_support(self, uid: str, at: str) -> Refusal | None:
        """Return what keeps a unit from supporting an attack on a hex."""

    def why_not_together(self, lead: str, at: str) -> Refusal | None:
        """Return what keeps a unit from being supported at all."""
        return None

    @abstractmethod
    def targets(self, uid: str) -> Iterator[str]:
        """Give the hexes that a unit may attack."""

    def declared(self, choice: Choice) -> tuple[Attack, ...]:
        """Return the attacks that a choice declares."""
        return (attack_of(self.setup, self.state, choice, self.kind),)

    def begin(self, table: Board, choice: Choice) -> None:
        """Do what follows at once from a declaration."""

    # -- all of them ---------------------------------------------------------------------------

    def any(self) -> bool:
        """Whether there is anything to declare."""
        return bool(self.entries())

    def entries(self) -> list[Choice]:
        """Return every choice but "pass"."""
        if self._found is None:
            self._found = list(self._look())
        return self._found

    def __iter__(self) -> Iterator[Choice]:
        return iter([PASS, *self.entries()])

    def _look(self) -> Iterator[Choice]:
        ready = [uid for uid in self.members if self.why_not_unit(uid) is None]
        for uid in ready:
            for at in self.targets(uid):
                others = [
                    one
                    for one in self.members
                    if one != uid
                    and self.why_not_together(uid, at) is None
                    and self.why_not_support(one, at) is None
                ]
                for size in range(len(others) + 1):
                    for helpers in combinations(others, size):
                        yield {"pieces": [uid, *helpers], "at": at}
                yield from self.besides(uid, at)

    def besides(self, uid: str, at: str) -> Iterator[Choice]:
        """Give attacks of another form by a unit."""
        return iter(())

    # -- one of them ---------------------------------------------------------------------------

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS or choice in self.entries():
            return None
        wrong = Refusal(self.rule, text("An attack names units of the group and an enemy's hex."))
        if not isinstance(choice, dict) or not {"pieces", "at"} <= choice.keys():
            return wrong
        pieces, at = choice["pieces"], choice["at"]
        if not isinstance(pieces, list) or not pieces or not isinstance(at, str):
            return wrong
        if at not in self.setup.map.grid or any(uid not in self.state.units for uid in pieces):
            return wrong
        return self._why_not_attack(words_of(choice, "pieces"), at) or wrong

    def _why_not_attack(self, pieces: Sequence[str], at: str) -> Refusal | None:
        lead, *helpers = pieces
        why = self.why_not_unit(lead) or self.why_not_target(lead, at)
        if why is not None:
            return why
        for helper in helpers:
            if helper not in self.members:
                name = self.setup.units[helper].name
                words = text("{unit} is of another group.", unit=name)
                return Refusal("combat.support", words, (helper,))
            why = self.why_not_together(lead, at) or self.why_not_support(helper, at)
            if why is not None:
                return why
        return None

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for uid in self.members:
            why = self.why_not_unit(uid)
            for at in (
                self.setup.map.grid.adjacent(self.state.units[uid].at) if self._here(uid) else ()
            ):
                target = unit_at(self.setup, self.state, at)
                if target is None or self.setup.units[target].side == self.setup.units[uid].side:
                    continue
                reason = why or self.why_not_target(uid, at)
                if reason is not None:
                    yield {"pieces": [uid], "at": at}, reason

    def _here(self, uid: str) -> bool:
        return self.state.units[uid].on_map

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("No more attacks")
        lead, *helpers = words_of(choice, "pieces")
        units, at = self.setup.units, word_of(choice, "at")
        target = unit_at(self.setup, self.state, at)
        foe = units[target].name if target else at
        if not helpers:
            return text("{unit} at {target}", unit=units[lead].name, target=foe)
        names = all_of(units[uid].name for uid in helpers)
        return text(
            "{unit} at {target}, supported by {names}",
            unit=units[lead].name,
            target=foe,
            names=names,
        )


def attack_of(setup: Setup, state: State, choice: Choice, kind: str) -> Attack:
    """Return the attack that a choice declares."""
    lead, *helpers = words_of(choice, "pieces")
    at = word_of(choice, "at")
    return Attack(lead, at, str(unit_at(setup, state, at)), kind, tuple(helpers))


def declare(table: Board, kind: str, prompt: Text, attacks: type[Attacks]) -> Procedure[None]:
    """[combat.simultaneous] All attacks of a kind are declared by the group before any is resolved."""
    while not is_finished(table.state):
        options = attacks(table.setup, table.state)
        if not options.any():
            return
        choice = yield Ask(
            acting_seat(table),
            kind,
            prompt,
            options.rules,
            options,
            form="target",
            resting=True,
            odds=f"{kind}_odds",
        )
        if choice == PASS:
            return
        note(table, kind, options.declared(choice))
        options.begin(table, choice)


def acting_seat(table: Board) -> str:
    """Return the seat of the group that acts."""
    return table.setup.seat_of(table.setup.groups[table.state.active].side)


def note(table: Board, kind: str, attacks: Sequence[Attack]) -> None:
    """[combat.support_action] Note what is declared; who attacks or supports has acted."""
    table.update(declared=(*table.state.declared, *attacks))
    for attack in attacks:
        change(table, attack.by, acted=kind)
        for helper in attack.support:
            change(table, helper, acted="support")
