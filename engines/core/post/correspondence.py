"""One seat's side of a game by post: its copy, what it sends, and what it takes from the other side.

The copy is sealed as what is sent is. Each choice is added to it before it is shown; a file that comes in
is played again on a fork first, so that whatever is wrong with it leaves the game as it was.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any

from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.keep.saveformat import SUFFIX, SaveError, link, live_rows, save_error
from grognard.engines.core.keep.savelock import Held, SaveLock
from grognard.engines.core.keep.saves import program_version
from grognard.engines.core.play.course import Desync
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.play.journal import Row, notes_after
from grognard.engines.core.play.session import RuleFault, Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.play.standing import said_after
from grognard.engines.core.post.envelope import (
    ANSWER,
    INVITATION,
    OVER,
    PLAYED,
    TURN,
    Envelope,
    Head,
    called,
    cannot_write,
    headed,
    next_bound,
    part,
    piece,
    read,
    write,
)
from grognard.engines.core.post.following import Refused, follow
from grognard.engines.core.post.keys import (
    LEAST_PIN,
    OwnKey,
    new_key,
    promise_of,
    seed_of,
    unlocked,
)

Games = Mapping[str, AnyGame]


class Correspondence:
    """A game by post, as the seat plays it whose PIN was given.

    Attributes:
        path: where one's own copy lies.
        head: what everybody may read of it; of the file that was sent or taken last.
        seat: whose side this is.
        session: the game, None as long as only the invitation, or its answer, was sent.
        rows: the journal.
    """

    def __init__(self, path: Path, head: Head, seat: str, own: OwnKey) -> None:
        self.path, self.head, self.seat, self._own = path, head, seat, own
        self.session: Session | None = None
        self.rows: list[Row] = []
        self._links: list[str] = []
        self._first = own.number(head.id) if seat == head.inviter else ""
        self._bound = b""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = SaveLock.take(path)
        except Held as held:
            raise save_error(path, str(held), tr("leave that table first")) from held
        except OSError as wrong:
            raise cannot_write(path, wrong) from wrong

    # -- what there is -------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether this seat is to decide now."""
        ask = self.session.ask if self.session is not None else None
        return ask is not None and ask.seat == self.seat

    @property
    def told_the_end(self) -> bool:
        """Whether the other side sent how the game ended, and so knows it already."""
        return self.head.kind == OVER and self.head.to == self.seat

    @property
    def far(self) -> str:
        """The seat at the other end."""
        return self.head.other(self.seat)

    @property
    def _key(self) -> bytes:
        return self._own.game_key(self.head.keys[self.far], self.head.id)

    def close(self) -> None:
        """Let others open the copy; what is played on is not kept."""
        if self.session is not None and self.session.on_row == self.append:
            self.session.on_row = None
        self._lock.free()

    # -- one's own copy ------------------------------------------------------------------------

    def append(self, row: Row) -> None:
        """Add a row to the copy; when this returns it survives a kill and a power cut.

        Raises:
            SaveError: it could not be written; nothing was.
        """
        sealed = piece(self._key, [_plain(row)], self._bound)
        try:
            length = self.path.stat().st_size
            with self.path.open("r+b") as stream:
                stream.seek(length)
                try:
                    stream.write(part(sealed))
                    stream.flush()
                    os.fsync(stream.fileno())
                except OSError:
                    stream.truncate(length)
                    raise
        except OSError as wrong:
            raise cannot_write(self.path, wrong) from wrong
        self._bound = next_bound(self._bound, sealed)
        self._add([row])

    def _add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._links.append(link(self._links[-1] if self._links else "", row))
            self.rows.append(row)

    def keep(self) -> None:
        """Write the whole copy anew.

        Raises:
            SaveError: it cannot be written.
        """
        data, self._bound = self._whole(self.head)
        write(self.path, data)

    def load(self, letter: Envelope, games: Games | None) -> None:
        """Stand where one's own copy ends.

        Raises:
            SaveError: it is damaged, or the rules have changed.
        """
        first, *later = letter.unsealed(self._key)
        rows = [_row(words) for words in (*first["rows"], *(one for p in later for one in p))]
        self._first = str(first["number"])
        seed = seed_of(self.head.id, self._first, self.head.answer)
        session = _session(self.path, self.head, seed, games)
        try:
            for row in live_rows(rows):
                session.replay(row)
        except Exception as wrong:
            message = tr("the rules have changed since this game was begun")
            mend = tr("open it with the version of the program that wrote it")
            raise save_error(self.path, message, mend) from wrong
        for row in rows:
            session.notes = notes_after(session.notes, row)
            session.said = said_after(session.said, row)
        self.session, self._bound = session, letter.bound_last()
        self._add(rows)
        self._sent = len(first["rows"]) if self.head.to == self.far else -1
        if letter.torn:
            self.keep()
        self.follow()

    def _whole(self, head: Head) -> tuple[bytes, bytes]:
        """Return the game as one file, and what a piece after it is bound to."""
        data, bound = headed(head)
        if head.kind not in PLAYED:
            return data, bound
        body = {"number": self._first, "rows": [_plain(row) for row in self.rows]}
        sealed = piece(self._key, body, bound)
        return data + part(sealed), next_bound(bound, sealed)

    def follow(self) -> None:
        """Receive the rows of the session from now on."""
        if self.session is not None:
            self.session.on_row = self.append

    # -- sending -------------------------------------------------------------------------------

    def send(self, folder: Path) -> Path:
        """Write the file that the other side is to open; return where it lies.

        What was sent already is written again as it was, unless something was decided since.

        Raises:
            SaveError: it cannot be written.
        """
        fresh = self.head.to != self.far or len(self.rows) != self._sent
        if self.session is not None and fresh:
            kind = OVER if self.session.verdict is not None else TURN
            number = self.head.number + 1
            self.head = replace(self.head, kind=kind, number=number, to=self.far)
            self._sent = len(self.rows)
            self.keep()
        path = folder / f"{called(self.head)}{SUFFIX}"
        write(path, self._whole(self.head)[0])
        return path

    _sent = -1

    # -- taking --------------------------------------------------------------------------------

    def take(self, letter: Envelope, games: Games | None = None) -> None:
        """Go on from a file of the other side.

        Raises:
            SaveError: it is old, doubled, foreign, changed, or does not follow the rules; the game stands as it was.
        """
        if letter.head.id != self.head.id or letter.head.to != self.seat:
            raise save_error(
                letter.path, tr("this file belongs to another game, or to the other side")
            )
        if letter.head.kind == ANSWER:
            self._begin(letter, games)
            return
        if letter.head.kind not in PLAYED:
            raise save_error(letter.path, tr("this invitation was answered already"))
        self._compare_heads(letter)
        body = _body(letter, self._key)
        rows = [_row(words) for words in body["rows"]]
        self._judge_numbers(letter, str(body["number"]))
        session = self._followed(letter, rows, str(body["number"]), games)
        self._first, self.session, self.head = str(body["number"]), session, letter.head
        self._add(rows[len(self.rows) :])
        self._sent = -1
        self.keep()
        self.follow()

    def _begin(self, letter: Envelope, games: Games | None) -> None:
        """Begin the game, once the invitation was answered.

        Raises:
            SaveError: it was already, or this is the answer to another one.
        """
        if self.head.kind != INVITATION:
            raise save_error(letter.path, tr("this answer was taken already; the game goes on"))
        asked = replace(self.head, kind="", number=0, to="", program="", keys={}, answer="")
        given = replace(letter.head, kind="", number=0, to="", program="", keys={}, answer="")
        if asked != given or letter.head.keys[self.seat] != self.head.keys[self.seat]:
            raise save_error(letter.path, tr("this answers another invitation than was sent"))
        head = replace(letter.head, kind=TURN, to=self.seat)
        session = _session(letter.path, head, seed_of(head.id, self._first, head.answer), games)
        self.head, self.session = head, session
        self.keep()
        self.follow()

    def _compare_heads(self, letter: Envelope) -> None:
        """Look whether a file is of this very game: its battle, its options, its keys.

        Raises:
            SaveError: it is not.
        """
        ours, theirs = (
            replace(one, kind="", number=0, to="", program="", edition="")
            for one in (self.head, letter.head)
        )
        if ours != theirs:
            message = tr("battle, options or keys of this game were changed on the way")
            raise save_error(letter.path, message, tr("have it sent once more"))

    def _judge_numbers(self, letter: Envelope, first: str) -> None:
        """Look whether the seed follows from the numbers of both sides, as they were promised.

        Raises:
            SaveError: it does not.
        """
        head = letter.head
        kept = promise_of(first, head.id) == head.promise
        own = first if self.seat == head.inviter else head.answer
        if not kept or own != self._own.number(head.id):
            message = tr("the number for the dice is not the one that was promised")
            raise save_error(letter.path, message)

    def _followed(
        self, letter: Envelope, rows: list[Row], first: str, games: Games | None
    ) -> Session:
        """Return the game as it stands after a file, played again from where it stood here.

        Raises:
            SaveError: the file tells another course, an older one, or one that cannot be.
        """
        known = self.session is not None
        self._compare_rows(letter, rows)
        if self.session is not None:
            session = self.session.fork()
            session.said = dict(self.session.said)
        else:
            seed = seed_of(letter.head.id, first, letter.head.answer)
            session = _session(letter.path, letter.head, seed, games)
        # Who has no copy here has moved from another computer, or begins: his own choices are among the rows.
        own = not known and self.head.kind in PLAYED
        try:
            follow(session, rows[len(self.rows) :], self.seat, own=own)
        except (Refused, RuleFault, Desync) as wrong:
            raise save_error(letter.path, str(wrong), tr("your game stays as it was")) from wrong
        except (ValueError, TypeError, LookupError, AttributeError) as wrong:
            message = tr("what is in it is no course of a game")
            raise save_error(letter.path, message, tr("your game stays as it was")) from wrong
        return session

    def _compare_rows(self, letter: Envelope, rows: list[Row]) -> None:
        """Look whether a file goes on from where the game stands here.

        Raises:
            SaveError: it is a file that was taken already, an older one, or one that tells another course.
        """
        chain = ""
        for number, (row, ours) in enumerate(zip(rows, self._links, strict=False)):
            chain = link(chain, row)
            if chain != ours:
                message = tr(
                    "it tells another course of the game: entry {n} of the journal is not the one you "
                    "know",
                    n=verbatim(number + 1),
                )
                raise save_error(letter.path, message, tr("your game stays as it was"))
        if self.session is None or len(rows) > len(self.rows):
            return
        message = tr("this file was taken already, or is older than your game")
        raise save_error(letter.path, message, tr("your game goes on from where it stands"))


