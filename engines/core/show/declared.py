"""Parts of the table that a game declares: boxes beside the map, order of battle, turn track, inspector.

TRAYS = (Tray("eliminated", text("Eliminated"), "6.9", always=True), ...)
STATES = {"moved": text("has moved"), "square": text("in Square")}

symbol=troops(kind.arm, kind.weight),
facts=told((text("Name"), named("unit", kind.name)), (text("State"), all_of(states(unit, STATES)))),
trays=trays(TRAYS, setup.sides, lying(state.units, setup.types)),
tracks=(turn_track(setup.turns, state.turn, "sch.turn"), ...),
roster=(command("i-corps", "I Corps", "french", members, lost, note), ...),
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from grognard.engines.core.data.text import Text, text, verbatim
from grognard.engines.core.show.views import RosterLine, TrackLine, TrackView, TrayView


class Sided(Protocol):
    """A kind of piece: it is of a side."""

    @property
    def side(self) -> str: ...


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


def lying(
    pieces: Mapping[str, object], kinds: Mapping[str, Sided], place: str = "at"
) -> Callable[[str, str], Iterator[str]]:
    """Return what tells which pieces of a side lie in a box; `place` is the field that says where one is."""

    def held(side: str, box: str) -> Iterator[str]:
        there = (uid for uid, piece in pieces.items() if getattr(piece, place) == box)
        return (uid for uid in there if kinds[uid].side == side)

    return held


def command(  # noqa: PLR0913 - a line of the order of battle
    id: str,
    name: str,
    side: str,
    members: Iterable[str],
    lost: Collection[str],
    note: Text | None = None,
) -> RosterLine:
    """Return the line of a command in the order of battle: who is left of its members, and who is lost."""
    everybody = tuple(members)
    left = tuple(uid for uid in everybody if uid not in lost)
    gone = tuple(uid for uid in everybody if uid in lost)
    return RosterLine(id, name, side, left, gone, note)


def turn_track(  # noqa: PLR0913 - all but the first two have a use in some game only
    turns: int,
    now: int,
    rule: str = "",
    notes: Iterable[Text] = (),
    title: Text | None = None,
    called: Callable[[int], str | int] = int,
) -> TrackView:
    """Return the track of the turns; before the first one stands at it. `called` gives the name of one."""
    steps = tuple(verbatim(called(turn) or turn) for turn in range(1, turns + 1))
    return TrackView("turns", title or text("Turn"), steps, max(0, now - 1), tuple(notes), rule)


def display(  # noqa: PLR0913 - all but the first four have a use in some display only
    id: str,
    title: Text,
    rule: str,
    lines: Iterable[TrackLine],
    notes: Iterable[Text] = (),
    steps: Iterable[Text] = (),
    empty: Text | None = None,
) -> TrackView:
    """Return a track that is told line by line, as a pool or points; without a line `empty` is one."""
    told_in = tuple(lines) or ((TrackLine(empty),) if empty is not None else ())
    return TrackView(id, title, tuple(steps), -1, tuple(notes), rule, told_in)


TROOPS = {
    ("infantry", "line"): "infantry",
    ("infantry", "light"): "light_infantry",
    ("infantry", "guard"): "guard_infantry",
    ("cavalry", "line"): "light_cavalry",
    ("cavalry", "light"): "light_cavalry",
    ("cavalry", "heavy"): "heavy_cavalry",
    ("artillery", "light"): "foot_artillery",
    ("artillery", "foot"): "foot_artillery",
    ("artillery", "heavy"): "heavy_artillery",
    ("artillery", "horse"): "horse_artillery",
}


def troops(arm: str, weight: str) -> str:
    """Return the theme key of the picture of troops; special ones are called after their class."""
    return TROOPS.get((arm, weight), weight)


def bearing(vertex: int, first: float) -> float:
    """Return the compass bearing of a vertex of a hex, counted clockwise from the `first`."""
    return float((first + 60 * vertex) % 360)


def told(*rows: tuple[Text, Text]) -> tuple[tuple[Text, Text], ...]:
    """Return the rows of an inspector that have something to tell."""
    return tuple(row for row in rows if row[1].key)


def marked(piece: object, names: Sequence[str], **more: bool) -> tuple[str, ...]:
    """Return those of some fields of a piece that are on, and of what `more` is: badges are named after them."""
    found = tuple(name for name in names if getattr(piece, name))
    return (*found, *(name for name, is_on in more.items() if is_on))


def states(piece: object, words: Mapping[str, Text]) -> list[Text]:
    """Return how a piece stands in words: those of its fields that are on."""
    return [words[name] for name in marked(piece, tuple(words))]
