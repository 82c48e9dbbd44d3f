"""[cards.binding] What cards do to orders: more couriers, counters exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engines.core.show.asks import Procedure
from grognard.engines.eagle.cards.playing import Playing
from grognard.engines.eagle.command.counters import exchange_counters
from grognard.engines.eagle.command.couriers import add_couriers
from grognard.engines.eagle.setup import Board


def couriers(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """A side sends more couriers in this turn."""
    add_couriers(table, playing.side, int(line["more"]))
    yield from ()


def exchange(table: Board, playing: Playing, line: Mapping[str, Any]) -> Procedure[None]:
    """Two groups exchange their order counters."""
    del line
    one, other = playing.on
    exchange_counters(table, one, other, playing.rule)
    yield from ()