# -- beginning -----------------------------------------------------------------------------------


def copy_of(folder: Path, id: str, seat: str) -> Path:
    """Return where a seat's own copy of a game by post lies."""
    return folder / f"{id}-{seat}{SUFFIX}"


def invite(folder: Path, game: AnyGame, setup: AnySetup, seat: str, pin: str) -> Correspondence:
    """Begin a game by post as one of its two seats.

    Raises:
        SaveError: it has more seats than two, the PIN is too short, or the copy cannot be written.
    """
    info = setup.info
    _judge_pin(folder, pin)
    if len(info.seats) != 2:
        raise save_error(folder, tr("only a battle for two is played by post"))
    id = token_hex(8)
    key, own = new_key(pin, id, seat)
    head = Head(
        INVITATION,
        id,
        1,
        next(one.id for one in info.seats if one.id != seat),
        program_version(),
        game.id,
        game.edition,
        info.title,
        info.id,
        setup.text,
        dict(setup.options),
        {one.id: one.name for one in info.seats},
        seat,
        {seat: key},
        promise_of(own.number(id), id),
    )
    made = Correspondence(copy_of(folder, id, seat), head, seat, own)
    made.keep()
    return made


def answer(letter: Envelope, folder: Path, pin: str, games: Games | None = None) -> Correspondence:
    """Take an invitation, with a PIN for one's own seat.

    Raises:
        SaveError: it is none, it was answered already, or its battle cannot be played here.
    """
    head = letter.head
    if head.kind != INVITATION:
        raise save_error(letter.path, tr("this is no invitation"))
    _judge_pin(letter.path, pin)
    path = copy_of(folder, head.id, head.to)
    if path.exists():
        message = tr("you have answered this invitation already")
        raise save_error(letter.path, message, tr("send the answer once more, or wait"))
    _session(letter.path, head, "", games)
    key, own = new_key(pin, head.id, head.to)
    answered = replace(
        head,
        kind=ANSWER,
        number=2,
        to=head.inviter,
        keys={**head.keys, head.to: key},
        answer=own.number(head.id),
    )
    made = Correspondence(path, answered, head.to, own)
    made.keep()
    return made


