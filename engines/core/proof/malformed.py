"""Choices that answer no question at all: what `not_offered:` may not be satisfied with.

That a choice is not offered tells something only where it could be offered in another position. One
that has not the form of the question, or that names what there is not, is a slip of the pen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice

from grognard.engines.core.data.schema import did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.session import Session
from grognard.engines.core.scenario.positions import Positions
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.forms import has_form, wanted
from grognard.engines.core.show.plain import why_not_plain

MOST = 4000
"""So many of the choices of a question are looked at for the words that they use."""
NAMES = ("piece", "pieces", "by", "at", "route", "subset", "unit")
"""Under which words a choice names nothing but pieces and places."""
NAMING = ("piece", "place")
"""Forms of questions that are answered by the name of a piece or of a place."""
WORD = re.compile(r"[^\s\"',:{}\[\]]+")


def why_malformed(session: Session, ask: Ask, choice: Choice) -> str | None:
    """Return why a choice could never answer a question, or None where it could."""
    if why_not_plain(choice) is not None:
        return tr("it is no plain choice")
    if choice != PASS and not has_form(ask.form, choice):
        return tr("it is no answer to this question: {form}", form=wanted(ask.form))
    listed = list(islice(_listed(ask), MOST))
    if choice in listed:
        return None
    known = _names(session) | {word for each in listed for word in _words(each)}
    for name in _named(ask, choice):
        if name and name not in known:
            mend = did_you_mean(name, sorted(known))
            return tr("there is no {name}", name=verbatim(name)) + (f"; {mend}" if mend else "")
    return _slip(choice, listed, known)


def _listed(ask: Ask) -> Iterator[Choice]:
    legal = iter(ask.choices) if ask.choices.finite else iter(())
    return chain(legal, (choice for choice, _ in ask.choices.refused()))


def _slip(choice: Choice, listed: list[Choice], known: Collection[str]) -> str | None:
    """Return the word, or the key, that is nearly one of those in use and none of them."""
    keys = {key for each in listed if isinstance(each, Mapping) for key in each}
    fields = choice if isinstance(choice, Mapping) else {}
    for key in fields:
        mend = did_you_mean(key, sorted(keys)) if key not in keys else ""
        if mend:
            return tr(
                "no choice of this question has {key}; {mend}",
                key=verbatim(key),
                mend=verbatim(mend),
            )
    used = sorted({word for each in listed for word in _words(each)})
    for word in _words(choice):
        mend = did_you_mean(word, used) if word not in known and not word.isdigit() else ""
        if mend:
            return tr(
                "no choice of this question says {word}; {mend}",
                word=verbatim(word),
                mend=verbatim(mend),
            )
    return None


def _named(ask: Ask, choice: Choice) -> Iterator[str]:
    """Give the words of a choice that are to be names of pieces and places."""
    if isinstance(choice, Mapping):
        for key in NAMES:
            if key in choice:
                yield from _words(choice[key])
    elif ask.form in NAMING and choice != PASS:
        yield str(choice)


def _words(choice: Choice) -> Iterator[str]:
    """Give all words of a choice but its keys."""
    if isinstance(choice, Mapping):
        for part in choice.values():
            yield from _words(part)
    elif isinstance(choice, list):
        for part in choice:
            yield from _words(part)
    else:
        yield str(choice)


def _names(session: Session) -> set[str]:
    """Return every word that the game has: of its pieces and places, its scenario and its position."""
    game: AnyGame = session.game
    setup, state = session.setup, session.table.state
    found = set(WORD.findall(setup.text)) | set(_texts(game.encode(state))) | set(game.terms)
    if isinstance(game.positions, Positions):
        for pieces in game.positions.pieces:
            found |= {*pieces.of(state), *pieces.kinds(setup)}
            found |= {*pieces.boxes, *(pieces.spaces(setup) if pieces.spaces else ())}
    return found


def _texts(data: object) -> Iterator[str]:
    """Give every text in plain data, keys as well."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)
    elif isinstance(data, str):
        yield data
