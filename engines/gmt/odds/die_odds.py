"""[2.3] The chances of the single dice that a choice leads to, cast by the very rules that will cast them."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from grognard.engines.core.data.text import Text, all_of, percent, text
from grognard.engines.core.play.firstdie import Plays, die_odds, reason_of
from grognard.engines.core.play.inquiries import Named, NoAnswer, inquiries
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.choices import fields_of, words_of
from grognard.engines.core.show.explain import Modifier
from grognard.engines.core.show.views import Answer
from grognard.engines.gmt.activation.activation import take_route
from grognard.engines.gmt.activation.individual_orders import roll_orders
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.charge.charge import obeys
from grognard.engines.gmt.charge.countercharge import (
    counter_sources,
    meet,
    try_square,
    why_not_square,
)
from grognard.engines.gmt.field.arguments import HEX, PLACED, AnyUnit, Hex, Placed, Side
from grognard.engines.gmt.field.position import enemy_of, side_at
from grognard.engines.gmt.field.rollwords import RESULTS
from grognard.engines.gmt.fire.fire import fire_chances
from grognard.engines.gmt.fire.gunnery import entry_options, fire_modifiers, lead_gun
from grognard.engines.gmt.morale.morale import try_rally, why_not_rally
from grognard.engines.gmt.movement.movement import Routes
from grognard.engines.gmt.odds.enemy_answers import scratch
from grognard.engines.gmt.odds.shock_odds import fight_rows, result_chances
from grognard.engines.gmt.orders.ordering import roll_delay
from grognard.engines.gmt.orders.strain import after_move
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shock import advance
from grognard.engines.gmt.shock.commitment import (
    command_modifier,
    commitment_modifiers,
    roll_commitment,
)
from grognard.engines.gmt.shock.retreat_before import Routes as Retreats
from grognard.engines.gmt.shock.retreat_before import go
from grognard.engines.gmt.shock.shock_modifiers import shock_modifiers, terrain_choices
from grognard.engines.gmt.state import Attack, State

NOTHING = Answer({}, ())
Command: TypeAlias = Annotated[
    str, Named("command", lambda _setup, state, _seat: {m.id: m.id for m in state.day.markers})
]
Declared: TypeAlias = Annotated[
    Attack, Named("attack", lambda _setup, state, _seat: {a.id: a for a in state.battle.attacks})
]


def _die(setup: Setup, state: State, play: Plays[Setup, State], *rules: str) -> Answer:
    return die_odds(setup, state, play, RESULTS, rules)


# -- Orders and Rally --------------------------------------------------------------------------


def rally_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[10.1] The chance that a Disordered unit rallies."""
    if choice == PASS:
        return NOTHING
    unit = PLACED(setup, state, seat, choice)
    why = why_not_rally(setup, state, unit.id)
    if why is not None:
        return Answer({"refused": why.rule}, (why.rule,), (why.message,))
    return _die(setup, state, lambda table: try_rally(table, unit.id), "10.1")


def individual_orders_odds(
    setup: Setup, state: State, seat: str | None, command: Command, choice: Any = None
) -> Answer:
    """[5.28.attempt] The chance that an Orders Command without Orders acts in this activation."""
    marker = next(m for m in state.day.markers if m.id == command)
    group = setup.groups[setup.types[marker.units[0]].group]
    if choice == PASS or marker.side != setup.side_of(seat):
        return NOTHING
    return _die(setup, state, lambda table: roll_orders(table, group, marker), "5.28.success")


def orders_delay_odds(
    setup: Setup, state: State, seat: str | None, side: Side, choice: Any = None
) -> Answer:
    """[5.29] The chance that new Orders may be given."""
    if choice == "keep" or not state.leaders:
        return NOTHING
    return _die(setup, state, lambda table: roll_delay(table, side))


def reserve_odds(
    setup: Setup, state: State, seat: str | None, unit: AnyUnit, choice: Any = None
) -> Answer:
    """[5.54] The chance that a unit stays in order as it moves in a Reserve Activation."""
    way = fields_of(choice).get("route")
    if not state.reserve_activation or not way:
        return NOTHING
    routes = Routes(setup, state, unit.id)
    if routes.why_not(choice) is not None:
        return NOTHING

    def play(table: Board) -> None:
        take_route(table, routes, words_of(choice, "route"), None)
        after_move(table, unit.id)

    return _die(setup, state, play)


# -- before a Shock ----------------------------------------------------------------------------


def commitment_odds(
    setup: Setup, state: State, seat: str | None, attack: Declared, choice: Any = None
) -> Answer:
    """[9.41] [9.42.command] The chance that a stack commits itself, with the Command Rating."""
    top = book.present(setup, state, attack)
    help_ = command_modifier(setup, state, attack)
    if choice == PASS or not top or attack.status != "declared":
        return NOTHING
    modifiers = [*([help_] if help_ else []), *commitment_modifiers(setup, state, attack)]
    return _die(setup, state, lambda table: roll_commitment(table, top[0], modifiers))


def square_odds(
    setup: Setup, state: State, seat: str | None, at: Hex, choice: Any = None
) -> Answer:
    """[9.85] The chance that a stack that is charged forms Square; failed, it is Disordered."""
    if choice == PASS or why_not_square(setup, state, at) is not None:
        return NOTHING
    return _die(setup, state, lambda table: try_square(table, at))


def counter_charge_odds(
    setup: Setup, state: State, seat: str | None, at: Hex, choice: Any
) -> Answer:
    """[9.86] The chance that the cavalry of a hex meets a charger."""
    if choice not in counter_sources(setup, state, at):
        return NOTHING
    return _die(setup, state, lambda table: meet(table, at, choice))


