"""[scale.premeasure] Inquiries that measure: where a unit can come to, what an order costs.

They are withheld before commitment where the table plays without measuring.
"""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import shapely

from grognard.engines.core.board.runs import region
from grognard.engines.core.board.tabletop import Base, Pose, sweep_leg
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.choices import actions_of
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.risorgimento.field.arguments import PieceId
from grognard.engines.risorgimento.field.boardview import board_pose
from grognard.engines.risorgimento.field.footprint import footprint
from grognard.engines.risorgimento.field.pictures import area, line, tags
from grognard.engines.risorgimento.ground.allowance import WHOLE, price_of
from grognard.engines.risorgimento.manoeuvre.commander_moves import allowance_cm, ride
from grognard.engines.risorgimento.manoeuvre.forecast import Plan, plan, ready
from grognard.engines.risorgimento.manoeuvre.reach import Reach, reach_region
from grognard.engines.risorgimento.movement.movement import Leg, ground_name
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import rows

QUARTERS = 4
_NUMBERS = ("turn", "back")


def read_order(choice: Choice) -> list[Mapping[str, Any]]:
    """Return the actions of an order; a case may write its numbers as text."""
    actions = actions_of(choice) if isinstance(choice, Mapping) and "do" in choice else []
    return [_read(*next(iter(action.items()))) for action in actions if isinstance(action, Mapping)]


def _read(verb: str, value: Any) -> Mapping[str, Any]:
    if verb == "leg":
        return {verb: [int(part) for part in value]}
    if verb in _NUMBERS:
        return {verb: int(value)}
    return {verb: True if value in ("true", "yes", True) else value}


# -- reach -------------------------------------------------------------------------------------


def reach(setup: Setup, state: State, seat: str | None, *, unit: PieceId) -> Answer:
    """[geo.allowance] [E.3.2.tactical] Where the centre of a unit can come to in one turn and one leg.

    The value has `contacts`, the enemy units it can come upon, `farthest` in cm, and `zoc`, those in
    whose ZOC it would have to stop. It is drawn from a fan of runs; an order is judged by itself.
    """
    if unit in state.commanders:
        return Answer({}, ())
    found = reach_region(setup, state, unit)
    zoned = dict.fromkeys(
        foe for foe, stop in zip(found.foes, found.stops, strict=True) if foe and stop != "contact"
    )
    value: dict[str, object] = {
        "contacts": list(found.targets()),
        "zoc": list(zoned),
        "farthest": float(np.max(found.lengths, initial=0.0)),
    }
    met = Overlay("pieces", "danger", found.targets())
    return Answer(
        value,
        ("geo.allowance", "geo.cost", "E.3.2.tactical"),
        (),
        (*area(found.region, "reach"), met),
    )


def charge_reach(setup: Setup, state: State, seat: str | None, *, unit: PieceId) -> Answer:
    """[geo.quarters] [E.1.quarters] How far cavalry rides in each quarter of a charge.

    The value has `quarters`, the farthest cm after each of them, and `contacts`, whom it can reach.
    """
    if unit in state.commanders or setup.types[unit].arm != "cavalry":
        return Answer({"quarters": []}, ("E.1.quarters",))
    whole = reach_region(setup, state, unit)
    mover = Mover(setup, ready(setup, state, unit), unit)
    overlays: list[Overlay] = []
    farthest: list[float] = []
    labels: list[tuple[tuple[float, float], str]] = []
    for quarter in range(1, QUARTERS + 1):
        lengths = _after(whole, mover, quarter)
        farthest.append(float(np.max(lengths, initial=0.0)))
        overlays += area(region(whole.runs, lengths), "reach")
        labels.append(
            (mover.stand.pose.moved(farthest[-1], mover.stand.heading).centre, f"{quarter}/4")
        )
    value: dict[str, object] = {"quarters": farthest, "contacts": list(whole.targets())}
    rules = ("geo.quarters", "E.1.quarters", "E.1.allowance")
    return Answer(
        value, rules, (), (*overlays, Overlay("pieces", "danger", whole.targets()), tags(labels))
    )


