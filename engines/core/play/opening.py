"""The question that a position comes to: asked of a position that is only imagined, before it is taken for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.engines.core.play.dice import Dice
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.explain import GameOver

if TYPE_CHECKING:
    from grognard.engines.core.play.game import AnyGame


class _Cast(Exception):  # noqa: N818 - unwinds what is played; it is no error
    """A die would be cast before anybody is asked."""


class _NoDice(Dice):
    """Dice that end the play where one is cast."""

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        raise _Cast

    def restarted(self, counts: Mapping[str, int], seed: str) -> _NoDice:
        return _NoDice(counts)


def question(game: AnyGame, setup: Any, state: Any) -> tuple[str, str] | None:
    """Return who is asked where play goes on from a State, and the kind of his question.

    None where a die is cast before anybody is asked, or the game ends.
    """
    steps = game.resume(Table(setup, state, _NoDice()))
    try:
        ask = next(steps, None)
    except (_Cast, GameOver):
        return None
    finally:
        steps.close()
    return None if ask is None else (ask.seat, ask.kind)
