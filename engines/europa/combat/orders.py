"""[10.1] Which attacks may be ordered: the units of one stack, against one enemy stack beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from grognard.engines.core.data.text import Text, all_of, counted, named, text
from grognard.engines.core.show.asks import NOT_LISTED, PASS, Choice
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.found import Found
from grognard.engines.europa.cards.asked import marked
from grognard.engines.europa.field.position import (
    capacity,
    commanders_at,
    space_of,
    stacks,
    units_at,
)
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.ranks.command import rivals
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import State, Unit
from grognard.engines.europa.supply.check import is_shut_in

FEW = 2
"""Of more units than this an attack is called by their number."""


class Attacks(Found):
    """Every attack that a side may order: {"pieces": [units], "at": hex}, or "pass".

    Of the units of a stack any part may attack.
    """

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        self.setup, self.state, self.side = setup, state, side
        super().__init__()

    def look(self) -> Iterator[Choice]:
        for start, units in stacks(self.setup, self.state, self.side).items():
            if why_not_stack(self.setup, self.state, self.side, start, units) is not None:
                continue
            targets = [
                at for at in self._around(start) if is_target(self.setup, self.state, self.side, at)
            ]
            for part in _parts([unit.id for unit in units]) if targets else ():
                if why_not_alone(self.setup, self.state, part, units) is None:
                    yield from ({"pieces": list(part), "at": at} for at in targets)

    def wholes(self) -> Sequence[Choice]:
        """[10.1] Return the attacks of whole stacks, those on one target together."""
        setup, state, side = self.setup, self.state, self.side
        found = [
            {"pieces": [unit.id for unit in units], "at": at}
            for start, units in stacks(setup, state, side).items()
            if why_not_stack(setup, state, side, start, units) is None
            and why_not_alone(setup, state, [unit.id for unit in units], units) is None
            for at in self._around(start)
            if is_target(setup, state, side, at)
        ]
        return sorted(found, key=lambda choice: word_of(choice, "at"))

    def filed(self, choice: Choice) -> tuple[Text, Text] | None:
        """[10.1] Return whom an attack is against, and how many attack from where."""
        if not isinstance(choice, dict):
            return None
        pieces = words_of(choice, "pieces")
        against = text("Against {hex}", hex=called(self.setup, word_of(choice, "at")))
        start = called(self.setup, self.state.units[pieces[0]].at)
        words = counted("{n} unit from {hex}", "{n} units from {hex}", n=len(pieces), hex=start)
        return against, words

    def _around(self, start: str) -> Sequence[str]:
        return self.setup.map.grid.adjacent(start)

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, dict) or choice.keys() != {"pieces", "at"}:
            return NOT_LISTED
        pieces, at = words_of(choice, "pieces"), word_of(choice, "at")
        if not isinstance(at, str) or not all(isinstance(one, str) for one in pieces):
            return NOT_LISTED
        return self._why_not(pieces, at)

    def _why_not(  # noqa: PLR0911 - a reason a line
        self, pieces: list[str], at: str
    ) -> Refusal | None:
        setup, state, side = self.setup, self.state, self.side
        if not pieces or any(uid not in state.units for uid in pieces):
            return NOT_LISTED
        if at not in setup.map.grid or setup.units[pieces[0]].side != side:
            return NOT_LISTED
        start = state.units[pieces[0]].at
        here = units_at(setup, state, side, start)
        known = [unit.id for unit in here]
        if sorted(pieces) != sorted(uid for uid in known if uid in pieces):
            words = text("The units of one stack attack, each once.")
            return Refusal("10.1", words, (start,))
        if at not in setup.map.grid.adjacent(start):
            return Refusal("10.1", text("Only a stack in an adjacent hex is attacked."), (at,))
        if not is_target(setup, state, side, at):
            return Refusal("10.1", text("There is no enemy to attack."), (at,))
        if space_of(setup, pieces) > capacity():
            return Refusal("4.2", text("No more units can attack that hex."), (at,))
        return why_not_stack(setup, state, side, start, here) or why_not_alone(
            setup, state, pieces, here
        )

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        setup, state, side = self.setup, self.state, self.side
        for start, units in stacks(setup, state, side).items():
            pieces = [unit.id for unit in units]
            for at in self._around(start):
                why = self._why_not(pieces, at) if is_target(setup, state, side, at) else None
                if why is not None:
                    yield {"pieces": pieces, "at": at}, why

    def label(self, choice: Choice) -> Text:
        if not isinstance(choice, dict):
            return text("Order no more attacks")
        pieces = words_of(choice, "pieces")
        target = called(self.setup, word_of(choice, "at"))
        if len(pieces) > FEW:
            start = called(self.setup, self.state.units[pieces[0]].at)
            return counted(
                "{n} unit from {start} against {hex}",
                "{n} units from {start} against {hex}",
                n=len(pieces),
                start=start,
                hex=target,
            )
        names = [named("unit", self.setup.units[uid].name) for uid in pieces]
        return text("{units} against {hex}", units=all_of(names), hex=target)

    def about(self, choice: Choice) -> tuple[str, ...]:
        if not isinstance(choice, dict):
            return ()
        return (self.state.units[words_of(choice, "pieces")[0]].at,)


def _parts(uids: list[str]) -> Iterator[tuple[str, ...]]:
    """Give the parts of a stack, the whole first."""
    for size in range(len(uids), 0, -1):
        yield from combinations(uids, size)


def is_target(setup: Setup, state: State, side: str, hex_id: str) -> bool:
    """[10.1] [11.19] Whether a hex holds an enemy stack, or Commanders of the enemy by themselves."""
    enemy = enemy_of(side)
    return bool(units_at(setup, state, enemy, hex_id) or commanders_at(setup, state, enemy, hex_id))


def why_not_stack(
    setup: Setup, state: State, side: str, hex_id: str, units: Sequence[Unit]
) -> Refusal | None:
    """[10.1] [6.4.d] Return why a stack may not attack: disorder, Forage, a garrison without supply."""
    del side
    bad = [unit.id for unit in units if unit.disrupted]
    if bad:
        words = text(
            "Every unit of the hex must be in good order; {unit} is disrupted.",
            unit=named("unit", setup.units[bad[0]].name),
        )
        return Refusal("10.1", words, tuple(bad))
    return why_no_zeal(setup, state, hex_id, units)


def why_no_zeal(setup: Setup, state: State, hex_id: str, units: Sequence[Unit]) -> Refusal | None:
    """[10.1] [6.4.d] [16.1.timing] Return why a stack neither attacks nor supports an attack."""
    if any(unit.id in state.forage for unit in units):
        words = text("A stack that forages neither attacks nor supports an attack.")
        return Refusal("10.1", words, (hex_id,))
    if any(is_shut_in(setup, state, unit.id) for unit in units):
        words = text("The garrison is out of supply and does not leave its walls.")
        return Refusal("6.4.d", words, (hex_id,))
    return None


def why_not_alone(
    setup: Setup, state: State, pieces: Sequence[str], units: Sequence[Unit]
) -> Refusal | None:
    """[16.10] Return why Austrians do not attack, or support an attack: nobody else is with them."""
    del state
    if not setup.option("austrians"):
        return None
    ours = [uid for uid in pieces if setup.units[uid].nation == "austrian"]
    if ours and all(setup.units[unit.id].nation == "austrian" for unit in units):
        words = text("Austrians attack only with units of another nation.")
        return Refusal("16.10", words, tuple(ours))
    return None


def supporters(
    setup: Setup, state: State, side: str, target: str, start: str = ""
) -> tuple[str, ...]:
    """[10.3] [10.5] Return the hexes beside the target with a stack that may be called on."""
    return tuple(
        hex_id
        for hex_id in setup.map.grid.adjacent(target)
        if hex_id != start
        and units_at(setup, state, side, hex_id)
        and why_no_support(setup, state, side, hex_id, attacks=bool(start)) is None
    )


def why_no_support(
    setup: Setup, state: State, side: str, hex_id: str, *, attacks: bool
) -> Refusal | None:
    """[10.1] [10.3] [16.4.1] [16.10] Return why a stack may not support."""
    units = units_at(setup, state, side, hex_id)
    if all(unit.disrupted for unit in units):
        words = text("A stack that supports has a unit in good order.")
        return Refusal("10.3" if attacks else "10.5", words, (hex_id,))
    together = [c.id for c in commanders_at(setup, state, side, hex_id)]
    if rivals(setup, state, together):
        words = text("Rival generals are together; their units support nobody.")
        return Refusal("16.4.1", words, (hex_id,))
    if any(marked(state, "halt", on=setup.units[unit.id].nation) for unit in units):
        return Refusal("16.1.timing", text("A card keeps them from supporting."), (hex_id,))
    if not attacks:
        return (
            Refusal("6.4.d", text("The garrison is out of supply."), (hex_id,))
            if any(is_shut_in(setup, state, unit.id) for unit in units)
            else None
        )
    return why_no_zeal(setup, state, hex_id, units) or why_not_alone(
        setup, state, [unit.id for unit in units], units
    )
