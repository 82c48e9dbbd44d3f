"""[8.4] Line of sight from hex centre to hex centre, and what blocks it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grognard.engines.core.board.hexes import LineStep
from grognard.engines.core.play.memo import Memo
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a line of sight is clear; if not, the rule and the hex or hexes that block it.

    `passed` lists every hex the line runs through or along, firer and target excluded.
    """

    clear: bool
    rule: str
    blocked_at: tuple[str, ...]
    passed: tuple[str, ...]


_SIGHTS: Memo[Sight] = Memo(100_000)


def line_of_sight(setup: Setup, state: State, a: str, b: str) -> Sight:
    """[8.4.need] Judge the line from `a` to `b`; neighbours always see each other."""
    key = (setup, a, b, burning(state))
    found = _SIGHTS.get(key)
    if found is None:
        found = _SIGHTS.keep(key, _judge(*key))
    return found


def burning(state: State) -> tuple[str, ...]:
    """[tec.burning] Return the villages that burn now, in order of number."""
    if not state.features:
        return ()
    return tuple(sorted(h for h, what in state.features.items() if what == "burning"))


def _judge(setup: Setup, a: str, b: str, fires: tuple[str, ...]) -> Sight:
    steps = setup.map.grid.line(a, b)
    passed = tuple(hex_id for step in steps for hex_id in step.hexes)
    for step in steps:
        rule = _blocks(setup, a, b, step, fires)
        if rule:
            return Sight(False, rule, step.hexes, passed)
    return Sight(True, "8.4.need", (), passed)


def _blocks(setup: Setup, a: str, b: str, step: LineStep, fires: tuple[str, ...]) -> str:
    """[8.4.hexside] Along a hexside the terrain both hexes share stands in the way."""
    rules = [_hex_blocks(setup, a, b, hex_id, step.fraction, fires) for hex_id in step.hexes]
    if not all(rules):
        return ""
    return "8.4.hexside" if len(rules) > 1 else rules[0]


def _hex_blocks(  # noqa: PLR0913 - what a line of sight depends on
    setup: Setup, a: str, b: str, hex_id: str, where: Fraction, fires: tuple[str, ...]
) -> str:
    battle_map = setup.map
    firer, target, here = battle_map.level(a), battle_map.level(b), battle_map.level(hex_id)
    if here > firer and here > target:
        return "8.4.height"
    if hex_id in fires or battle_map.at(hex_id) == "burning_village":
        return "tec.burning"
    if battle_map.at(hex_id) == "woods" and _woods_block(firer, target, here, where):
        return "8.4.woods"
    return ""


def _woods_block(firer: int, target: int, woods: int, where: Fraction) -> bool:
    """[8.4.woods] Woods block unless the higher end looks down over them from close by."""
    if firer <= woods and target <= woods:
        return True
    if firer > woods and target > woods:
        return False
    if firer > woods:
        return where >= HALF
    return where <= HALF
