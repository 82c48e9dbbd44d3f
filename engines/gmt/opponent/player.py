"""The computer player: one answer for each kind of question the game asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.think.script import Answer, Ranking, Scripted
from grognard.engines.core.think.terms import Term
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.gmt.attack.declared_attacks import attack_of
from grognard.engines.gmt.movement.movement import Routes
from grognard.engines.gmt.opponent import fights, orders, works
from grognard.engines.gmt.opponent.position_value import Judge, weights
from grognard.engines.gmt.opponent.worth import PACKAGE, TERMS

TRIED = 3
"""So many places are worth a trial."""
Pick = Callable[[Judge, list[Choice]], Choice]


def _plain(options: list[Choice], kind: str) -> Choice:
    """What needs no thought: finish set-up, decline what is not understood, else the first."""
    if "done" in options:
        return "done"
    preferred = PLAIN.get(kind)
    if preferred in options:
        return preferred
    return PASS if PASS in options else options[0]


PLAIN: Mapping[str, str] = {
    "form_square": "square",
    "barrage_am": "place",
    "orders_delay": "roll",
    "individual_orders": "roll",
    "orders_merge": "under",
    "command_drm": "apply",
    "pursuit": "pass",
    "leader_order": "second",
    "reserve_order": "first",
    "movement_type": "normal",
}


# -- moving ------------------------------------------------------------------------------------


def next_piece(judge: Judge, options: list[Choice]) -> Choice:
    """The next unit to move: those in front first, so that the others can close up; who waits for relief last."""
    named = [option for option in options if option != PASS]
    return min(named, key=lambda uid: _depth(judge, str(uid)), default=PASS)


def _depth(judge: Judge, uid: str) -> tuple[bool, int, str]:
    unit = judge.state.units[uid]
    return (_awaits_relief(judge, uid), judge.nearest_foe(unit.at)[0], uid)


def _awaits_relief(judge: Judge, uid: str) -> bool:
    """Whether a Disordered unit keeps the objective alone: it goes to rally once another has come in."""
    unit = judge.state.units[uid]
    return unit.disordered and unit.at == judge.goal and judge.own_count.get(unit.at, 0) == 1


def route(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Go to the best place in reach if it gains enough, facing the enemy."""
    uid = ask.subject[0]
    unit = judge.state.units[uid]
    routes = ask.choices
    reached = routes.reached() if isinstance(routes, Routes) else {}
    here = judge.place(unit, unit.at) if unit.at in judge.setup.map.grid else -99.0
    promise = fights.charge_promise(judge, uid)
    if promise > weights()["least_shock"]:
        here += weights()["charge_stays"] + weights()["charge_promise"] * promise
    best, where = here + weights()["gain_to_move"], ""
    for at in sorted(reached):
        value = judge.place(unit, at)
        if value > best:
            best, where = value, at
    if where:
        return _facing(judge, unit.id, reached[where], where, routes)
    if promise > weights()["least_shock"]:
        return PASS  # [9.81] the Charge was found in the facing it has
    return _turn(judge, unit.id, options)


def routes(judge: Judge, ask: Ask, options: list[Choice]) -> list[Choice]:
    """The best places in reach, and to stay."""
    unit, ways = judge.state.units[ask.subject[0]], ask.choices
    if not isinstance(ways, Routes):
        return []
    reached = ways.reached()
    best = sorted(reached, key=lambda at: (-judge.place(unit, at), at))[:TRIED]
    there = [_facing(judge, unit.id, reached[at], at, ways) for at in best]
    return [*there[:-1], _turn(judge, unit.id, options), *there[-1:]]


def _facing(judge: Judge, uid: str, path: list[str], at: str, routes: object) -> Choice:
    unit = judge.state.units[uid]
    wanted = judge.facing(at, unit)
    for facing in (wanted, *((wanted + n) % 6 for n in (1, 5, 2, 4, 3))):
        choice: Choice = {"route": path, "facing": facing}
        if isinstance(routes, Routes) and routes.why_not(choice) is None:
            return choice
    return {"route": path}


