"""[command.counter] The order counters, and the number that each shows below an order."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.eagle.state import ORDERS
from grognard.engines.eagle.tables import PACKAGE


@cache
def counters() -> dict[str, dict[str, int]]:
    """[command.counter] Return the initiative numbers of each counter by order."""
    pool: Any = read_data(PACKAGE, "orders.yaml", "pool")
    return {line["id"]: {order: int(line[order]) for order in ORDERS} for line in pool}


def initiative(counter: str, order: str) -> int:
    """[command.initiative] Return the number that a counter shows below an order."""
    return counters()[counter][order]
