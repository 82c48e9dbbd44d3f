"""Computer players by the words that name them: `captain`, `marshal@0.2` (seconds of processor time), `marshal#40` (trials)."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence

from grognard.app.finding import Unusable
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.bots import BOTS, Bot, players_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.think.thinker import Thinker

MOST_SECONDS, MOST_TRIALS = 3600, 1_000_000
"""How long a player may think over one decision."""
LONGEST = 12
"""Digits of either number."""
_NAMED = re.compile(r"(?P<name>[a-z_]+)(@(?P<seconds>\d+(\.\d+)?)|#(?P<trials>\d+))?")


def make_bots(
    names: str, seats: Sequence[str], seed: str, game: AnyGame | None = None
) -> dict[str, Bot]:
    """Return a computer player for each seat: one name for all, or one for each.

    Raises:
        Unusable: a name is unknown, or there are too few.
    """
    chosen = seated(names, seats, game)
    return {seat: make_bot(name, f"{seed} {seat}", game) for seat, name in chosen.items()}


def seated(names: str, seats: Sequence[str], game: AnyGame | None = None) -> dict[str, str]:
    """Return the name of the player of each seat.

    Raises:
        Unusable: a name is unknown, or there are too few.
    """
    listed = [name.strip() for name in names.split(",")]
    known = _known(game)
    parts = {name: _NAMED.fullmatch(name) for name in listed}
    unknown = [name for name, part in parts.items() if part is None or part["name"] not in known]
    if unknown:
        message = tr("no computer player {names}", names=verbatim(", ".join(unknown)))
        raise Unusable(
            [
                Problem(
                    "--bot", 0, 0, message, tr("known: {known}", known=verbatim(", ".join(known)))
                )
            ]
        )
    beyond = [name for name, part in parts.items() if part is not None and not _is_bounded(part)]
    if beyond:
        message = tr(
            "{names} may think from 1 to {most} trials",
            names=verbatim(", ".join(name[:40] for name in beyond)),
            most=verbatim(MOST_TRIALS),
        )
        mend = tr(
            "or more than 0 and at most {most} seconds, as in marshal@0.2",
            most=verbatim(MOST_SECONDS),
        )
        raise Unusable([Problem("--bot", 0, 0, message, mend)])
    if len(listed) not in (1, len(seats)):
        raise Unusable([Problem("--bot", 0, 0, tr("name one player, or {n}", n=len(seats)))])
    chosen = listed * len(seats) if len(listed) == 1 else listed
    return dict(zip(seats, chosen, strict=True))


def kind_of(name: str) -> str:
    """Return the kind of player that a word names, whatever it is held to."""
    return name.partition("@")[0].partition("#")[0]


def make_bot(name: str, seed: str, game: AnyGame | None = None) -> Bot:
    """Return the player that a word names, held to the processor time or the trials that it tells."""
    part = _NAMED.fullmatch(name)
    if part is None:
        raise ValueError(name)
    bot = _known(game)[part["name"]](seed)
    if isinstance(bot, Thinker) and (part["seconds"] or part["trials"]):
        bot.seconds = float(part["seconds"]) if part["seconds"] else None
        bot.trials = int(part["trials"]) if part["trials"] else None
        bot.clock, bot.purse = time.thread_time, None
    return bot


def _is_bounded(part: re.Match[str]) -> bool:
    """Whether what a word allows a player is more than nothing, and comes to an end."""
    # As text first: whoever writes a number of thousands of digits has none of them read.
    seconds, trials = part["seconds"] or "1", part["trials"] or "1"
    if len(seconds) > LONGEST or len(trials) > LONGEST:
        return False
    return 0 < float(seconds) <= MOST_SECONDS and 0 < int(trials) <= MOST_TRIALS


def _known(game: AnyGame | None) -> Mapping[str, type[Bot]]:
    return players_of(game) if game is not None else BOTS
