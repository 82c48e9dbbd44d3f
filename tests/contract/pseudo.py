"""A language that has no letters: what still shows one was never handed to the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from gettext import NullTranslations
from itertools import islice
from random import Random

from grognard.engines.core.data.text import Text
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Choices

LETTERS = re.compile(r"[^\W\d_]{2,}")
HOLE_OR_LETTER = re.compile(r"(\{[^}]*\})|[^\W\d_]")


class Pseudo(NullTranslations):
    """Every letter of a phrase becomes a dot; its holes stay."""

    def gettext(self, message: str) -> str:
        return HOLE_OR_LETTER.sub(lambda found: found[1] or "·", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return re.sub(r"[^\W\d_]", "·", message)


PSEUDO = Pseudo()


def untranslated(value: object) -> Iterator[str]:
    """Give the phrases in a value that show letters in the language without letters."""
    for phrase in texts(value):
        shown = phrase.render(PSEUDO)
        if LETTERS.search(shown):
            yield f"{phrase.key}: {shown}"


def texts(value: object) -> Iterator[Text]:
    """Give every phrase in a value."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Choices) or callable(value):
        return
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from texts(getattr(value, part.name))
    elif isinstance(value, dict):
        yield from texts(tuple(value.values()))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from texts(part)


def asked(ask: Ask, rng: Random) -> Iterator[object]:
    """Give a question and what some of its choices are called, cost and are refused for."""
    yield ask.prompt
    listed = list(islice(ask.choices, 12)) if ask.choices.finite else [ask.choices.sample(rng)]
    for choice in listed:
        yield ask.choices.label(choice)
        yield ask.choices.describe(choice)
    for choice, why in islice(ask.choices.refused(), 12):
        yield ask.choices.label(choice)
        yield why


def played(session: Session, seed: str, most: int, looks: int) -> Iterator[str]:
    """Play at random and give what is shown untranslated: every log line, now and then all else."""
    rng, shown = Random(seed), 0
    while session.ask is not None and len(session.choices) < most:
        ask = session.ask
        for entry in session.table.entries[shown:]:
            yield from untranslated(entry)
        shown = len(session.table.entries)
        if len(session.choices) % looks == 0:
            for part in asked(ask, rng):
                yield from untranslated(part)
            for seat in (ask.seat, None):
                yield from untranslated(session.view(seat))
        session.choose(ask.seat, ask.choices.sample(rng))
    yield from untranslated(session.verdict)
