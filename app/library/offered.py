"""The games as the library shows them: of an index, so that none is imported before it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from grognard.app.folders import cache_folder
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.proof.listing import Guided, Listed, guided, listings

if TYPE_CHECKING:
    from grognard.engines.core.play.game import AnyGame


class Offered:
    """Stands for a game of which only what a list shows is known; whatever else is asked, the game answers."""

    def __init__(self, listed: Listed, game: Callable[[], AnyGame]) -> None:
        self._listed, self._found = listed, game
        self.id, self.title, self.edition = listed.id, listed.title, listed.edition
        self.alone, self.manner, self.guide = listed.alone, listed.manner, listed.guide

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """List the shipped scenarios."""
        return self._listed.scenarios

    def itself(self) -> AnyGame:
        """Import the game and return it."""
        return self._found()

    def __getattr__(self, name: str) -> Any:
        """Import the game."""
        return getattr(self.itself(), name)


def offered(games: Mapping[str, AnyGame]) -> Mapping[str, AnyGame]:
    """Return games by id for the library; those that are installed are not imported for it."""
    if games is not registry.games():
        return games
    found: dict[str, AnyGame] = {}
    for name, asked in listings(cache_folder() / "games").items():
        try:
            listed = asked()
        except Exception:  # noqa: BLE001 - one bad game must not hide the others: its row says why
            found[name] = games[name]
        else:
            found[name] = cast("AnyGame", Offered(listed, partial(games.__getitem__, name)))
    return found


def itself(game: AnyGame) -> AnyGame:
    """Return the game that one of a list stands for: what is played asks it a thousand times a second."""
    return game.itself() if isinstance(game, Offered) else game


def guide_of(game: AnyGame) -> Guided | None:
    """Return what is told of the guide of a game; None where there is none to begin."""
    return game.guide if isinstance(game, Offered) else guided(game)
