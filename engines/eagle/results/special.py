"""[scen.structure] What special rules of scenarios make of combat results: broken squares, gates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.results.coming import disorder
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.state import COLUMN, SQUARE

RULE = "scen.structure"


def break_square(table: Board, uid: str, icons: Counter[str]) -> Procedure[None]:
    """[scen.structure] Where squares break, one that suffers such an icon is disordered and a square no more."""
    said, unit = table.setup.says("squares_break"), table.state.units[uid]
    if said is None or not unit.on_map or unit.formation != SQUARE:
        return
    if any(icons[icon] for icon in said["icons"]):
        change(table, uid, formation=COLUMN)
        words = text("The square of {unit} is broken.", unit=table.setup.units[uid].name)
        log_of(table, "result", words, uid, RULE)
        yield from disorder(table, uid, RULE, twice=False)


def open_gate(table: Board, by: str, at: str, icons: Sequence[str]) -> None:
    """[scen.structure] A melee with such a result, or one with more figures, opens a gate for the turn."""
    side, found = table.setup.units[by].side, Counter(icons)
    for said in table.setup.special.get("gate", ()):
        if said["at"] != at or said["side"] != side or at in table.state.opened:
            continue
        wanted: Counter[str] = Counter(said["icons"])
        if wanted <= found or found["figure"] > wanted["figure"]:
            table.update(opened=(*table.state.opened, at))
            words = text("The gate at {hex} is forced: it stands open this turn.", hex=at)
            table.log("result", words, RULE, pieces=(by,), where=(at,))