def opened_copy(path: Path, pin: str, games: Games | None = None) -> Correspondence:
    """Open one's own copy; what a crash cut short is left out.

    Raises:
        WrongPin: the PIN is another.
        SaveError: it cannot be read, or the rules have changed.
    """
    letter = read(path)
    head = letter.head
    seat = _seat_of(path, head)
    made = Correspondence(path, head, seat, unlocked(head.keys[seat], pin, head.id, seat))
    try:
        if head.kind in PLAYED:
            made.load(letter, games)
        else:
            made._bound = letter.bound
    except BaseException:
        made.close()
        raise
    return made


def _seat_of(path: Path, head: Head) -> str:
    """Return whose copy this is."""
    named = path.name.removesuffix(SUFFIX).removeprefix(f"{head.id}-")
    if named in head.keys:
        return named
    raise save_error(path, tr("this copy was renamed: it does not tell whose it is"))


def received(
    letter: Envelope, folder: Path, pin: str, games: Games | None = None
) -> Correspondence:
    """Open a file that came in: behind the PIN of the seat that it is for, on top of what is known here.

    Raises:
        WrongPin: the PIN is another.
        SaveError: the file is not taken; it says why.
    """
    head = letter.head
    path = copy_of(folder, head.id, head.to)
    if path.exists():
        made = opened_copy(path, pin, games)
    elif head.kind in PLAYED:
        own = unlocked(head.keys[head.to], pin, head.id, head.to)
        made = Correspondence(path, head, head.to, own)
    else:
        raise save_error(letter.path, tr("the game that this belongs to was not begun here"))
    try:
        made.take(letter, games)
    except BaseException:
        made.close()
        raise
    return made


