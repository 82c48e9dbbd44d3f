"""The file of a game by post: a head that everybody may read, and what is sealed.

    GROGNARD BY POST 1
    length of the head, the head as JSON, then pieces: the length of each, and the piece, sealed

The head tells of no move. The first piece holds the journal so far; in one's own copy each later one
holds a row that was added since. Every piece is bound to the head and to the pieces before it.
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from grognard.engines.core.data.codec import canonical, decode, encode
from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.saveformat import MOST_BYTES, SaveError, save_error
from grognard.engines.core.post.keys import SeatKey, opened, sealed

MARK = b"GROGNARD BY POST 1\n"
FAMILY = b"GROGNARD BY POST "
WORD = 4
"""So many bytes tell how long a part is."""
MOST_PLAIN = 1 << 27
"""So many bytes at most a piece unpacks to, far beyond any game that was played."""
INVITATION, ANSWER, TURN, OVER = "invitation", "answer", "turn", "over"
KINDS = (INVITATION, ANSWER, TURN, OVER)
PLAYED = (TURN, OVER)
"""The kinds of files in which a game is sealed."""


@record
class Head:
    """What everybody may read of a game by post.

    `id` tells games apart, `number` counts the files that went to and fro, `to` is the seat that is to open
    this one. `scenario` is the full text. `promise` is the hash of the number of the seat that invites,
    `answer` the number of the other one.
    """

    kind: str
    id: str
    number: int
    to: str
    program: str
    game: str
    edition: str
    title: str
    scenario_id: str
    scenario: str
    options: dict[str, str]
    seats: dict[str, str]
    inviter: str
    keys: dict[str, SeatKey]
    promise: str
    answer: str = ""

    def other(self, seat: str) -> str:
        """Return the seat at the other end."""
        return next(one for one in self.seats if one != seat)


@dataclass(frozen=True, slots=True)
class Envelope:
    """A file as it was read: its head, the head's bytes and the pieces, still sealed.

    `torn`: whether the last piece was cut short, as by a crash.
    """

    path: Path
    head: Head
    bound: bytes
    pieces: tuple[bytes, ...]
    torn: bool = False

    def unsealed(self, key: bytes) -> list[Any]:
        """Return what is in the pieces.

        Raises:
            SaveError: it was changed on its way, or is damaged.
        """
        bound, found = self.bound, []
        for piece in self.pieces:
            try:
                found.append(_unpacked(opened(key, piece, bound)))
            except (ValueError, zlib.error, RecursionError) as wrong:
                message = tr("what is sealed in this file was changed or damaged on its way")
                raise save_error(self.path, message, tr("have it sent once more")) from wrong
            bound = _bound(bound, piece)
        return found

    def bound_last(self) -> bytes:
        """Return what the next piece is bound to."""
        bound = self.bound
        for piece in self.pieces:
            bound = _bound(bound, piece)
        return bound


def is_sealed(path: Path) -> bool:
    """Whether a file begins as those of games by post do."""
    try:
        return read_plain(path, len(FAMILY)).startswith(FAMILY)
    except OSError:
        return False


def read(path: Path) -> Envelope:
    """Read a file of a game by post, as far as everybody may.

    Raises:
        SaveError: it is none, or it is damaged.
    """
    try:
        data = read_plain(path, MOST_BYTES)
    except OSError as wrong:
        raise save_error(path, tr("it cannot be read: {reason}", reason=str(wrong))) from wrong
    if not data.startswith(FAMILY):
        raise save_error(path, tr("this is no file of a game by post"))
    if not data.startswith(MARK):
        mend = tr("open it with the version of the program that wrote it")
        raise save_error(path, tr("the file is of another format"), mend)
    parts, torn = _parts(data[len(MARK) :])
    if not parts or len(data) > MOST_BYTES:
        raise _damaged(path)
    try:
        head = decode(Head, json.loads(parts[0]))
        _judge(head)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as wrong:
        raise _damaged(path) from wrong
    return Envelope(path, head, sha256(parts[0]).digest(), tuple(parts[1:]), torn)


def _judge(head: Head) -> None:
    """Look whether a head can be true.

    Raises:
        ValueError: it cannot.
    """
    two = len(head.seats) == 2 and {head.to, head.inviter} <= {*head.seats}
    sent = {head.inviter} if head.kind == INVITATION else {*head.seats}
    named = head.id.isalnum() and head.id.isascii() and len(head.id) <= 64
    if head.kind not in KINDS or not two or {*head.keys} != sent or not named:
        message = "a head that says nothing"
        raise ValueError(message)


def _damaged(path: Path) -> SaveError:
    return save_error(path, tr("the file is damaged or cut short"), tr("have it sent once more"))


def _parts(data: bytes) -> tuple[list[bytes], bool]:
    """Return the parts of a file, and whether the last one is not whole."""
    found: list[bytes] = []
    at = 0
    while at + WORD <= len(data):
        length = int.from_bytes(data[at : at + WORD], "big")
        if at + WORD + length > len(data):
            return found, True
        found.append(data[at + WORD : at + WORD + length])
        at += WORD + length
    return found, at < len(data)


def part(data: bytes) -> bytes:
    """Return some bytes with their length before them."""
    return len(data).to_bytes(WORD, "big") + data


def headed(head: Head) -> tuple[bytes, bytes]:
    """Return how a file with a head begins, and what its first piece is bound to."""
    data = canonical(encode(head)).encode("utf-8", "surrogatepass")
    return MARK + part(data), sha256(data).digest()


def piece(key: bytes, data: object, bound: bytes) -> bytes:
    """Seal a piece."""
    plain = json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode()
    return sealed(key, zlib.compress(plain, 6), bound)


def next_bound(bound: bytes, sealed_piece: bytes) -> bytes:
    """Return what the piece after one is bound to."""
    return _bound(bound, sealed_piece)


def _bound(bound: bytes, sealed_piece: bytes) -> bytes:
    return sha256(bound + sealed_piece).digest()


def _unpacked(data: bytes) -> Any:
    plain = zlib.decompressobj()
    words = plain.decompress(data, MOST_PLAIN)
    if not plain.eof:
        message = "too much"
        raise ValueError(message)
    return json.loads(words)


def write(path: Path, data: bytes) -> None:
    """Put a file in its place once all of it is on the disk.

    Raises:
        SaveError: it cannot be written.
    """
    fresh = path.with_name(f".{path.name}.new")  # nobody takes it for a file that has come
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)
    except OSError as wrong:
        fresh.unlink(missing_ok=True)
        raise cannot_write(path, wrong) from wrong


def cannot_write(path: Path, wrong: OSError) -> SaveError:
    """Return what is told where a file cannot be written."""
    words = tr("it cannot be written: {reason}", reason=str(wrong))
    return save_error(path, words, tr("look at the free space and the rights of its folder"))


def called(head: Head) -> str:
    """Return what a file that is sent is called: the scenario, the game, its number, whom it is for."""
    return f"{head.scenario_id}-{head.id[:6]}-{head.number:03}-{head.to}"
