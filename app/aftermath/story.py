"""The story of a game, turn by turn, in sentences made of the deeds of its log. No widget in here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grognard.app.aftermath.course import Eyes, Stage, by_turn, lines_of
from grognard.engines.core.data.text import KINDS, Text, named, text, verbatim
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.journal import NOTHING_TOLD
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.deeds import Deed, Line, deeds, dice_of
from grognard.engines.core.show.explain import LogEntry

MOST_NAMES = 14
"""So many who moved together are named; of the others it is told how many they are."""
ALIKE = 3
"""So many deeds that differ in a name alone are told in one sentence."""
GRAVE = ("loss",)
"""The kinds of lines that tell what was lost."""


@dataclass(frozen=True)
class Sentence:
    """One sentence of the story: `dice` are those it was decided by, `rules` what stands behind it."""

    words: Text
    dice: Text | None = None
    rules: tuple[str, ...] = ()
    grave: bool = False
    at: int = 0


@dataclass(frozen=True)
class Passage:
    """What was done in one phase or activation."""

    head: Text | None
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Chapter:
    """A turn: what it is called, after how many choices it began, what was done in it."""

    title: str
    at: int
    passages: tuple[Passage, ...]


def story_of(session: Session, eyes: Eyes, told: Sequence[Stage]) -> list[Chapter]:
    """Tell a game, a chapter a turn."""
    names = {seat.id: seat.name for seat in session.setup.info.seats}
    lines = lines_of(session, eyes)
    return [
        Chapter(stage.turn, stage.at, tuple(_passages(session.game, part, names)))
        for stage, part in zip(told, by_turn(lines, told), strict=False)
    ]


def _passages(game: AnyGame, lines: Iterable[Line], names: dict[str, str]) -> Iterator[Passage]:
    """Give the phases in which something was done; a phase in which nothing was has no heading."""
    head: Text | None = None
    found: list[Deed] = []
    for deed in deeds(lines):
        if deed.entry.kind != "phase":
            if not _is_idle(deed):
                found.append(deed)
            continue
        if _tells(found):
            yield Passage(head, tuple(_sentences(game, found, names)))
        # A die that opens a phase is told, whatever else was done in it.
        head, found = deed.entry.text, [deed] if deed.rolls else []
    if _tells(found):
        yield Passage(head, tuple(_sentences(game, found, names)))


def _tells(found: Sequence[Deed]) -> bool:
    """Whether anything was done, and not only noted that it was not."""
    return any(deed.entry.kind != "note" or deed.entry.card for deed in found)


def _is_idle(deed: Deed) -> bool:
    """Whether a line tells only that nothing was done, or answered as it had been said beforehand."""
    return deed.entry.text.key in NOTHING_TOLD


def _sentences(game: AnyGame, found: Sequence[Deed], names: dict[str, str]) -> Iterator[Sentence]:
    """Tell deeds one after the other; marches of a seat, and what differs in a name alone, together."""
    n = 0
    while n < len(found):
        if (count := _marches(found, n)) >= ALIKE:
            yield _march(found[n : n + count], names)
        elif (count := _alike(found, n)) >= ALIKE:
            yield _likewise(found[n : n + count])
        elif (count := _nameless(found, n)) >= ALIKE:
            yield _and_so_on(found[n], count)
        else:
            count = 1
            yield _sentence(game, found[n])
        n += count


def _sentence(game: AnyGame, deed: Deed) -> Sentence:
    entry = deed.entry
    dice = dice_of(deed, game.called, game.tallies)
    return Sentence(entry.text, dice, _rules(deed), entry.kind in GRAVE, deed.at)


def _rules(deed: Deed) -> tuple[str, ...]:
    dice = (roll.rule for roll in (*deed.rolls, *deed.decided_by))
    return tuple(dict.fromkeys((*dice, *deed.rules)))


def _marches(found: Sequence[Deed], first: int) -> int:
    """Return how many deeds from one on are moves of one seat, each by somebody who has a name."""
    seat = found[first].entry.seat
    count = 0
    for deed in found[first:]:
        moves = deed.entry.kind == "move" and not deed.rolls and deed.entry.seat == seat
        if not moves or _who(deed.entry) is None:
            break
        count += 1
    return count


def _march(moves: Sequence[Deed], names: dict[str, str]) -> Sentence:
    who = _enumerated([_who(deed.entry) for deed in moves])
    seat = moves[0].entry.seat
    words = text("On the move: {names}.", names=who)
    if seat in names:
        words = text("On the move, {seat}: {names}.", seat=names[seat], names=who)
    return Sentence(words, None, _rules(moves[0]), at=moves[0].at)


def _alike(found: Sequence[Deed], first: int) -> int:
    """Return how many deeds from one on say the same of different people."""
    says = _saying(found[first].entry)
    count = 0
    for deed in found[first:]:
        if deed.rolls or deed.parts or says is None or _saying(deed.entry) != says:
            break
        count += 1
    return count


def _saying(entry: LogEntry) -> tuple[object, ...] | None:
    """Return what a line says of whoever it is about."""
    hole = _hole(entry)
    if hole is None:
        return None
    others = tuple((name, value) for name, value in entry.text.args if name != hole)
    return entry.kind, entry.seat, entry.text.key, others


def _likewise(alike: Sequence[Deed]) -> Sentence:
    first = alike[0].entry
    others = _enumerated([_who(deed.entry) for deed in alike[1:]])
    words = text("{sentence} Likewise: {names}.", sentence=first.text, names=others)
    return Sentence(words, None, _rules(alike[0]), first.kind in GRAVE, alike[0].at)


def _nameless(found: Sequence[Deed], first: int) -> int:
    """Return how many deeds from one on are told in the same phrase, which names nobody."""
    entry = found[first].entry
    count = 0
    for deed in found[first:]:
        same = deed.entry.kind == entry.kind and deed.entry.text.key == entry.text.key
        if deed.rolls or deed.parts or not same or _who(deed.entry) is not None:
            break
        count += 1
    return count


def _and_so_on(deed: Deed, count: int) -> Sentence:
    words = text("{sentence} And {n} more of the kind.", sentence=deed.entry.text, n=count - 1)
    return Sentence(words, None, _rules(deed), deed.entry.kind in GRAVE, deed.at)


def _hole(entry: LogEntry) -> str | None:
    """Return the hole of a phrase in which the first name of somebody stands."""
    filled = (name for name, value in entry.text.args if _named_in(name, value) is not None)
    return next(filled, None)


def _who(entry: LogEntry) -> Text | None:
    """Return whom a line names first."""
    return _first_name(entry.text)


def _first_name(words: Text) -> Text | None:
    names = (_named_in(name, value) for name, value in words.args)
    return next((name for name in names if name is not None), None)


def _named_in(hole: str, value: object) -> Text | None:
    """Return whom a hole names: it is a name, or a phrase in which one stands."""
    if KINDS.get(hole) == "unit":
        return value if isinstance(value, Text) else named("unit", str(value))
    if not isinstance(value, Text):
        return None
    if value.context:
        return value if value.context == "unit" else None
    return _first_name(value)


def _enumerated(who: Sequence[Text | None]) -> Text:
    """Return names one after the other, each once; of too many, how many more there are."""
    counts: dict[Text, int] = {}
    for one in who:
        if one is not None:
            counts[one] = counts.get(one, 0) + 1
    # Who has no name of his own is counted; who has one has done several things.
    names = [
        text("{name} \N{MULTIPLICATION SIGN}{n}", name=one, n=n)
        if n > 1 and not one.context
        else one
        for one, n in counts.items()
    ]
    told = verbatim("; ".join(map(str, names[:MOST_NAMES])))
    more = len(names) - MOST_NAMES
    return told if more <= 0 else text("{names} and {n} more", names=told, n=more)
