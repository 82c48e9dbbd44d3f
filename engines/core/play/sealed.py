"""Questions to several seats at once, whose answers are released together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engines.core.data.text import text
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import Ask, Choice, Procedure


def sealed(
    table: Table[Any, Any], asks: Mapping[str, Ask], *, reveal: bool = True
) -> Procedure[dict[str, Choice]]:
    """Ask several seats at once in secret; answers are released together.

    The caller builds all Asks before any answer. Answers wait in `state.sealed` (a field
    `sealed: dict[str, Any]` of the game's State), where `Session.view` shows only who has decided;
    a game that rests between two answers is resumed with the Asks built anew, and those who have
    decided are not asked again. With `reveal` the answers are logged together, else they stay the
    caller's secret. Nobody takes an answer back once all are released.
    """
    for seat, ask in asks.items():
        if seat in table.state.sealed:
            continue
        ask.secret = True
        choice = yield ask
        table.update(sealed={**table.state.sealed, seat: choice})
        words = text("{seat} has decided", seat=table.seat_name(seat))
        table.log("choice", words, *ask.rules, seat=seat)
    answers = dict(table.state.sealed)
    table.update(sealed={})
    table.dice.learn()
    if reveal:
        for seat, ask in asks.items():
            label = ask.choices.label(answers[seat])
            words = text("{seat}: {choice}", seat=table.seat_name(seat), choice=label)
            table.log("choice", words, *ask.rules, seat=seat)
    return answers
