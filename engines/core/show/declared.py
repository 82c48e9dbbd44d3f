"""Parts of the table that a game declares: the boxes beside the map, the words of a piece's state.

TRAYS = (Tray("eliminated", text("Eliminated"), "6.9", always=True), ...)
STATES = {"moved": text("has moved"), "square": text("in Square")}

trays=trays(TRAYS, setup.sides, lambda side, box: (uid for uid in ... if it lies there)),
facts=told((text("Name"), named("unit", kind.name)), (text("State"), all_of(states(unit, STATES)))),
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engines.core.data.text import Text
from engines.core.show.views import TrayView


@dataclass(frozen=True, slots=True)
class Tray:
    """A box beside the map, one for each side; it is shown if something lies in it, or `always`."""

    box: str
    title: Text
    rule: str = ""
    always: bool = False


def trays(
    declared: Iterable[Tray],
    sides: Iterable[str],
    held: Callable[[str, str], Iterable[str]],
) -> tuple[TrayView, ...]:
    """Return the boxes side by side; `held` gives what of a side lies in a box."""
    kinds = tuple(declared)
    filled = ((side, tray, tuple(held(side, tray.box))) for side in sides for tray in kinds)
    return tuple(
        TrayView(f"{tray.box}-{side}", tray.title, side, pieces, tray.rule)
        for side, tray, pieces in filled
        if pieces or tray.always
    )


def told(*rows: tuple[Text, Text]) -> tuple[tuple[Text, Text], ...]:
    """Return the rows of an inspector that have something to tell."""
    return tuple(row for row in rows if row[1].key)


def marked(piece: object, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of some fields of a piece that are on, as badges are named after them."""
    return tuple(name for name in names if getattr(piece, name))


def states(piece: object, words: Mapping[str, Text]) -> list[Text]:
    """Return how a piece stands in words: those of its fields that are on."""
    return [words[name] for name in marked(piece, tuple(words))]
