"""`grognard report` and `film`: what is made of a game that was saved."""

from __future__ import annotations

import argparse
from pathlib import Path

from grognard.app.finding import Unusable, saved
from grognard.app.telling import put, say
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import Loaded, SaveError

LEAST = 64
"""A film is at least so many pixels wide and high."""


def report(arguments: argparse.Namespace) -> int:
    """Write the illustrated report of a game."""
    from grognard.app.aftermath.report import SUFFIXES, write_report
    from grognard.app.settings import Settings

    path = _output(arguments.output, SUFFIXES)
    loaded = opened(arguments.save)
    seat = seat_of(loaded, arguments.seat)
    header = loaded.header
    write_report(loaded.session, path, seat, header.seats, header.remark, Settings().palette)
    return 0


def film(arguments: argparse.Namespace) -> int:
    """Write a game as moving pictures."""
    from grognard.app.aftermath.film import SUFFIXES, Look, TooLarge, write_film
    from grognard.app.naming import replacing
    from grognard.app.settings import Settings

    path = _output(arguments.output, SUFFIXES)
    loaded = opened(arguments.save)
    seat = seat_of(loaded, arguments.seat)
    wide, high = arguments.size
    if min(wide, high) < LEAST:
        message = tr("width and height are {least} or more", least=LEAST)
        raise Unusable([Problem("--size", 0, 0, message)])
    look = Look(wide, high, max(20, arguments.pace), arguments.most * 1_000_000)
    try:
        with replacing(path) as fresh:
            count = write_film(loaded.session, fresh, seat, look, Settings().palette)
    except TooLarge as wrong:
        raise Unusable([Problem(arguments.output, 0, 0, str(wrong))]) from wrong
    say(f"{path}: {count} frames, {path.stat().st_size / 1e6:.1f} MB")
    return 0


def judge_game(arguments: argparse.Namespace) -> int:
    """Tell which decisions of a game cost most, as the computer sees it."""
    from grognard.app.aftermath.judging import LONG, SHORT, Effort, judge

    loaded = opened(arguments.save)
    seat = seat_of(loaded, arguments.seat)
    session = loaded.session
    if session.verdict is None:
        message = "the game goes on: it is judged once it is over"
        raise Unusable([Problem(arguments.save, 0, 0, message)])
    short = max(0.01, arguments.seconds)
    for one in judge(session, seat=seat, effort=Effort(short, short * LONG / SHORT)):
        facts = {"at": one.at, "seat": one.seat, "turn": one.turn, "made": str(one.made)}
        facts |= {"better": str(one.better), "cost": round(one.cost, 3)}
        if arguments.json:
            put(facts)
        else:
            print(
                f"{one.at}: {one.seat}, {one.turn}: {one.made}",
                f"  better: {one.better} ({one.hope:.0%} instead of {one.better_hope:.0%})",
                sep="\n",
            )
    return 0


def opened(word: str) -> Loaded:
    """Open a save to be told of; what is wrong with it is said.

    Raises:
        Unusable: it is none.
    """
    path = saved(word)
    try:
        loaded = load_save(path, read_only=True)
    except SaveError as wrong:
        raise Unusable(wrong.problems) from wrong
    for problem in (*loaded.problems, *loaded.told):
        say(problem)
    return loaded


def seat_of(loaded: Loaded, seat: str | None) -> str | None:
    """Return the seat that is told, None for everybody.

    Raises:
        Unusable: the game has no such seat.
    """
    seats = [one.id for one in loaded.session.setup.info.seats]
    if seat is not None and seat not in seats:
        raise Unusable(
            [
                Problem(
                    "--seat",
                    0,
                    0,
                    tr("no seat {seat}", seat=verbatim(seat)),
                    tr("known: {known}", known=verbatim(", ".join(seats))),
                )
            ]
        )
    return seat


def _output(word: str, suffixes: tuple[str, ...]) -> Path:
    path = Path(word)
    if path.suffix.casefold() not in suffixes:
        message = tr("this is none of {known}", known=verbatim(", ".join(suffixes)))
        raise Unusable([Problem(word, 0, 0, message)])
    return path