def _after(whole: Reach, mover: Mover, quarter: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """[geo.quarters] How far each run has come when so many quarters of the allowance are spent."""
    unspent = (QUARTERS - quarter) / QUARTERS * mover.ma
    found: np.ndarray[Any, np.dtype[np.float64]] = np.clip(
        np.minimum(whole.lengths, whole.runs.lengths - unspent), 0.0, None
    )
    return found


# -- the cost of an order ----------------------------------------------------------------------


def move_cost(
    setup: Setup, state: State, seat: str | None, *, unit: PieceId, choice: Choice
) -> Answer:
    """[geo.allowance] [geo.cost] What an order costs if nobody interferes, ground by ground.

    The value has `spent` and `limit` (thousandths of the allowance), `left_cm`, `end` (x, y and
    heading on the board), `by_road`, `ground` [{terrain, cm, cost}], and `stop` (the rule) and
    `where` if it is cut short. Overlays are the swept corridors and what stops the move.
    """
    actions = read_order(choice) if choice != PASS else []
    if unit in state.commanders:
        return _ride_cost(setup, state, unit, actions)
    found = plan(setup, state, unit, actions)
    mover = Mover(setup, found.state, unit)
    left = max(0, mover.left) / WHOLE * mover.ma
    ground = _ground(found)
    value: dict[str, object] = {
        "spent": found.state.account,
        "limit": mover.limit,
        "left_cm": left,
        "end": list(board_pose(mover.stand.pose)),
        "by_road": found.state.progress.by_road,
        "ground": ground,
        "formation": mover.formation,
    }
    rules = ["geo.allowance", "geo.cost"]
    lines = [
        text("{n}\u202f% spent, {cm} cm left", n=round(found.state.account / 10), cm=f"{left:.1f}")
    ]
    lines += [_cost_words(row) for row in ground]
    before = state.account if state.mover == unit else 0
    rest = (found.state.account - before) / 10 - sum(
        float(str(row["cost"])) for row in ground
    ) / mover.ma * 100
    if round(rest) > 0:
        lines.append(text("Wheels and changes of formation: {n}\u202f%", n=round(rest)))
    if found.stop is not None:
        value |= {"stop": found.stop.rule, "where": list(found.stop.where), "kind": found.stop.kind}
        rules.append(found.stop.rule)
        lines.append(found.stop.words)
    return Answer(
        value, tuple(dict.fromkeys(rules)), tuple(lines), tuple(_swept(setup, state, found))
    )


def _ground(found: Plan) -> list[dict[str, object]]:
    """[geo.cost] The legs of a plan by kind of ground: cm walked and cm of allowance they cost."""
    sums: dict[str, list[float]] = {}
    for run in _legs(found):
        for piece in run.course.pieces:
            end = min(piece.end, run.length)
            if end > piece.begin:
                row = sums.setdefault(piece.patch.terrain if piece.patch else "open", [0.0, 0.0])
                row[0] += end - piece.begin
                row[1] += (end - piece.begin) / piece.factor
        for where, cm, patch in run.course.flats:
            if where <= run.length:
                sums.setdefault(patch.terrain, [0.0, 0.0])[1] += cm
    return [{"terrain": name, "cm": cm, "cost": cost} for name, (cm, cost) in sums.items()]


def _legs(found: Plan) -> Iterator[Leg]:
    for step in found.steps:
        if step.leg is not None:
            yield step.leg


def _cost_words(row: Mapping[str, object]) -> Text:
    terrain = str(row["terrain"])
    name = ground_name("", terrain) if terrain in rows("terrain") else text("open ground")
    return text(
        "{ground}: {cm} cm cost {cost}",
        ground=name,
        cm=f"{row['cm']:.1f}",
        cost=f"{row['cost']:.1f}",
    )


def _swept(setup: Setup, state: State, found: Plan) -> Iterator[Overlay]:
    """[geo.sweep] What the base sweeps over, and what cuts the move short."""
    for run in _legs(found):
        if run.length > 0:
            end = run.place(run.length)
            yield from area(sweep_leg(run.start, end), "swept")
            yield line((run.start.centre, end.centre), "course")
    if found.stop is not None:
        patches = {patch.id: patch for patch in setup.table.patches}
        units = tuple(n for n in found.stop.where if n in state.units and n != found.state.mover)
        if units:
            yield Overlay("pieces", "danger", units)
        for name in found.stop.where:
            if name in patches:
                yield from area(patches[name].polygon, "danger")


def _ride_cost(setup: Setup, state: State, name: str, actions: list[Mapping[str, Any]]) -> Answer:
    """[commanders.move] The cost of a commander's ride: the straight length of his way."""
    pose, account = state.commanders[name].pose, state.account if state.mover == name else 0
    overlays: list[Overlay] = []
    value: dict[str, object] = {}
    lines: list[Text] = []
    for action in actions:
        (verb, run), *_ = action.items()
        if pose is None:
            break
        if verb == "turn":
            pose = pose.turned(run / 100)
        elif verb == "leg":
            rode, rule, words, where = ride(setup, state, name, pose, run, account)
            end = pose.moved(rode, (pose.heading + run[1] / 100) % 360.0)
            overlays += _ridden(pose, end, setup.scale)
            pose, account = end, account + price_of(rode / allowance_cm(setup))
            if rule:
                value |= {"stop": rule, "where": list(where)}
                lines.append(words)
    left = max(0, WHOLE - account) / WHOLE * allowance_cm(setup)
    if pose is not None:
        value |= {"spent": account, "limit": WHOLE, "left_cm": left, "end": list(board_pose(pose))}
    head = text("{n}\u202f% spent, {cm} cm left", n=round(account / 10), cm=f"{left:.1f}")
    return Answer(value, ("commanders.move",), (head, *lines), tuple(overlays))


def _ridden(start: Pose, end: Pose, scale: int) -> Iterator[Overlay]:
    size = footprint("commander", scale)
    swept: shapely.Geometry = sweep_leg(Base(start, *size), Base(end, *size))
    yield from area(swept, "swept")
    yield line((start.centre, end.centre), "course")


INQUIRIES = inquiries(
    reach,
    charge_reach,
    move_cost,
    measures=(reach, charge_reach, move_cost),
    slow=(reach, charge_reach),
)
