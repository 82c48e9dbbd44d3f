"""Pieces carried from one set-up to another: what is copied of each, and the steps that set it down.

Of a piece its line is copied, and the record that its order of battle has of it. Where it is set down
a piece that stands nowhere yet is the same; one that stands already, or that nobody there knows,
becomes a new unit.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from grognard.app.editor import setting
from grognard.app.editor.cells import list_keys
from grognard.app.editor.maps.steps import Step, rows, text_of
from grognard.engines.core.data.yamlio import Plain

MIME = "application/x-grognard-pieces"
MOST = 2_000_000
"""Bytes that are taken in of what was copied."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What is known of one piece that was copied.

    Attributes:
        list: the list of its order of battle that holds its record.
        refs: what the record names of the other lists, by its keys.
    """

    id: str
    side: str
    line: dict[str, Plain]
    list: str
    record: dict[str, Plain]
    refs: dict[str, str]


def copied(
    scenario: Plain,
    stage: int,
    forces: Mapping[str, Plain],
    sides: Mapping[str, str],
    pieces: Sequence[str],
) -> Iterator[Copied]:
    """Give what is copied of some pieces."""
    for uid in pieces:
        there = setting.standing(scenario, stage, uid)
        found = _record(forces, uid)
        if there is None or found is None:
            continue
        key, record, names = found
        refs = {k: v for k, v in record.items() if isinstance(v, str) and k != "id" and v in names}
        yield Copied(uid, sides.get(uid, ""), {**there.row, "piece": uid}, key, record, refs)


def _record(forces: Mapping[str, Plain], uid: str) -> tuple[str, dict[str, Plain], set[str]] | None:
    for plain in forces.values():
        for key in list_keys(plain):
            for row in rows(plain, key):
                if isinstance(row, dict) and row.get("id") == uid:
                    return key, row, _ids(plain)
    return None


def _ids(plain: Plain) -> set[str]:
    return {text_of(row, "id") for key in list_keys(plain) for row in rows(plain, key)} - {""}


def packed(game: str, pieces: Sequence[Copied]) -> bytes:
    """Return copied pieces as the clipboard holds them."""
    said = [
        {"id": p.id, "side": p.side, "line": p.line, "list": p.list, "record": p.record}
        | {"refs": p.refs}
        for p in pieces
    ]
    return json.dumps({"game": game, "pieces": said}).encode()


def unpacked(game: str, raw: bytes) -> list[Copied]:
    """Return what a clipboard holds of a game; nothing of another game, or of what cannot be read."""
    if len(raw) > MOST:
        return []
    try:
        said = json.loads(raw)
        if said["game"] != game:
            return []
        found = [_one(_dict(part)) for part in said["pieces"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []
    return found


def _one(said: dict[str, Plain]) -> Copied:
    refs = {key: str(name) for key, name in _dict(said["refs"]).items()}
    line, record = _dict(said["line"]), _dict(said["record"])
    return Copied(str(said["id"]), str(said["side"]), line, str(said["list"]), record, refs)


def _dict(value: object) -> dict[str, Plain]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise TypeError(value)
    return {key: _plain(part) for key, part in value.items()}


def _plain(value: object) -> Plain:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return _dict(value)


@dataclass(slots=True)
class Pasting:
    """Sets copied pieces down in a scenario.

    Attributes:
        forces: the orders of battle, by their files.
        pieces: the pieces that they have.
        home: those that stand somewhere already.
        steps: what is to be done, by file.
        left: those for which there is no order of battle.
    """

    forces: Mapping[str, Plain]
    pieces: Collection[str]
    home: set[str]
    steps: dict[str, list[Step]]
    left: list[str]

    def name(self, piece: Copied) -> str:
        """Return the id under which a piece is set down: its own, or that of a new unit; "" if it cannot be."""
        if piece.id in self.pieces and piece.id not in self.home:
            self.home.add(piece.id)
            return piece.id
        file = self._file(piece)
        if not file:
            self.left.append(piece.id)
            return ""
        there = self.forces[file]
        uid = self._fresh(piece.id)
        record = {**piece.record, "id": uid, **self._refs(piece, there)}
        if uid != piece.id and isinstance(name := record.get("name"), str):
            record["name"] = f"{name} ({uid.rpartition('-')[2]})"
        begun = self.steps.setdefault(file, [])
        added = sum(step.path[0] == piece.list for step in begun)
        begun.append(Step((piece.list, len(rows(there, piece.list)) + added), "insert", record))
        self.home.add(uid)
        return uid

    def _file(self, piece: Copied) -> str:
        """Return the order of battle that has such units of the side."""
        for file, plain in self.forces.items():
            there = rows(plain, piece.list)
            mine = text_of(plain, "side") == piece.side
            if there and (mine or any(text_of(row, "side") == piece.side for row in there)):
                return file
        return ""

    def _fresh(self, uid: str) -> str:
        taken = {*self.pieces, *self.home}
        for plain in self.forces.values():
            taken |= _ids(plain)
        if uid not in taken:
            return uid
        return next(new for n in count(2) if (new := f"{uid}-{n}") not in taken)

    def _refs(self, piece: Copied, there: Plain) -> dict[str, Plain]:
        """Have a record name what there is: where its corps is unknown, that of the first of such units."""
        known = _ids(there)
        first = rows(there, piece.list)[0]
        return {
            key: text_of(first, key) or name
            for key, name in piece.refs.items()
            if name not in known
        }
