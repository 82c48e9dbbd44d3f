"""How the games of a scenario of one's own ended, kept beside it as long as it stays the one that was played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path

from grognard.engines.core.data.schema import Int, MapOf, Number, Record, Str
from grognard.engines.core.data.text import decimal, named, tr, trn
from grognard.engines.core.data.yamlio import MapNode, load_bytes, load_text
from grognard.engines.core.play.setups import Seat
from grognard.engines.core.scenario.gathering import MAIN

FILE = "played.json"
MOST_SAID = 4000
"""How games ended is told in no more bytes than this."""
_OF_ITSELF = ("title", "summary", "author", "licence", "version", "notes", "date", "minutes")
"""What a scenario says of itself: no game ends otherwise for it."""
_WORD = Str(max_length=60)
_GRAMMAR = Record(
    {
        "of": _WORD,
        "player": _WORD,
        "games": Int(1, 100_000),
        "draws": Int(0, 100_000),
        "turns": Number(0, 100_000),
        "wins": MapOf(_WORD, Int(0, 100_000), 1, 8),
        "points": MapOf(_WORD, Number(), 0, 8),
    }
)


@dataclass(frozen=True, slots=True)
class Played:
    """What came of some games between two computer players alike.

    Attributes:
        of: the scenario that was played (`digest_of`).
        player: the computer player, by its name.
        turns, points: on the mean; points by seat.
    """

    of: str
    player: str
    games: int
    draws: int
    turns: float
    wins: Mapping[str, int]
    points: Mapping[str, float] = field(default_factory=dict)


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return what the part of a scenario is known by that decides how it is played."""
    digest = blake2b(digest_size=12)
    for name in sorted(name for name in files if name.endswith(".yaml")):
        node, _ = load_bytes(files[name], name)
        plain = node.plain() if node is not None else ""
        if name == MAIN and isinstance(plain, dict):
            plain = {key: value for key, value in plain.items() if key not in _OF_ITSELF}
        digest.update(json.dumps([name, plain], sort_keys=True).encode())
    return digest.hexdigest()


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a scenario's folder that decide how it is played."""
    paths = [folder / MAIN, *sorted(folder.glob("*/*.yaml"))]
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.is_file()
    }


def keep(folder: Path, played: Played) -> None:
    """Write beside a scenario how its games ended; a disk that takes nothing costs no more than that."""
    with suppress(OSError):
        (folder / FILE).write_text(json.dumps(asdict(played)) + "\n", "utf-8")


def last_of(folder: Path) -> Played | None:
    """Return how the last games beside a scenario ended, whatever has become of it since."""
    try:
        return _said(_raw(folder))
    except OSError:
        return None


def kept(folder: Path) -> Played | None:
    """Return how the games of a scenario ended; None if it is another one now, or was not played."""
    try:
        return read(_raw(folder), files_of(folder))
    except OSError:
        return None


def _raw(folder: Path) -> bytes:
    with (folder / FILE).open("rb") as stream:
        return stream.read(MOST_SAID + 1)


def read(raw: bytes, files: Mapping[str, bytes]) -> Played | None:
    """Return what a file says of how games ended, if it is of the scenario in some files; else None."""
    found = _said(raw)
    return found if found is not None and found.of == digest_of(files) else None


def _said(raw: bytes) -> Played | None:
    if len(raw) > MOST_SAID:
        return None
    node, problems = load_text(raw.decode("utf-8", "replace"), FILE)
    said = _GRAMMAR.read(node, problems, FILE) if isinstance(node, MapNode) else None
    return None if problems or said is None else Played(**said)


def told_lines(played: Played, seats: Sequence[Seat]) -> list[str]:
    """Return how the games ended, a line each: how many, who won, points, turns."""
    n = played.games
    lines = [
        trn("{n} game between two computer players", "{n} games between two computer players", n=n)
    ]
    for seat in seats:
        won = tr("{seat}: {n} won", seat=named("seat", seat.name), n=played.wins.get(seat.id, 0))
        points = played.points.get(seat.id)
        of = tr("{n} points on average", n=decimal(points)) if points is not None else ""
        lines.append(", ".join(part for part in (won, of) if part))
    if played.draws:
        lines.append(trn("{n} draw", "{n} draws", n=played.draws))
    return [*lines, tr("{n} turns on average", n=decimal(played.turns))]


def told(played: Played, seats: Sequence[Seat]) -> str:
    """Return the same in one line."""
    return "; ".join(told_lines(played, seats)) + "."
