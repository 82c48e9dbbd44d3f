"""What an answer must look like before a rule looks at what it means.

Answers come from saves, cases and programs as well as from the board: any plain data may arrive.
What is no choice at all is refused by the rule that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet

from grognard.engines.core.data.text import Text
from grognard.engines.core.show.asks import NOT_LISTED, Choice, Listed
from grognard.engines.core.show.explain import Refusal

PIECE_AT = frozenset({"piece", "at"})
ORDERED_BY = frozenset({"by"})


def unlisted(rule: str) -> Refusal:
    """Refuse, by the rule that asks, what is none of the choices."""
    return Refusal(rule, NOT_LISTED.message)


def named(
    choice: Choice, needed: AbstractSet[str], free: AbstractSet[str] = frozenset()
) -> dict[str, str] | None:
    """Return a choice that gives a word to each of `needed` and perhaps to `free`, else None."""
    if not isinstance(choice, dict) or not needed <= choice.keys() <= needed | free:
        return None
    return choice if all(type(value) is str for value in choice.values()) else None


def part_of(choice: Choice, items: Collection[str]) -> list[str] | None:
    """Return what {"subset": [...]} names: some of `items`, each once, in their order; else None."""
    if not isinstance(choice, dict) or choice.keys() != {"subset"}:
        return None
    chosen = choice["subset"]
    if not isinstance(chosen, list) or chosen != [item for item in items if item in chosen]:
        return None
    return chosen


class Options(Listed):
    """Choices known in full; whatever else is refused by the rule that asks, or by its own."""

    def __init__(
        self,
        rule: str,
        options: Iterable[Choice | tuple[Choice, Text]],
        refusals: Callable[[], Iterator[tuple[Choice, Refusal]]] | None = None,
    ) -> None:
        super().__init__(options, refusals=refusals)
        self.rule = rule

    def why_not(self, choice: Choice) -> Refusal | None:
        # To Python True is 1 and 1.0 is 1: an answer must be of the same type, too.
        if any(type(known) is type(choice) for known in self):
            why = super().why_not(choice)
            if why is None or why.rule:
                return why
        return unlisted(self.rule)