def _judge_pin(path: Path, pin: str) -> None:
    if len(pin) < LEAST_PIN:
        raise save_error(path, tr("a PIN has {n} signs or more", n=verbatim(LEAST_PIN)))


# -- parts ---------------------------------------------------------------------------------------


def _session(path: Path, head: Head, seed: str, games: Games | None) -> Session:
    """Return the beginning of a game by post.

    Raises:
        SaveError: it cannot be played here.
    """
    known = games if games is not None else registry.games()
    if head.game not in known:
        name = verbatim(head.game)
        raise save_error(path, tr("the game {game} is not installed here", game=name))
    game = known[head.game]
    try:
        setup = game.load(head.scenario, head.options)
    except ScenarioError as wrong:
        raise SaveError(list(wrong.problems)) from wrong
    if {one.id for one in setup.info.seats} != {*head.seats}:
        raise save_error(path, tr("its battle has other seats here"))
    return Session(game, setup, seed)


def _body(letter: Envelope, key: bytes) -> dict[str, Any]:
    """Return what is sealed in a file that was sent."""
    pieces = letter.unsealed(key)
    if len(pieces) != 1 or letter.torn or not {"number", "rows"} <= {*pieces[0]}:
        message = tr("the file is damaged or cut short")
        raise save_error(letter.path, message, tr("have it sent once more"))
    found: dict[str, Any] = pieces[0]
    return found


def _plain(row: Row) -> list[Any]:
    return [row.seat, row.kind, row.dice, row.choice, row.cut]


def _row(words: list[Any]) -> Row:
    seat, kind, dice, choice, cut = words
    return Row(seat, kind, dice, choice, cut)