def recall_odds(
    setup: Setup, state: State, seat: str | None, unit: Placed, choice: Any = None
) -> Answer:
    """[9.82] The chance that a charger obeys the Recall."""
    if choice == PASS:
        return NOTHING
    return _die(setup, state, lambda table: obeys(table, unit.id))


def retreat_odds(setup: Setup, state: State, seat: str | None, unit: Placed, choice: Any) -> Answer:
    """[9.31.roll] The chance that a unit that avoids a Charge stays in order."""
    if choice == PASS or Retreats(setup, state, unit.id).why_not(choice) is not None:
        return NOTHING
    return _die(setup, state, lambda table: go(table, unit.id, choice, "9.31"), "9.31.roll")


# -- Shocks that are fought at once ------------------------------------------------------------


def shock_again_odds(
    setup: Setup, state: State, seat: str | None, units: list[Placed], choice: Any
) -> Answer:
    """[9.73] [9.61] The chances of a second Shock, which needs no Commitment; Reaction Fire is left out."""
    acting = tuple(unit.id for unit in units)
    if choice == PASS or not acting or len({unit.at for unit in units}) != 1:
        return NOTHING
    table = scratch(setup, state)
    at = fields_of(choice).get("at", units[0].at)
    if at != units[0].at:
        acting = advance.enter(table, acting, HEX(setup, state, seat, at), "9.73.counter")
    targets = advance.in_front(table, acting) if acting else ()
    if not targets:
        return NOTHING
    side = setup.types[acting[0]].side
    attack = advance.declare_again(table, side, acting, targets, "breakthrough")
    return _shock(setup, list(fight_rows(table, (attack.id,))), "9.73")


def terrain_odds(  # noqa: PLR0913 - what the question is about
    setup: Setup,
    state: State,
    seat: str | None,
    attacks: list[Declared],
    at: Hex,
    choice: Any,
) -> Answer:
    """[9.53] The chances of a Shock with the terrain of one of the hexes it comes from."""
    if not attacks or any(at not in attack.targets for attack in attacks):
        raise NoAnswer("attacks must be those on the hex")
    if choice not in terrain_choices(setup, state, attacks, at):
        return NOTHING
    targets = [t for t in book.target_hexes(attacks) if side_at(setup, state, t) is not None]
    modifiers = shock_modifiers(setup, state, attacks, at, targets, choice)
    row = {"target": at, "modifiers": modifiers, "results": result_chances(modifiers)}
    return _shock(setup, [row], "9.53")


def _shock(setup: Setup, rows: Sequence[dict[str, Any]], rule: str) -> Answer:
    """[9.61] Tell what a Shock comes to: of one hex as shares, of several a line for each."""
    rules = dict.fromkeys((rule, "9.61"))
    lines: list[Text] = []
    for row in rows:
        lines.append(text("Against {hex}:", hex=setup.map.place(row["target"])))
        lines += [reason_of(modifier) for modifier in row["modifiers"]]
        rules |= dict.fromkeys(modifier.rule for modifier in row["modifiers"])
    value = {"exact": True, "rows": [_plain(row) for row in rows]}
    alone = rows[0]["results"].items() if len(rows) == 1 else ()
    shares = tuple((RESULTS[name], float(chance)) for name, chance in alone)
    gist = () if shares else tuple(_ends(setup, row) for row in rows)
    return Answer(value, tuple(rules), tuple(lines), shares=shares, gist=gist)


def _ends(setup: Setup, row: dict[str, Any]) -> Text:
    results = all_of(
        text("{chance} {name}", chance=percent(chance), name=RESULTS[name])
        for name, chance in row["results"].items()
    )
    return text("{hex}: {results}", hex=setup.map.place(row["target"]), results=results)


def _plain(row: dict[str, Any]) -> dict[str, object]:
    return {
        "target": row["target"],
        "modifiers": _listed(row["modifiers"]),
        "results": {name: str(chance) for name, chance in row["results"].items()},
    }


def _listed(modifiers: Sequence[Modifier]) -> list[dict[str, object]]:
    return [{"value": m.value, "rule": m.rule, "reason": str(m.reason)} for m in modifiers]


# -- fire through a corner ---------------------------------------------------------------------


def hexside_odds(  # noqa: PLR0913 - what the question is about
    setup: Setup, state: State, seat: str | None, by: list[Placed], at: Hex, choice: Any
) -> Answer:
    """[tec.fire] The chances of a fire that arrives by one of two hexsides."""
    guns = tuple(unit.id for unit in by)
    if not guns or not all(setup.types[uid].is_artillery for uid in guns):
        raise NoAnswer("by must list guns")
    if side_at(setup, state, at) != enemy_of(setup.types[guns[0]].side):
        raise NoAnswer(f"at must be a hex with enemies; none is in {at}")
    if choice not in entry_options(setup, state.units[lead_gun(setup, guns)].at, at):
        return NOTHING
    modifiers = fire_modifiers(setup, state, guns, at, choice)
    total = sum(modifier.value for modifier in modifiers)
    chances = fire_chances(setup, state, guns, at, total)
    value: dict[str, object] = {
        "exact": True,
        "odds": {choice: {name: str(chance) for name, chance in chances.items()}},
        "modifiers": _listed(modifiers),
    }
    shares = tuple((RESULTS[name], float(chance)) for name, chance in chances.items())
    rules = dict.fromkeys(("8.5", "tec.fire", *(modifier.rule for modifier in modifiers)))
    return Answer(value, tuple(rules), tuple(map(reason_of, modifiers)), shares=shares)


INQUIRIES = inquiries(
    rally_odds,
    individual_orders_odds,
    orders_delay_odds,
    reserve_odds,
    commitment_odds,
    square_odds,
    counter_charge_odds,
    recall_odds,
    retreat_odds,
    shock_again_odds,
    terrain_odds,
    hexside_odds,
)
