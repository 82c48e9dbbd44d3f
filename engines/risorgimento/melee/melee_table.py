"""[G.3.column] [G.3.result] Table 7: what a total strength and a roll come to."""

from __future__ import annotations

from functools import cache

from grognard.engines.risorgimento.tables import rows, tables


@cache
def melee_column(strength: int) -> str:
    """[G.3.column] Return the column of table 7 for a total strength, below 1 the first."""
    columns = tables()["melee_columns"]["rows"]
    for row in columns:
        if not row["most"] or strength <= int(row["most"]):
            return str(row["column"])
    return str(columns[-1]["column"])


@cache
def melee_result(column: str, total: int) -> str:
    """[G.3.result] Return the cell of table 7: "-", "M+1", "M+2" or a number of loss points."""
    return rows("melee", "roll")[str(total)][column]
