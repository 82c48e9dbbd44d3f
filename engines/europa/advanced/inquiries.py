"""[16.1] [16.8] What the table may ask of the dice that a card or an advance leads to."""

from __future__ import annotations

from typing import Annotated, Any

from grognard.engines.core.play.firstdie import die_odds
from grognard.engines.core.play.inquiries import Named, NoAnswer, inquiries
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.views import Answer
from grognard.engines.europa.advanced.deeds import raid
from grognard.engines.europa.advanced.politics import check_revolt
from grognard.engines.europa.field.asking import side_of_seat
from grognard.engines.europa.field.effects import enter_hex
from grognard.engines.europa.field.rollwords import RESULTS
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number

Face = Annotated[
    str, Named("face", lambda _setup, _state, _seat: [str(n + 1) for n in range(number("die"))])
]
NOTHING = Answer({}, ())


def raid_odds(
    setup: Setup, state: State, seat: str | None, choice: Any, on: list[Face] | None = None
) -> Answer:
    """[7.0.removal] The chance that raiders take a Depot, where a card has a die tell."""
    if not on or choice not in state.depots:
        return NOTHING
    side = side_of_seat(setup, seat)
    return die_odds(setup, state, lambda table: raid(table, side, choice, on), RESULTS)


def advance_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[16.8] The chance that the Ukraine revolts, where units of V Corps advance into Kiev."""
    del seat
    if choice == PASS or not isinstance(choice, dict) or state.battle is None:
        return NOTHING
    going = words_of(choice, "subset", [])
    if any(one not in state.units and one not in state.commanders for one in going):
        raise NoAnswer("choice must be {subset: [unit]}")
    units = [one for one in going if one in state.units]
    target = state.battle.target

    def play(table: Board) -> None:
        enter_hex(table, units, [], target)
        check_revolt(table)

    return die_odds(setup, state, play, RESULTS, ("16.8",))


INQUIRIES = inquiries(raid_odds, advance_odds)
