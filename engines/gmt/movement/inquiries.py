"""[7] Named questions about movement: how far a unit comes, what a route costs."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.play.inquiries import Named, NoAnswer, inquiries
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.field.arguments import UNIT, AnyUnit, Hex, _off_map
from grognard.engines.gmt.movement.allowance import allowance as mp_allowance
from grognard.engines.gmt.movement.allowance import why_not_move, why_not_ordered
from grognard.engines.gmt.movement.entering import entry_hex
from grognard.engines.gmt.movement.extended import is_used
from grognard.engines.gmt.movement.movement import Routes, SquareRoutes, route_facts
from grognard.engines.gmt.orders.known_orders import as_known
from grognard.engines.gmt.orders.orders import NO_ORDERS, status
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import RESERVE, State, Unit
from grognard.engines.gmt.tables import number


def _never_moves(setup: Setup, state: State, seat: str | None, unit: Unit) -> str:
    """[7.41] A Reinforcement moves from the hex where it enters."""
    if unit.at != RESERVE:
        return _off_map(setup, state, seat, unit)
    enters = entry_hex(setup, state, unit.id)
    return "" if enters else "has no entry hex: its command enters nowhere"


Mover: TypeAlias = Annotated[Unit, Named("unit", UNIT.known, _never_moves)]


def why_not_stir(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[5.28.fail] [bor.1.reserve] [bor.3] What keeps a unit from any movement, acting now or later.

    `state` is the position as the one who asks knows it (`as_known`).
    """
    unit = state.units[uid]
    if uid in state.began:
        return why_not_move(setup, state, unit)
    group = setup.groups.get(setup.types[uid].group)
    if group is not None and group.rating is None and status(state, uid) == NO_ORDERS:
        words = text("The Guard acts only where Napoleon gave it Orders.")
        return Refusal("bor.3", words, (uid,))
    return why_not_ordered(setup, state, unit)


def reach(setup: Setup, state: State, seat: str | None, unit: Mover) -> Answer:
    """[7.31] The hexes where a unit may end its move, and what each costs at the cheapest.

    `refused` names the rule that keeps it from moving at all, if there is one.
    """
    known = as_known(setup, state, seat, unit.id)
    barred = why_not_stir(setup, known, unit.id)
    if barred is not None:
        return _still(barred, {"hexes": [], "costs": {}, "mp": 0})
    routes = (SquareRoutes if unit.square else Routes)(setup, known, unit.id)
    costs = {hex_id: routes.cost(route)[0] for hex_id, route in routes.reached().items()}
    rule = "9.85.move" if unit.square else routes.mp_rule
    words = counted(
        "{unit} has {mp} movement points and can reach {n} hex.",
        "{unit} has {mp} movement points and can reach {n} hexes.",
        unit=setup.types[unit.id].name,
        mp=routes.mp,
        n=len(costs),
    )
    hexes = sorted(costs)
    labels = tuple((hex_id, str(costs[hex_id])) for hex_id in hexes)
    return Answer(
        {"hexes": hexes, "costs": costs, "mp": routes.mp, "refused": None},
        (rule,),
        (words,),
        (Overlay("spaces", "legal", tuple(hexes)), Overlay("labels", "legal", labels=labels)),
    )


def _still(barred: Refusal, value: dict[str, object]) -> Answer:
    """Answer about the movement of a unit that may not move at all."""
    return Answer({**value, "refused": barred.rule}, (barred.rule,), (barred.message,))


def move_cost(
    setup: Setup, state: State, seat: str | None, unit: Mover, route: list[Hex]
) -> Answer:
    """[7.21] The MP of a route and the rules that made them; `refused` names what forbids it."""
    if not route:
        raise NoAnswer("route is empty: list the hexes entered, in order")
    known = as_known(setup, state, seat, unit.id)
    found = route_facts(setup, known, unit.id, route)
    barred = why_not_stir(setup, known, unit.id)
    if barred is not None:
        found["refused"] = barred.rule
    words = text(
        "{mp} movement points to {hex} ({rules})",
        mp=found["mp"],
        hex=setup.map.place(route[-1]),
        rules=all_of(found["rules"], "cited"),
    )
    start = () if unit.at == RESERVE else (setup.map.grid.centre(unit.at),)
    points = (*start, *(setup.map.grid.centre(hex_id) for hex_id in route))
    rules = (*found["rules"], *([found["refused"]] if found["refused"] else []))
    lines = [words]
    if found["refused"]:
        lines.append(text("Not allowed ({rule})", rule=found["refused"]))
    return Answer(found, tuple(rules), tuple(lines), (Overlay("line", "path", points=points),))


def allowance(setup: Setup, state: State, seat: str | None, unit: AnyUnit) -> Answer:
    """[7.11] [bor.8] The MP a unit may spend with the Orders it has, and the rule that sets them.

    Of the enemy's Orders only what is turned up counts (5.23).
    """
    kind = setup.types[unit.id]
    known = as_known(setup, state, seat, unit.id)
    barred = why_not_stir(setup, known, unit.id)
    if barred is not None:
        return _still(barred, {"mp": 0, "rule": barred.rule})
    mp, rule = mp_allowance(setup, known, unit)
    reckoned = _reckoned(kind.ma, mp, rule, left=unit.id in known.left_square)
    words = text(
        "{unit} may spend {mp} movement points: {sum}.", unit=kind.name, mp=mp, sum=reckoned
    )
    if setup.structure == "borodino" and not is_used(setup, kind.side):
        walks = text("This side may not use Extended Movement.")
        return Answer({"mp": mp, "rule": rule}, (rule, "bor.8"), (words, walks))
    return Answer({"mp": mp, "rule": rule}, (rule,), (words,))


WHY_OTHER = {
    "7.36.mark": text("for having fired"),
    "7.12": text("without Orders"),
    "7.13.effect": text("by Extended Movement"),
}
"""Why a unit has other than its printed MP, by the rule that says so."""


def _reckoned(printed: int, mp: int, rule: str, *, left: bool) -> Text:
    """Say how the MP of a unit come about: what is printed, then what changes it, each with its rule."""
    words = text("{n} printed", n=printed)
    square = number("leave_square_mp") * left
    change = mp + square - printed
    if change:
        why = WHY_OTHER[rule]
        words = text("{before}, {n} {why}", before=words, n=f"{change:+d}", why=why)
    if square:
        why = text("for leaving its Square")
        words = text(
            "{before}, {n} {why}",
            before=words,
            n=f"{-square:+d}",
            why=why,
        )
    return words


INQUIRIES = inquiries(reach, move_cost, allowance)
