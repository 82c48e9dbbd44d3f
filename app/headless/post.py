"""`grognard post`: games by post without a window: what a file is, an invitation, a computer player's answer."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from getpass import getpass
from pathlib import Path

from grognard.app.finding import Unusable, load_scenario
from grognard.app.headless.selfplay import read_options
from grognard.app.lab.players import make_bots
from grognard.app.post.mailbox import Mailbox
from grognard.app.settings import post_folder
from grognard.app.telling import put, say
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import spell, tr, verbatim
from grognard.engines.core.keep.saves import SaveError, state_hash
from grognard.engines.core.play.bots import Bot, Eyes, worthwhile
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.standing import Standing
from grognard.engines.core.post.correspondence import (
    Correspondence,
    answer,
    copy_of,
    invite,
    opened_copy,
    received,
)
from grognard.engines.core.post.counting import a_turn, turns_over
from grognard.engines.core.post.envelope import INVITATION, Envelope, is_sealed, read
from grognard.engines.core.post.keys import WrongPin


def run(arguments: argparse.Namespace) -> int:
    """Tell what a file is, invite somebody, or have a computer player answer.

    Raises:
        Unusable: that cannot be done.
    """
    path = Path(arguments.target)
    try:
        if not is_sealed(path):
            return _invite(arguments)
        letter = read(path)
        return _answer(letter, arguments) if arguments.bot else _tell(letter)
    except SaveError as wrong:
        raise Unusable(wrong.problems) from wrong
    except WrongPin as wrong:
        raise Unusable(
            [Problem(str(path), 0, 0, tr("that is not the PIN of this seat"))]
        ) from wrong


def _tell(letter: Envelope) -> int:
    """Tell of a file what everybody may know."""
    head = letter.head
    facts = {"kind": head.kind, "game": head.game, "scenario": head.scenario_id, "id": head.id}
    put(facts | {"number": head.number, "to": head.to, "options": head.options})
    return 0


def _pin(arguments: argparse.Namespace) -> str:
    """Return the PIN: the first line of a file, else what is typed."""
    if arguments.pin_file:
        return Path(arguments.pin_file).read_text("utf-8").partition("\n")[0]
    return getpass(tr("PIN") + ": ", sys.stderr)


def _sent(post: Correspondence, arguments: argparse.Namespace) -> int:
    """Write the file for the other side into the folder that was named."""
    folder = Path(arguments.output or ".")
    try:
        Mailbox(post_folder()).put_folder(post.path, folder)
        path = post.send(folder)
    finally:
        post.close()
    seat = verbatim(spell("seat", post.head.seats[post.head.to]))
    say(tr("Send this file to the {seat} player.", seat=seat))
    put({"file": str(path), "to": post.head.to, "number": post.head.number, **told(post)})
    return 0


def told(post: Correspondence) -> dict[str, object]:
    """Return how a game by post stands."""
    session = post.session
    if session is None:
        return {}
    return {
        "turns": turns_over(session)[0],
        "files_a_turn": round(a_turn(session), 1),
        "choices": len(session.choices),
        "finished": session.verdict is not None,
        "state_hash": state_hash(session.game, session.table.state),
    }


def _invite(arguments: argparse.Namespace) -> int:
    game, setup = load_scenario(arguments.target, read_options(arguments.options))
    seats = [seat.id for seat in setup.info.seats]
    if arguments.seat not in seats:
        message = f"no seat {arguments.seat}"
        raise Unusable([Problem("--seat", 0, 0, message, f"known: {', '.join(seats)}")])
    return _sent(invite(post_folder(), game, setup, arguments.seat, _pin(arguments)), arguments)


def _answer(letter: Envelope, arguments: argparse.Namespace) -> int:
    """Have a computer player play on from a file until the turn passes back."""
    pin, folder = _pin(arguments), post_folder()
    copy = copy_of(folder, letter.head.id, letter.head.to)
    if letter.head.kind == INVITATION:
        post = opened_copy(copy, pin) if copy.exists() else answer(letter, folder, pin)
    else:
        post = received(letter, folder, pin)
    try:
        Answering(arguments.bot, said=arguments.decline).play_on(post)
        return _sent(post, arguments)
    except BaseException:
        post.close()
        raise


@dataclass
class Answering:
    """A computer player at one end of a game by post; `said`: it declines all reactions beforehand."""

    kind: str
    said: bool = False
    bots: dict[str, Bot] = field(default_factory=dict)

    def play_on(self, post: Correspondence) -> None:
        """Decide until the turn passes to the other side."""
        session = post.session
        while session is not None and post.mine:
            self._decide(session, post.seat)
            # As at a table: what leaves the other side nothing to decide is not sent to it.
            session.pass_on(lambda ask: ask.seat == post.seat or not ask.secret)

    def _decide(self, session: Session, seat: str) -> None:
        ask = session.ask
        if ask is None:
            return
        if ask.reaction is not None and self.said:
            never = Standing(seat, ask.kind, ask.reaction.name)
            session.say(seat, [*session.said_by(seat), never])
            return
        if not self.bots:
            seats = [one.id for one in session.setup.info.seats]
            self.bots = dict(make_bots(self.kind, seats, session.seed, session.game))
        options = worthwhile(ask) if ask.choices.finite else None
        choice = self.bots[seat].next_choice(Eyes(session, seat, ask), options)
        session.choose(seat, choice)
