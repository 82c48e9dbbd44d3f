"""What cases write for choices: verbs of a game, and what may be left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grognard.engines.core.show.asks import Ask, Choice, meant
from grognard.engines.core.show.choices import fields_of

Made: TypeAlias = Callable[[Any, Any], Choice]
"""What a value as written means, given the set-up."""


@dataclass(frozen=True)
class Verb:
    """A word of a case's choice. It stands for the key `to`, and adds what is in `more`.

    With `listed` one item may be written without its list; `made` tells what the value means: with
    `to` "" it is the mapping of all that the verb stands for. A verb `alone` answers an ask of its
    own, before the rest of the mapping answers the next: with its value, or with `says`.
    """

    to: str = "piece"
    more: Mapping[str, Choice] = field(default_factory=dict)
    listed: bool = False
    made: Made | None = None
    alone: bool = False
    says: Choice | None = None

    def value(self, written: Choice, setup: object) -> Choice:
        """Return what the written value means."""
        if self.listed and not isinstance(written, list):
            written = [written]
        return written if self.made is None else self.made(written, setup)


def numeric(value: Any, setup: object) -> Choice:  # noqa: ARG001 - all verbs are alike
    """Return a number that is written as text, and what is none as it is."""
    return int(value) if str(value).isdigit() else value


PIECE = Verb()
ALONE = Verb(alone=True)


@dataclass(frozen=True)
class Wording:
    """How a game's cases write its choices.

    `verbs` in the order in which they answer; `others` reads values of all other keys. With
    `completed` what is left out is taken from the first choice, legal or refused, that has all that
    is written, but for choices with a key of `whole`. `lone` keys (all, if True) may stand before a
    choice that is a single value. `usual` answers kinds of questions that a case goes past without a
    word: a unit moves normally, an army stands as the scenario lists it.
    """

    verbs: Mapping[str, Verb]
    others: Callable[[Any], Choice] | None = None
    completed: bool = True
    whole: tuple[str, ...] = ()
    lone: tuple[str, ...] | bool = ()
    usual: Mapping[str, Choice] = field(default_factory=dict)

    def expand(self, setup: object, ask: Ask, wanted: Mapping[str, Choice]) -> list[Choice]:
        """Return the choices of this and the following asks that a case's mapping means."""
        own, plain = self._plain(setup, wanted)
        if own:
            return [*own, plain] if plain else own
        if any(key in plain for key in self.whole) or plain in ask.choices:
            return [plain]
        found = meant(ask, plain) if self.completed else None
        if found is not None:
            return [found]
        lone = len(plain) == 1 and (self.lone is True or next(iter(plain)) in (self.lone or ()))
        return list(plain.values()) if lone else [plain]

    def _plain(
        self, setup: object, wanted: Mapping[str, Choice]
    ) -> tuple[list[Choice], dict[str, Choice]]:
        """Tell the answers that verbs give alone from the choice that is left."""
        own = [
            verb.value(wanted[name], setup) if verb.says is None else verb.says
            for name, verb in self.verbs.items()
            if verb.alone and name in wanted
        ]
        plain: dict[str, Choice] = {}
        for name, value in wanted.items():
            verb = self.verbs.get(name)
            if verb is None:
                plain[name] = value if self.others is None else self.others(value)
            elif not verb.alone:
                meaning = verb.value(value, setup)
                plain |= {verb.to: meaning} if verb.to else fields_of(meaning)
                plain |= verb.more
        return own, plain
