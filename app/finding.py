"""From the words on a command line to games, scenarios and saves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.app.telling import say
from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import MapNode, Scalar, load_file
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import MAGIC, SaveError
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.post.envelope import is_sealed

YAML_SUFFIXES = (".yaml", ".yml")


class Unusable(Exception):  # noqa: N818 - bad input, told in full on standard error
    """The input cannot be used; `problems` says everything that is wrong."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def find_game(word: str) -> AnyGame:
    """Return a game by id.

    Raises:
        Unusable: there is none.
    """
    games = registry.games()
    if word not in games:
        raise Unusable(
            [
                Problem(
                    word,
                    0,
                    0,
                    tr("no such game"),
                    tr("known: {known}", known=verbatim(", ".join(games))),
                )
            ]
        )
    return games[word]


def game_of_file(path: Path, games: Mapping[str, AnyGame] | None = None) -> tuple[AnyGame, MapNode]:
    """Return the game that a YAML file names, of those installed or of `games`, and the file.

    Raises:
        Unusable: it cannot be read or names no game.
    """
    known = games if games is not None else registry.games()
    node, problems = load_file(path)
    if problems or not isinstance(node, MapNode):
        raise Unusable(
            list(problems) or [Problem(str(path), 1, 1, tr("this is not a list of named values"))]
        )
    named = node.entries.get("game")
    if not isinstance(named, Scalar) or named.value not in known:
        mend = tr("write game: {known}", known=verbatim(" or ".join(known)))
        line = named.line if named else 1
        raise Unusable([Problem(str(path), line, 1, tr("the file names no installed game"), mend)])
    return known[named.value], node


def scenario_of_file(
    path: Path, options: Mapping[str, str], games: Mapping[str, AnyGame] | None = None
) -> tuple[AnyGame, AnySetup]:
    """Load a scenario's file with the game it names: no other tells what is wrong with it.

    Raises:
        Unusable: it cannot be read, names no game, or is broken.
    """
    game, _ = game_of_file(path, games)
    try:
        return game, game.load(path, options)
    except ScenarioError as wrong:
        raise Unusable(wrong.problems) from wrong


def load_scenario(word: str, options: Mapping[str, str]) -> tuple[AnyGame, AnySetup]:
    """Load `game/scenario`, a scenario's id alone where it is unique, or a file.

    Raises:
        Unusable: there is none, or it is broken.
    """
    if word.casefold().endswith(YAML_SUFFIXES):
        return scenario_of_file(Path(word), options)
    game, path = _shipped(word)
    try:
        return game, game.load(path, options)
    except ScenarioError as wrong:
        raise Unusable(wrong.problems) from wrong


def path_of(word: str) -> Path:
    """Return the file of `game/scenario`, of a scenario's id alone, or the file that is named.

    Raises:
        Unusable: there is none.
    """
    return Path(word) if word.casefold().endswith(YAML_SUFFIXES) else _shipped(word)[1]


def _shipped(word: str) -> tuple[AnyGame, Path]:
    games, named = registry.games(), word.partition("/")[0]
    try:
        # A scenario that says of which game it is needs no other game to be imported.
        found = [
            (game, info)
            for game in ([games[named]] if named in games else games.values())
            for info in game.scenarios()
            if word in (info.id, f"{game.id}/{info.id}")
        ]
    except ScenarioError as wrong:
        raise Unusable(wrong.problems) from wrong
    if len(found) == 1:
        return found[0][0], Path(found[0][1].path)
    message = tr("several games have a scenario of this name") if found else tr("no such scenario")
    raise Unusable([Problem(word, 0, 0, message, tr("grognard list shows them all"))])


def is_save(word: str) -> bool:
    """Whether a file begins as our saves do."""
    try:
        return read_plain(Path(word), len(MAGIC)).startswith(MAGIC)
    except OSError:
        return False


def saved(word: str) -> Path:
    """Return the path of a saved game.

    Raises:
        Unusable: it is none.
    """
    if not is_save(word):
        message = (
            tr("this is not a saved game") if Path(word).exists() else tr("there is no such file")
        )
        if is_sealed(Path(word)):
            message = tr("this game is sealed: it opens in the window, behind the PIN of its seat")
        raise Unusable([Problem(word, 0, 0, message)])
    return Path(word)


def open_session(word: str) -> Session:
    """Return the session of a save, or the first position of a scenario.

    Raises:
        Unusable: it is neither.
    """
    if not is_save(word):
        game, setup = load_scenario(word, {})
        return Session(game, setup)
    try:
        loaded = load_save(Path(word), read_only=True)
    except SaveError as wrong:
        raise Unusable(wrong.problems) from wrong
    for problem in (*loaded.problems, *loaded.told):
        say(problem)
    return loaded.session
