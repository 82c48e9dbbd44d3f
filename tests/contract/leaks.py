"""Finding leaks: hidden facts are dealt anew, and everything a seat can find out is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.bots import BOTS, Bot, Eyes, players_of
from grognard.engines.core.play.game import AnyGame, Game
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.europa.field.position import dummies_at, units_at

TRIES = 6
LISTED = 60
HOSTILE = ("no such thing", -1, None, [], {}, {"at": "nowhere"}, {"route": []}, {"pieces": None})


def hides(game: AnyGame) -> bool:
    """Whether a game has anything to hide."""
    return type(game).resample is not Game.resample


def dealt_anew(session: Session, seat: str, rng: Random) -> Session:
    """Return the same game in which all that `seat` cannot know is otherwise."""
    state = session.game.resample(session.setup, session.table.state, seat, rng)
    twin = session.fork()
    twin.resume_at(
        len(session.choices),
        state,
        session.table.dice.counts,
        session.choices,
        session.table.entries,
        session.marks,
    )
    return twin


def channels(
    seat: str,
    salt: str,
    *,
    bots: bool,
    words: Callable[[Session], list[str]] | None = None,
    captains: bool = False,
) -> dict[str, Callable[[Session], Any]]:
    """Return by name all the ways in which a seat can ask about a game.

    `words` gives the pieces and spaces that are asked about, where they are known already; with
    `captains` the computer players of the game itself decide as well, who take their time.
    """
    named = words or words_of
    found: dict[str, Callable[[Session], Any]] = {
        "view": lambda one: repr(replace(one.view(seat), ask=None, log=())),
        "log": lambda one: repr(one.view(seat).log),
        "ask": lambda one: _ask(one, seat),
        "refusals": lambda one: _refusals(one, seat, Random(salt), named),
        "inquiries": lambda one: list(_inquiries(one, seat, Random(salt), named)),
        "odds": lambda one: _odds(one, seat),
        "imagined": lambda one: _imagined(one, seat, salt),
    }
    if bots:
        found["bots"] = lambda one: _bots(one, seat, salt, BOTS)
    if captains:
        found["captains"] = lambda one: _bots(one, seat, salt, _captains(one))
    return found


def leaks(session: Session, twin: Session, seat: str, salt: str, *, bots: bool) -> list[str]:
    """Return the names of what tells `seat` the two games apart."""
    words = {id(one): words_of(one) for one in (session, twin)}
    ways = channels(seat, salt, bots=bots, words=lambda one: words[id(one)])
    return [name for name, look in ways.items() if look(session) != look(twin)]


def follows(session: Session, twin: Session, row: Row) -> bool:
    """Make in `twin` the choice just made in `session`; whether the two must still look alike.

    A die, a draw or anything learnt may part them, and a choice that cannot be made in the twin says
    nothing; all else that tells them apart is a leak.
    """
    rolled = twin.table.dice.rolled()
    choice = AS_SEEN.get(row.kind, _the_same)(session, twin, row.choice)
    if twin.why_not(row.seat, choice) is not None:
        return False
    twin.choose(row.seat, choice)
    return {rolled} == {one.table.dice.rolled() for one in (session, twin)}


def _the_same(_session: Session, _twin: Session, choice: Choice) -> Choice:
    return choice


def _same_heights(session: Session, twin: Session, choice: Choice) -> Choice:
    """Return the dummies with which stacks that hold others come to look as high as those of the game."""
    if not isinstance(choice, dict):
        return choice
    setup, state, other = session.setup, session.table.state, twin.table.state
    side = next(
        iter(setup.side_of(u.id) for u in state.units.values() if u.at in choice["allocate"])
    )

    def high(at: str) -> int:
        return len(units_at(setup, state, side, at)) + dummies_at(setup, state, side, at)

    return {
        "allocate": {
            at: high(at) - len(units_at(setup, other, side, at)) for at in choice["allocate"]
        }
    }


AS_SEEN: Mapping[str, Callable[[Session, Session, Any], Choice]] = {"heights": _same_heights}
"""Questions whose answer all see, not by its words but by what comes of it: what a twin chooses to look the same."""


def _own(session: Session, seat: str) -> Any:
    return session.ask if session.ask is not None and session.ask.seat == seat else None


def _ask(session: Session, seat: str) -> Any:
    """Return the seat's Ask with its choices, what they are called and what each would do."""
    ask = _own(session, seat)
    if ask is None:
        return None
    facts = [
        ask.kind,
        str(ask.prompt),
        ask.rules,
        ask.form,
        ask.resting,
        ask.secret,
        ask.interrupt,
        ask.subject,
        ask.where,
        ask.odds,
        ask.choices.finite,
    ]
    listed = _listed(session, seat)
    return [
        facts,
        listed,
        [(str(ask.choices.label(one)), ask.choices.describe(one)) for one in listed],
    ]


