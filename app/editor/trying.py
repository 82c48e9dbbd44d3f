"""What only play shows of a scenario: pieces that come too late, a set-up that nobody can finish."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from grognard.app.editor.maps.steps import rows, section, text_of
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.schema import Source
from grognard.engines.core.data.text import named, tr, verbatim
from grognard.engines.core.data.yamlio import Node, Plain
from grognard.engines.core.play.arrangement import AUTO, DONE, Arrangement
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.show.asks import Choice

PATIENCE = 3.0
"""After so many seconds nobody has found how the pieces may stand."""
MOST = 3000
"""So many steps of arranging are tried."""


def late(root: Node) -> Iterator[Problem]:
    """Give the arrivals that come when the scenario is over."""
    for stage, row in enumerate(rows(root.plain(), "stages")):
        turns = text_of(section(row, "clock"), "turns")
        for index, arrival in enumerate(rows(row, "arrivals")):
            turn = text_of(arrival, "turn")
            if turn.isdecimal() and turns.isdecimal() and int(turn) > int(turns):
                where: Place = ("stages", stage, "arrivals", index, "turn")
                words = tr("this never comes: it has {turns} turns", turns=int(turns))
                yield Source(root).problem(where, words, tr("let it arrive earlier"))


def winless(game: AnyGame, setup: AnySetup, root: Node) -> Iterator[Problem]:
    """Give the seats for which there is no way to win."""
    for seat in setup.info.seats:
        why = game.hopeless(setup).get(seat.id)
        if why is not None:
            seat_name = named("seat", seat.name)
            words = tr("{seat}: there is no way to win. {why}", seat=seat_name, why=why.message)
            mend = tr("say under Victory how the game is won")
            yield Source(root).problem(("stages", 0), words, mend, rule=why.rule)


def kept_out(
    game: AnyGame, setup: AnySetup, root: Node, groups: Mapping[str, Sequence[str]]
) -> Iterator[Problem]:
    """Give the arrivals of the first stage that no place they are given to lets in, and why.

    A place where somebody stands at the beginning may be free by then: nothing is said of it.
    """
    state = game.initial(setup, "tried")
    views = [game.view(setup, state, seat.id) for seat in setup.info.seats]
    taken = {piece.at for view in views for piece in view.pieces}
    for stage, row in enumerate(rows(root.plain(), "stages")[:1]):
        for index, arrival in enumerate(rows(row, "arrivals")):
            way = next((key for key in ("at", "among") if said(arrival, key)), "")
            spaces = said(arrival, way)
            free = [space for space in spaces if space not in taken]
            if not spaces or len(free) < len(spaces):
                continue
            coming = [uid for name in said(arrival, "group") for uid in groups.get(name, ())]
            for uid in (*said(arrival, "piece"), *coming):
                places = [Placement.of(uid, space) for space in free]
                try:
                    whys = [game.why_not_stand(setup, state, uid, place) for place in places]
                except KeyError:
                    continue  # one of the group whom this scenario leaves out
                first = whys[0]
                if first is not None and None not in whys:
                    where: Place = ("stages", stage, "arrivals", index, way)
                    name = str(verbatim(uid))
                    words = tr(
                        "{piece} can never come in here: {why}", piece=name, why=first.message
                    )
                    mend = tr("give it another place")
                    yield Source(root).problem(where, words, mend, rule=first.rule)


def said(row: Plain, key: str) -> list[str]:
    """Return what a row says under a key, one word or several."""
    found = row.get(key, []) if isinstance(row, dict) else []
    return [str(one) for one in found] if isinstance(found, list) else [str(found)]


def tried(
    game: AnyGame, setup: AnySetup, path: Path, go_on: Callable[[], None] = lambda: None
) -> list[Problem]:
    """Arrange the pieces as a player would; tell whose arrangement cannot be finished, and why."""
    session, rng = Session(game, setup, "tried"), Random(1)
    until = time.monotonic() + PATIENCE
    for step in range(MOST):
        go_on()
        ask = session.ask
        if ask is None or not isinstance(ask.choices, Arrangement):
            return _unsound(session, path)
        if time.monotonic() > until:
            break
        choice: Choice = DONE
        if ask.why_not(DONE) is not None:
            auto = not step and ask.why_not(AUTO) is None
            choice = AUTO if auto else ask.choices.sample(rng)
        session.choose(ask.seat, choice)
    if session.ask is None:
        return []
    seat = next(seat for seat in setup.info.seats if seat.id == session.ask.seat)
    why = session.why_not(seat.id, DONE)
    rule = why.rule if why is not None else ""
    words = tr("no way was found to set up {seat}", seat=named("seat", seat.name))
    return [Problem(str(path), 0, 0, words, str(why.message) if why is not None else "", rule)]


def _unsound(session: Session, path: Path) -> list[Problem]:
    """Tell what the rules do not allow of the position that play begins with."""
    broken = session.game.violations(session.setup, session.table.state)
    return [Problem(str(path), 0, 0, str(verbatim(words))) for words in broken]