def _turn(judge: Judge, uid: str, options: list[Choice]) -> Choice:
    """Stay, but look at the enemy."""
    unit = judge.state.units[uid]
    wanted = judge.facing(unit.at, unit) if unit.at in judge.setup.map.grid else unit.facing
    near, _ = judge.nearest_foe(unit.at)
    turn: Choice = {"route": [], "facing": wanted}
    kind = judge.setup.types[uid]
    if (
        wanted != unit.facing
        and near <= weights()["at_hand"]
        and turn in options
        and not (unit.disordered and near > 1)
    ):
        return turn
    return turn if kind.is_artillery and turn in options and near <= kind.maximum_range else PASS


def far_goes_fast(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Extended Movement while the enemy is far away."""
    _, near = judge.body(ask.subject)
    return "extended" if "extended" in options and near > weights()["order_near"] else "normal"


def in_square(judge: Judge, ask: Ask, _options: list[Choice]) -> Choice:
    """[9.85.leave] Who holds what is fought for stays in Square while horse may charge: to form one anew may fail."""
    at, state = judge.state.units[ask.subject[0]].at, judge.state
    near = (foe for foe in judge.foe if judge.distance(at, foe) <= weights()["square_stays"])
    horse = any(
        judge.setup.types[uid].arm == "cavalry" and not state.units[uid].disordered
        for foe in near
        for uid in state.stacks[foe]
    )
    return "keep" if horse and judge.holds else "leave"


def by_place(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """The best place among hexes or poses: retreats, returns, advances."""
    unit = judge.state.units.get(ask.subject[0]) if ask.subject else None
    if unit is None:
        return options[0]

    def worth(option: Choice) -> float:
        at = option["at"] if isinstance(option, dict) and "at" in option else option
        if not isinstance(at, str) or at not in judge.setup.map.grid:
            return -50.0
        value = judge.place(unit, at)
        if isinstance(option, dict) and option.get("facing") == judge.facing(at, unit):
            value += weights()["looks_at_enemy"]
        return value

    return max(options, key=worth)


def facing(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Look at the enemy."""
    unit = judge.state.units[ask.subject[0]]
    wanted = judge.facing(unit.at, unit)
    for option in options:
        if option == wanted or (isinstance(option, dict) and option.get("facing") == wanted):
            return option
    return options[0]


# -- fighting ----------------------------------------------------------------------------------


def stand_or_go(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Give way before Shock when much weaker, never out of the objective."""
    unit = judge.state.units[ask.subject[0]] if ask.subject else None
    if unit is None or unit.at == judge.goal:
        return PASS if PASS in options else options[0]
    theirs = sum(judge.foe.get(h, 0.0) for h in judge.setup.map.grid.adjacent(unit.at))
    mine = judge.own.get(unit.at, 0.1)
    weak = theirs > weights()["give_way"] * mine or judge.setup.types[unit.id].is_artillery
    away = [option for option in options if option != PASS]
    if weak and away:
        return max(away, key=lambda option: _safety(judge, option))
    return PASS if PASS in options else options[0]


def _safety(judge: Judge, option: Choice) -> float:
    if not isinstance(option, dict):
        return 0.0
    at = option["route"][-1] if option.get("route") else option.get("at", "")
    near, _ = judge.nearest_foe(str(at))
    return min(near, weights()["at_hand"]) - weights()["stray"] * judge.distance(
        str(at), judge.goal
    )


def before_infantry(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """[7.39] Cavalry goes out of the way of infantry that is a match for it, and comes back in order."""
    unit = judge.state.units[ask.subject[0]]
    around = judge.setup.map.grid.adjacent(unit.at)
    theirs = sum(judge.foe.get(h, 0.0) for h in around)
    match = unit.disordered or theirs > weights()["horse_gives_way"] * judge.own.get(unit.at, 0.1)
    away = [option for option in options if isinstance(option, dict)]
    if unit.at == judge.goal or not match or not away:
        return PASS
    return max(away, key=lambda option: judge.place(unit, str(option["at"])))


def stack_order(judge: Judge, options: list[Choice]) -> Choice:
    """[6.24] The steadiest unit goes on top where the enemy is at hand."""
    best: float = weights()["least_reorder"]
    found: Choice = PASS
    for option in options:
        if not isinstance(option, dict) or not isinstance(option["order"], list):
            continue
        at, order = str(option["at"]), option["order"]
        if judge.nearest_foe(at)[0] > weights()["at_hand"]:
            continue
        gain = judge.steady(str(order[0])) - judge.steady(judge.state.stacks[at][0])
        if gain > best:
            best, found = gain, option
    return found


def counter_charge(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Counter-Charge with steady cavalry that is not hopelessly weak."""
    unit = judge.state.units[ask.subject[0]] if ask.subject else None
    steady = (
        unit is not None
        and not unit.disordered
        and judge.strength(unit) >= weights()["counter_charge"]
    )
    named = [option for option in options if option not in (PASS, "stand", "retreat")]
    if steady and named:
        return named[0]
    return "stand" if "stand" in options else PASS


def recall(judge: Judge, ask: Ask, _options: list[Choice]) -> Choice:
    """[9.82] A Charge that has gone wrong is called off, but not the last one at the objective: it is lost without it."""
    return PASS if judge.last_chance and judge.goal in ask.where[1:] else "recall"


def press_on(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Breakthrough and counter-shock when stronger than what stands in front, at the last chance in any case."""
    unit = judge.state.units[ask.subject[0]] if ask.subject else None
    word = next((option for option in options if option != PASS), PASS)
    if unit is None:
        return PASS if PASS in options else word
    named = words_of(word, "targets") if isinstance(word, dict) and "targets" in word else ()
    grid = judge.setup.map.grid
    front = grid.frontal(unit.at, unit.facing) if unit.at in grid else ()
    theirs = sum(judge.foe.get(h, 0.0) for h in named or front)
    good = theirs > 0 and judge.own.get(unit.at, 0.0) >= weights()["press_on"] * theirs
    good = good or (judge.last_chance and judge.goal in (named or front))
    return word if good or PASS not in options else PASS


def enter_first(judge: Judge, options: list[Choice]) -> Choice:
    """[9.71] Of several hexes that were cleared the objective, else the one nearest to it."""
    return min(options, key=lambda at: judge.distance(str(at), judge.goal))


def first_in(judge: Judge, options: list[Choice]) -> Choice:
    """[9.71.tie] Of stacks as steady as each other the strongest advances: it is to hold what it enters."""

    def strength(option: Choice) -> float:
        return judge.own.get(attack_of(judge.state, str(option)).at, 0.0)

    return max(options, key=strength)


def advance(judge: Judge, options: list[Choice]) -> Choice:
    """Follow into what was left: always into the objective, else unless it is a trap."""
    for option in options:
        if option == PASS:
            continue
        at = option
        if isinstance(option, str) and option.startswith("a") and option[1:].isdigit():
            at = attack_of(judge.state, option).targets[0]
        around = judge.setup.map.grid.adjacent(str(at)) if str(at) in judge.setup.map.grid else ()
        danger = sum(judge.foe.get(h, 0.0) for h in around)
        if at == judge.goal or danger <= weights()["trap"]:
            return option
    return PASS if PASS in options else options[0]


def rally(judge: Judge, options: list[Choice]) -> Choice:
    """Rally all, the strongest first."""
    named = [option for option in options if option != PASS]
    return max(named, key=lambda uid: judge.setup.types[str(uid)].shock, default=PASS)


# -- commanding --------------------------------------------------------------------------------


def activate(judge: Judge, options: list[Choice]) -> Choice:
    """[sch.activate] The command nearest to the objective, the strongest among equals."""
    commands = {c.id: c for c in judge.setup.commands}

    def worth(option: Choice) -> float:
        members = commands[str(option)].units
        here = [judge.state.units[u] for u in members]
        strength = sum(judge.strength(unit) for unit in here)
        near = min((judge.distance(unit.at, judge.goal) for unit in here), default=99)
        return strength / (6 + min(near, 30))

    named = [option for option in options if option != PASS]
    return max(named, key=worth, default=PASS)


def individual(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Individual Orders, or rather not."""
    return "roll" if "roll" in options and orders.individual(judge, ask.subject) else PASS


def _by_options(pick: Pick) -> Answer[Judge]:
    """An answer that hangs on the position and the options alone."""
    return lambda judge, _, options: pick(judge, options)


ANSWERS: Mapping[str, Answer[Judge]] = {
    "activate_command": _by_options(activate),
    "move_piece": _by_options(next_piece),
    "route": route,
    "movement_type": far_goes_fast,
    "reaction_retreat": before_infantry,
    "leave_square": in_square,
    "stack_order": _by_options(stack_order),
    "retreat_before_shock": stand_or_go,
    "cavalry_against_infantry": counter_charge,
    "counter_charge": counter_charge,
    "recall": recall,
    "retreat": by_place,
    "recovery_place": by_place,
    "destruction": _by_options(works.destroy),
    "destruction_exit": by_place,
    "advance_hex": _by_options(enter_first),
    "advance_tie": _by_options(first_in),
    "advance_optional": _by_options(advance),
    "advance_facing": facing,
    "reface": facing,
    "fire": _by_options(fights.best_fire),
    "counter_battery": _by_options(fights.best_fire),
    "reaction_fire": _by_options(fights.best_fire),
    "declare_shock": _by_options(fights.best_shock),
    "breakthrough": press_on,
    "counter_shock": press_on,
    "pursuit": press_on,
    "rally": _by_options(rally),
    "orders_assign": _by_options(orders.assign),
    "orders_murat": _by_options(orders.transmit),
    "kutuzov_army": _by_options(orders.army),
    "individual_orders": individual,
    "first_am": _by_options(orders.first_am),
    "reserve": _by_options(orders.reserve),
    "leader_move": _by_options(orders.ride),
}
"""What the player thinks about; everything else is answered by `_plain`."""
RANKINGS: Mapping[str, Ranking[Judge]] = {
    "route": routes,
    "declare_shock": lambda judge, _, options: fights.shocks(judge, options),
    "fire": lambda judge, _, options: fights.fires(judge, options),
}
"""What else it might do, for those who have time to try it."""


class Captain(Scripted[Judge]):
    """Keeps commands together, masses guns, uses reserves, holds or takes the objective.

    It looks at an imagined position, in which what it cannot know has been dealt anew.
    """

    called = text("captain")
    what = text(
        "Commands its army: keeps formations together, masses its guns, uses its reserves, fights for the objective."
    )
    looks = Judge
    answers: ClassVar[Mapping[str, Answer[Any]]] = ANSWERS
    ranked: ClassVar[Mapping[str, Ranking[Any]]] = RANKINGS

    def plain(self, ask: Ask, options: list[Choice]) -> Choice:
        """Return what needs no thought."""
        return _plain(options, ask.kind)


class Marshal(Thinker):
    """Plays the captain's proposals and others on in imagined games before it decides."""

    script = Captain
    terms: ClassVar[tuple[Term, ...]] = TERMS
    package = PACKAGE
    width, half_way, thrifty = 6, 0.1, True
    plain = frozenset({"move_piece", "stack_order", "rally"})

    def leaves(self, ask: Ask, choice: Choice) -> bool:
        """A unit that would stay where it is, or only turn about there."""
        goes = choice.get("route") if isinstance(choice, dict) else None
        return ask.kind == "route" and not goes