def _listed(session: Session, seat: str) -> list[Any]:
    ask = _own(session, seat)
    if ask is None:
        return []
    if ask.choices.finite:
        return list(islice(ask.choices, LISTED))
    return [ask.choices.sample(Random(str(n))) for n in range(TRIES)]


def _refusals(
    session: Session, seat: str, rng: Random, named: Callable[[Session], list[str]]
) -> Any:
    ask = _own(session, seat)
    tried = [*HOSTILE, *_guesses(named(session), rng)]
    said = [repr(session.why_not(seat, choice)) for choice in tried]
    return [said, list(ask.choices.refused()) if ask is not None else None]


def _guesses(words: list[str], rng: Random) -> Iterator[Any]:
    """Give choices that a curious player might try: of the forms of his own, with other words."""
    if not words:
        return
    for _ in range(2 * TRIES):
        yield from (rng.choice(words), {"at": rng.choice(words)}, {"route": [rng.choice(words)]})
        yield {"piece": rng.choice(words), "at": rng.choice(words)}
        yield {"pieces": [rng.choice(words)], "at": rng.choice(words)}


def words_of(session: Session) -> list[str]:
    """Return the id of every piece, the hidden ones' too: a player may guess them; and every space's."""
    seats = [None, *(seat.id for seat in session.setup.info.seats)]
    pieces = sorted({piece.id for seat in seats for piece in session.view(seat).pieces})
    return [*pieces, *(space.id for space in session.game.board(session.setup).spaces)]


def _inquiries(
    session: Session, seat: str, rng: Random, named: Callable[[Session], list[str]]
) -> Iterator[str]:
    words = named(session)
    for name, inquiry in sorted(session.game.inquiries.items()):
        for _ in range(TRIES if inquiry.arguments else 1):
            given = {
                argument: rng.choice(words)
                for argument, read in inquiry.arguments.items()
                if read.needed or rng.random() < 0.5
            }
            yield f"{name} {given}: {_answer(session, seat, name, given)}"


def _answer(session: Session, seat: str, name: str, given: dict[str, Any]) -> str:
    """Return the answer of an inquiry, or how it refuses an argument."""
    try:
        return repr(
            session.game.inquiries[name].ask(session.setup, session.table.state, seat, **given)
        )
    except (ValueError, LookupError, TypeError, AttributeError) as wrong:
        return repr(wrong)


def _odds(session: Session, seat: str) -> list[str]:
    ask = _own(session, seat)
    if ask is None or ask.odds is None:
        return []
    listed = _listed(session, seat)[:TRIES]
    return [_answer(session, seat, ask.odds, ask.weighing(choice)) for choice in listed]


def _imagined(session: Session, seat: str, salt: str) -> str | None:
    """Return what the seat imagines: it must not hang on what is really there."""
    future = session.imagine(seat, salt)
    return None if future is None else state_hash(future.game, future.table.state)


def _captains(session: Session) -> Mapping[str, type[Bot]]:
    """Return the players of a game that are neither random nor greedy; who thinks long is left out."""
    return {
        name: bot
        for name, bot in players_of(session.game).items()
        if name not in BOTS and not issubclass(bot, Thinker)
    }


def _bots(session: Session, seat: str, salt: str, players: Mapping[str, type[Bot]]) -> list[Any]:
    ask = _own(session, seat)
    if ask is None:
        return []
    options = list(ask.choices) if ask.choices.finite else None
    return [
        bot(salt).decide(Eyes(session, seat, ask), options) for _, bot in sorted(players.items())
    ]
