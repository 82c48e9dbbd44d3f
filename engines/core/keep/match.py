"""A match: several games between the same players, whose results are summed.

    match: both-sides
    title: The ford, from both sides
    players: [ada, ben]
    score: points
    legs:
      - {scenario: fixture/picket, seats: {red: ada, blue: ben}}
      - {scenario: fixture/picket, seats: {red: ben, blue: ada}}

Each leg is a game of its own with a save of its own in the folder of the match; the match itself
keeps nothing, for the saves know how they ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import ListOf, MapOf, Record, Source, Str, did_you_mean
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Problems, load_file
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import (
    SUFFIX,
    Loaded,
    SaveFile,
    read_header,
    read_verdict,
    reading,
)
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.explain import Verdict

DRAW = "draw"
WIN, HALF = 2, 1
"""What a game won and a game drawn are worth where games are counted and not their points."""

_WORD = Str(pattern="[a-z0-9][a-z0-9_-]*", max_length=60, wanted=text("a short lower-case name"))
_SCENARIO = Str(pattern="[a-z0-9_-]+/[a-z0-9_-]+", max_length=121, wanted=text("game/scenario"))
MATCH = Record(
    {
        "match": _WORD,
        "title": Str(max_length=200),
        "players": ListOf(_WORD, 2, 8),
        "legs": ListOf(
            Record(
                {"scenario": _SCENARIO, "seats": MapOf(_WORD, _WORD, 1, 8)},
                {"options": MapOf(_WORD, _WORD)},
            ),
            1,
            50,
        ),
    },
    {"score": Str(choices=("points", "wins"))},
)


@dataclass(frozen=True, slots=True)
class Leg:
    """One game of a match: `seats` tells which player has each seat."""

    game: str
    scenario: str
    seats: Mapping[str, str]
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands: `points` a row a player, in their order; `left` the legs still open.

    `winner` is a player or "draw" once no leg is left, None before.
    """

    points: tuple[tuple[str, int], ...]
    left: tuple[int, ...]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Match:
    """Several games whose results are summed; `score` says whether points or games are counted."""

    id: str
    title: str
    players: tuple[str, ...]
    legs: tuple[Leg, ...]
    score: str = "points"

    def standing(self, verdicts: Mapping[int, Verdict]) -> Standing:
        """Sum the verdicts of the legs (by number from 0) that are over."""
        sums = dict.fromkeys(self.players, 0)
        for number, verdict in verdicts.items():
            for seat, player in self.legs[number].seats.items():
                sums[player] += self._worth(verdict, seat)
        left = tuple(number for number in range(len(self.legs)) if number not in verdicts)
        best = [player for player, points in sums.items() if points == max(sums.values())]
        winner = best[0] if len(best) == 1 else DRAW
        return Standing(tuple(sums.items()), left, None if left else winner)

    def _worth(self, verdict: Verdict, seat: str) -> int:
        if self.score == "points":
            return dict(verdict.points).get(seat, 0)
        if verdict.winner == DRAW:
            return HALF
        return WIN if verdict.winner == seat else 0


def read_match(path: Path, games: Mapping[str, AnyGame] | None = None) -> Match:
    """Read a match.

    Raises:
        ScenarioError: with every problem at once.
    """
    node, problems = load_file(path)
    doc = MATCH.read(node, problems, tr("the match")) if node is not None else None
    if problems or node is None or doc is None:
        raise ScenarioError(list(problems))
    source = Source(node)
    known = games if games is not None else registry.games()
    for number, leg in enumerate(doc["legs"]):
        _check_leg(number, leg, doc["players"], source, known, problems)
    if len(set(doc["players"])) < len(doc["players"]):
        problems.append(source.problem(("players",), tr("a player is named twice")))
    if problems:
        raise ScenarioError(list(problems))
    legs = []
    for leg in doc["legs"]:
        game, scenario = leg["scenario"].split("/")
        legs.append(Leg(game, scenario, leg["seats"], leg.get("options", {})))
    return Match(
        doc["match"], doc["title"], tuple(doc["players"]), tuple(legs), doc.get("score", "points")
    )


def _check_leg(  # noqa: PLR0913 - a leg is judged by these
    number: int,
    leg: Mapping[str, Any],
    players: list[str],
    source: Source,
    games: Mapping[str, AnyGame],
    problems: Problems,
) -> None:
    at = ("legs", number)
    game, info = _scenario(leg["scenario"], games)
    if game is None or info is None:
        known = [f"{g.id}/{i.id}" for g in games.values() for i in g.scenarios()]
        message = tr("there is no scenario {scenario}", scenario=verbatim(leg["scenario"]))
        problems.append(
            source.problem((*at, "scenario"), message, did_you_mean(leg["scenario"], known))
        )
        return
    seats = [seat.id for seat in info.seats]
    if sorted(leg["seats"]) != sorted(seats):
        message = tr(
            "the seats of {scenario} are {known}",
            scenario=verbatim(leg["scenario"]),
            known=verbatim(", ".join(seats)),
        )
        problems.append(source.problem((*at, "seats"), message, tr("name a player for each")))
    for seat, player in leg["seats"].items():
        if player not in players:
            mend = did_you_mean(player, players)
            problems.append(
                source.problem(
                    (*at, "seats", seat), tr("no player {player}", player=verbatim(player)), mend
                )
            )
    try:
        game.load(Path(info.path), leg.get("options", {}))
    except ScenarioError as wrong:
        for problem in wrong.problems:
            problems.append(source.problem((*at, "options"), problem.message, problem.mend))


def _scenario(
    word: str, games: Mapping[str, AnyGame]
) -> tuple[AnyGame | None, ScenarioInfo | None]:
    id_, _, scenario = word.partition("/")
    game = games.get(id_)
    infos = game.scenarios() if game is not None else ()
    return game, next((info for info in infos if info.id == scenario), None)


def leg_path(folder: Path, number: int) -> Path:
    """Return where the save of a leg (from 0) is kept."""
    return folder / f"leg-{number + 1}{SUFFIX}"


def open_leg(
    match: Match,
    folder: Path,
    number: int,
    seed: str,
    games: Mapping[str, AnyGame] | None = None,
) -> Loaded:
    """Go on with a leg, or begin it with `seed`; `Loaded.save` follows the session.

    Raises:
        SaveError: the save cannot be read or made.
        ScenarioError: the scenario is not here any more.
    """
    known = games if games is not None else registry.games()
    path = leg_path(folder, number)
    if path.exists():
        return load_save(path, known)
    leg = match.legs[number]
    game, info = _scenario(f"{leg.game}/{leg.scenario}", known)
    if game is None or info is None:
        raise ScenarioError([Problem(leg.scenario, 0, 0, tr("the scenario is not installed"))])
    setup = game.load(Path(info.path), leg.options)
    session = Session(game, setup, seed)
    save = SaveFile.create(path, game, setup, seed, leg.seats)
    save.follow(session)
    with reading(path) as db:
        return Loaded(session, read_header(db, path), save, [])


def standing(match: Match, folder: Path) -> Standing:
    """Return how a match stands by the saves of its folder.

    Raises:
        SaveError: a save cannot be read.
    """
    return match.standing(dict(_verdicts(match, folder)))


def _verdicts(match: Match, folder: Path) -> Iterator[tuple[int, Verdict]]:
    for number in range(len(match.legs)):
        path = leg_path(folder, number)
        if path.exists():
            with reading(path) as db:
                verdict = read_verdict(db)
            if verdict is not None:
                yield number, verdict
