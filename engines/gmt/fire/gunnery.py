"""[8.2] [8.3] [8.9] [tec.fire] Who may fire at what, and every modifier of a fire."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.core.board.hexes import side_key
from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.play.memo import Memo, kept
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.gmt.field.line_of_sight import burning, line_of_sight
from grognard.engines.gmt.field.position import all_round, enemy_of, frontal, hold, side_at
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State, Unit
from grognard.engines.gmt.tables import TERRAIN_CHART, number
from grognard.engines.gmt.terrain.words import IN_A_SENTENCE

ADJACENT = 1
_AIMS: Memo[dict[str, tuple[int, ...]]] = Memo(1024)


def in_front(setup: Setup, unit: Unit, facing: int, target: str) -> bool:
    """[8.4.need] Whether the line of sight leaves through a Frontal hexside."""
    if all_round(setup, unit):
        return True
    leaving = setup.map.grid.exit_directions(unit.at, target)
    return facing in leaving or (facing + 1) % 6 in leaving


def facings_toward(setup: Setup, unit: Unit, target: str) -> tuple[int, ...]:
    """Return the facings that bring a target into the front, the present one first."""
    turned = (unit.facing, *(f for f in range(6) if f != unit.facing))
    if all_round(setup, unit):
        return turned
    leaving = setup.map.grid.exit_directions(unit.at, target)
    return tuple(f for f in turned if f in leaving or (f + 1) % 6 in leaving)


def front_hexes(setup: Setup, unit: Unit, facing: int) -> tuple[str, ...]:
    """Return the Frontal hexes the gun would have with a facing."""
    if all_round(setup, unit):
        return frontal(setup, unit)
    return setup.map.grid.frontal(unit.at, facing)


def why_not_fire(
    setup: Setup, state: State, uid: str, target: str, facing: int | None = None
) -> Refusal | None:
    """Return what forbids one gun to fire at a hex with a facing (its own by default)."""
    unit = state.units[uid]
    kind = setup.types[uid]
    turned = unit.facing if facing is None else facing
    reach = setup.map.grid.distance(unit.at, target)
    occupier = side_at(setup, state, target)
    if occupier is None or occupier == kind.side:
        return Refusal(
            "8.1", text("There is no enemy in {hex}.", hex=setup.map.place(target)), (target,)
        )
    if reach > kind.maximum_range:
        words = text(
            "{unit} has a range of {most}, and it is {far} hexes to {hex}.",
            hex=setup.map.place(target),
            far=reach,
            unit=kind.name,
            most=kind.maximum_range,
        )
        return Refusal("8.3", words, (target,))
    if not in_front(setup, unit, turned, target):
        return Refusal(
            "6.13", text("It does not face {hex}.", hex=setup.map.place(target)), (target,)
        )
    return _why_not_pressed(setup, state, unit, target, turned) or why_not_seen(
        setup, state, unit, target, reach
    )


def _why_not_pressed(
    setup: Setup, state: State, unit: Unit, target: str, facing: int
) -> Refusal | None:
    """[8.4.front] A gun with an enemy next to it in its front fires at that enemy."""
    side = setup.types[unit.id].side
    pressing = [
        h for h in front_hexes(setup, unit, facing) if side_at(setup, state, h) not in (None, side)
    ]
    if pressing and target not in pressing:
        words = text(
            "The enemy at {hex} is next to it and must be the target.",
            hex=setup.map.place(pressing[0]),
        )
        return Refusal("8.4.front", words, tuple(pressing))
    return None


def why_not_seen(setup: Setup, state: State, unit: Unit, target: str, reach: int) -> Refusal | None:
    """[8.4.need] [tec.fire] Return what keeps a gun from seeing, or firing up at, an enemy so many hexes off."""
    if reach == ADJACENT:
        steep = "steep_slope_up" in setup.map.crossed(unit.at, target)
        if steep and TERRAIN_CHART["steep_slope_up"].get("fire_adjacent") == "NA":
            words = text("Artillery cannot fire up a steep slope at a neighbour.")
            return Refusal("tec.fire", words, (unit.at, target))
        return None
    sight = line_of_sight(setup, state, unit.at, target)
    if sight.clear:
        return None
    words = text(
        "The line of sight is blocked at {hex}.", hex=all_of(map(setup.map.place, sight.blocked_at))
    )
    return Refusal(sight.rule, words, sight.blocked_at)


def aims(setup: Setup, state: State, uid: str) -> dict[str, tuple[int, ...]]:
    """Return for each hex one gun may fire at the facings that let it, the present one first.

    Kept while the enemy stands still: an answer depends on where he stands, and on the ground.
    """
    unit, kind = state.units[uid], setup.types[uid]
    enemies, _, _ = hold(setup, state, enemy_of(kind.side))
    key = (setup, uid, unit.at, unit.facing, unit.square, enemies, burning(state))
    found = _AIMS.get(key)
    if found is None:
        open_to: dict[str, tuple[int, ...]] = {}
        pressed = [enemies.intersection(front_hexes(setup, unit, way)) for way in range(6)]
        reach = setup.map.grid.within(unit.at, kind.maximum_range)
        for target in sorted(enemies.intersection(reach)):
            # As `why_not_fire` says, but what is the same for all facings is asked once.
            facings = tuple(
                way
                for way in facings_toward(setup, unit, target)
                if not pressed[way] or target in pressed[way]
            )
            far = setup.map.grid.distance(unit.at, target)
            if facings and why_not_seen(setup, state, unit, target, far) is None:
                open_to[target] = facings
        found = _AIMS.keep(key, open_to)
    return found


def lead_gun(setup: Setup, firers: Sequence[str]) -> str:
    """[8.2.stack] The gun whose strength counts: the strongest, the first named on a tie."""
    return max(firers, key=lambda uid: setup.types[uid].fire)


@kept(16384)
def entry_options(setup: Setup, firing: str, target: str) -> dict[str, int]:
    """[tec.fire] For each hexside by which the shot may arrive, the sum of its modifiers."""
    grid = setup.map.grid
    reach = grid.distance(firing, target)
    found = {}
    for other in grid.adjacent(target):
        if side_key(other, target) in grid.entry_sides(firing, target):
            kinds = setup.map.fought_across(other, target)
            found[other] = sum(_side_drm(kind, reach) for kind in kinds)
    return found


def _side_drm(kind: str, reach: int) -> int:
    row = TERRAIN_CHART[kind]
    close = row.get("fire_into_adjacent") if reach == ADJACENT else None
    return int(close if close is not None else row["fire_into"])


def fire_modifiers(
    setup: Setup,
    state: State,
    firers: Sequence[str],
    target: str,
    entry: str | None = None,
) -> tuple[Modifier, ...]:
    """[8.5] Return every modifier of a fire; `entry` is the hex before the target (tec.fire)."""
    lead = lead_gun(setup, firers)
    kind = setup.types[lead]
    found = [Modifier(kind.fire, text("Fire Strength of {unit}", unit=kind.name), "8.5")]
    found += _range_modifiers(setup, state, lead, target)
    extra = len(firers) - 1
    if extra and in_barrage(setup, state, lead):
        value = extra * number("barrage_drm")
        found.append(
            Modifier(
                value,
                counted("Barrage of {n} unit", "Barrage of {n} units", n=len(firers)),
                "8.2.barrage",
            )
        )
    elif extra:
        words = text("Two stacked units combine")
        found.append(Modifier(number("combined_stack_drm"), words, "8.2.stack"))
    found += _target_modifiers(setup, state, target)
    found += _terrain_modifiers(setup, state.units[lead].at, target, entry)
    return tuple(found)


def in_barrage(setup: Setup, state: State, uid: str) -> bool:
    """[8.2.barrage] Whether a gun fires in the Barrage: who answers it combines as ever (8.7)."""
    return state.barrage and setup.types[uid].side == state.active


def _range_modifiers(setup: Setup, state: State, lead: str, target: str) -> list[Modifier]:
    kind = setup.types[lead]
    reach = setup.map.grid.distance(state.units[lead].at, target)
    soft = any(not setup.types[uid].is_artillery for uid in state.stacks[target])
    if reach == number("point_blank_range") and soft:
        return [Modifier(number("point_blank_drm"), text("Range 1"), "8.3")]
    beyond = reach - kind.effective_range
    if beyond <= 0:
        return []
    words = counted("{n} hex beyond Effective Range", "{n} hexes beyond Effective Range", n=beyond)
    return [Modifier(beyond * number("beyond_effective_drm"), words, "8.3")]


def _target_modifiers(setup: Setup, state: State, target: str) -> list[Modifier]:
    found = []
    stack = state.stacks[target]
    if any(state.units[uid].square for uid in stack):
        found.append(Modifier(number("square_fire_drm"), text("Target in Square"), "9.85.effects"))
    massed = [uid for uid in stack if _counts_as_massed(setup, uid)]
    if len(massed) > 1:
        value = (len(massed) - 1) * number("massed_drm")
        found.append(
            Modifier(
                value,
                counted("Massed Target of {n} unit", "Massed Target of {n} units", n=len(massed)),
                "8.9",
            )
        )
    return found


def _counts_as_massed(setup: Setup, uid: str) -> bool:
    """[8.9] Not artillery, and not Jaegers where the Jaeger rules hold (bor.12)."""
    kind = setup.types[uid]
    return not kind.is_artillery and not (setup.jaeger_rules and kind.weight == "jaeger")


def _terrain_modifiers(setup: Setup, firing: str, target: str, entry: str | None) -> list[Modifier]:
    rows = TERRAIN_CHART
    found: list[Modifier] = []
    into = int(rows[setup.map.at(target)]["fire_into"])
    if into:
        found.append(Modifier(into, _chart_name(setup.map.at(target), "into"), "tec.fire"))
    out = int(rows[setup.map.at(firing)]["fire_out_of"])
    if out:
        found.append(Modifier(out, _chart_name(setup.map.at(firing), "out of"), "tec.fire"))
    options = entry_options(setup, firing, target)
    before = entry if entry in options else next(iter(options), None)
    if before is not None:
        reach = setup.map.grid.distance(firing, target)
        for side in setup.map.fought_across(before, target):
            value = _side_drm(side, reach)
            if value:
                found.append(Modifier(value, _chart_name(side, "across"), "tec.fire"))
    return found


_FIRES = {
    "into": text("Fire into {terrain}"),
    "out of": text("Fire out of {terrain}"),
    "across": text("Fire across {terrain}"),
}


def _chart_name(terrain: str, way: str) -> Text:
    return _FIRES[way].fill(terrain=IN_A_SENTENCE[terrain])


def friends_in_the_way(setup: Setup, state: State, firing: str, target: str) -> tuple[str, ...]:
    """[8.8] Hexes on the line of sight, next to the target, that hold the firer's friends."""
    side = side_at(setup, state, firing)
    near = setup.map.grid.adjacent(target)
    passed = line_of_sight(setup, state, firing, target).passed
    return tuple(h for h in passed if h in near and side_at(setup, state, h) == side)
