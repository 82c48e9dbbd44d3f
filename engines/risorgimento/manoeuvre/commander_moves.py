"""[commanders.move] [commanders.attach] Commanders ride freely, attach to units and leave them.

An order is {"do": [action, ...]} as for units; a commander's actions are {"detach": true} (first),
{"leg": [thousandths of cm, hundredths of degree off the heading]}, {"turn": hundredths of degree} and
{"attach": unit} (last).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf
from random import Random
from typing import Any

import shapely

from grognard.engines.core.board.tabletop import Base, Pose, bearing, touch, turn_between
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Action, Ask, Choice, Drill, Procedure
from grognard.engines.core.show.choices import actions_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.command.command import in_action, superior_of
from grognard.engines.risorgimento.command.succession import attached_to, units_under
from grognard.engines.risorgimento.field.effects import change_commander
from grognard.engines.risorgimento.field.footprint import (
    base,
    commander_base,
    enemies,
    footprint,
    on_table,
)
from grognard.engines.risorgimento.ground.allowance import WHOLE, movement, price_of
from grognard.engines.risorgimento.manoeuvre.drill import is_leg, is_turn, word
from grognard.engines.risorgimento.movement.move_under_way import on_board
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State

_VERBS = ("detach", "leg", "turn", "attach")
_TRIES = 4


def allowance_cm(setup: Setup) -> float:
    """[commanders.move] Return how far a commander may ride in a turn, in cm."""
    return movement("commander", "march_column", setup.scale)


def riders(setup: Setup, state: State, formation: str) -> tuple[str, ...]:
    """[commanders.move] Return who moves with a formation: its commanders and those above them.

    A higher commander moves with the first of his formations, once in the turn.
    """
    own = [post.id for post in setup.posts.values() if _leads(setup, post.formation, formation)]
    found: list[str] = []
    for name in own:
        above: str = name
        while above and above not in found:
            found.append(above)
            above = superior_of(setup, state, setup.posts[above])
    return tuple(
        name for name in found if in_action(state, name) and not state.commanders[name].moved
    )


def own_riders(setup: Setup, state: State, formation: str) -> tuple[str, ...]:
    """[commanders.move] Return those of its riders who command the formation, or a part of it."""
    return tuple(
        name
        for name in riders(setup, state, formation)
        if _within(setup, setup.posts[name].formation, formation)
    )


def _leads(setup: Setup, led: str, formation: str) -> bool:
    """Whether a commander's formation is this one, a part of it, or the whole it belongs to."""
    return _within(setup, led, formation) or _within(setup, formation, led)


def _within(setup: Setup, inner: str, outer: str) -> bool:
    here: str | None = inner
    while here:
        if here == outer:
            return True
        here = setup.above.get(here)
    return False


def why_not_attach(setup: Setup, state: State, name: str, uid: str, stand: Base) -> Refusal | None:
    """[commanders.attach] A commander attaches to a unit of his command that his base touches."""
    post = setup.posts[name]
    if uid not in state.units or uid not in units_under(setup, post.formation):
        return Refusal("commanders.attach", text("It is not of his command."), (uid,))
    if not on_table(state.units[uid]) or attached_to(state, uid) not in ("", name):
        return Refusal("commanders.attach", text("Another commander is with it."), (uid,))
    if not touch(stand, base(setup, state.units[uid])):
        return Refusal("commanders.attach", text("He does not touch it."), (uid,))
    return None


class Ride(Drill):
    """What a commander may be ordered to do, or "pass": his move is at its end."""

    def __init__(self, setup: Setup, state: State, name: str) -> None:
        self.setup, self.state, self.name = setup, state, name

    @property
    def measures(self) -> bool:
        """[scale.premeasure] Whether distances may be shown before they are committed to."""
        return self.setup.measuring

    def words(self, done: Sequence[Action]) -> Iterator[tuple[Action, Text, Refusal | None]]:
        """[commanders.attach] Leave the unit he is with, or join one of his command."""
        commander, post = self.state.commanders[self.name], self.setup.posts[self.name]
        found: list[Action] = []
        if commander.attached and not done:
            found.append({"detach": True})
        if not any("attach" in action for action in done):
            own = (
                uid
                for uid in units_under(self.setup, post.formation)
                if on_table(self.state.units[uid])
            )
            found += ({"attach": uid} for uid in own)
        for action in found:
            yield action, word(self.setup, action), self.why_not({"do": [*done, action]})

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        pose = self.state.commanders[self.name].pose
        if pose is not None:
            stand = Base(pose, *footprint("commander", self.setup.scale))
            for uid in units_under(self.setup, self.setup.posts[self.name].formation):
                if why_not_attach(self.setup, self.state, self.name, uid, stand) is None:
                    yield {"do": [{"attach": uid}]}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        actions = choice.get("do") if isinstance(choice, dict) and len(choice) == 1 else None
        if not isinstance(actions, list) or not actions:
            return Refusal(
                "commanders.move", text("List what he does, step by step."), (self.name,)
            )
        attached = self.state.commanders[self.name].attached
        for index, action in enumerate(actions):
            why = self._why_not(action, attached, last=index == len(actions) - 1)
            if why is not None:
                return why
            attached = "" if "detach" in action else attached
        return self._why_not_plan(actions) if self.setup.measuring else None

    def _why_not(self, action: Any, attached: str, *, last: bool) -> Refusal | None:
        where = (self.name,)
        if not isinstance(action, dict) or len(action) != 1 or not set(action) <= set(_VERBS):
            return Refusal("commanders.move", text("That is no order for a commander."), where)
        (verb, value), *_ = action.items()
        if verb == "detach":
            sound = value is True and bool(attached) and not self.state.account
            return (
                None
                if sound
                else Refusal("commanders.attach", text("He is attached to no unit."), where)
            )
        if attached:
            words = text("He is with a unit and moves with it.")
            return Refusal("commanders.attach", words, (self.name, attached))
        if verb == "attach":
            mine = units_under(self.setup, self.setup.posts[self.name].formation)
            return (
                None
                if last and value in mine
                else Refusal(
                    "commanders.attach",
                    text("He attaches to a unit of his command at the end of his move."),
                    where,
                )
            )
        sound = is_turn(value) if verb == "turn" else is_leg(self.setup, value)
        return (
            None
            if sound
            else Refusal("commanders.move", text("That is no order for a commander."), where)
        )

    def _why_not_plan(self, actions: list[Any]) -> Refusal | None:
        """[scale.premeasure] Try the ride out where the table measures."""
        pose, account = self.state.commanders[self.name].pose, self.state.account
        for action in actions:
            (verb, value), *_ = action.items()
            if pose is None:
                return None
            if verb == "attach":
                stand = Base(pose, *footprint("commander", self.setup.scale))
                return why_not_attach(self.setup, self.state, self.name, value, stand)
            if verb == "turn":
                pose = pose.turned(value / 100)
            if verb == "leg":
                run, rule, words, where = ride(
                    self.setup, self.state, self.name, pose, value, account
                )
                if rule:
                    return Refusal(rule, words, where)
                pose = pose.moved(run, (pose.heading + value[1] / 100) % 360.0)
                account += price_of(run / allowance_cm(self.setup))
        return None

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("End his move") if self.state.account else text("Stay")
        said = word(self.setup, actions_of(choice)[0])
        for action in actions_of(choice)[1:]:
            said = text("{first}, {then}", first=said, then=word(self.setup, action))
        return said

    def sample(self, rng: Random) -> Choice:
        for _ in range(_TRIES):
            choice = self._random(rng)
            if self.why_not(choice) is None:
                return choice
        return PASS

    def _random(self, rng: Random) -> Choice:
        """Ride to a unit of his command and attach to it, or stay with the one he is with."""
        commander = self.state.commanders[self.name]
        own = [
            uid
            for uid in units_under(self.setup, self.setup.posts[self.name].formation)
            if on_table(self.state.units[uid])
        ]
        if not own or commander.pose is None or self.state.account or rng.random() < 0.5:
            return PASS
        actions: list[dict[str, Any]] = [{"detach": True}] if commander.attached else []
        uid = rng.choice(own)
        to = base(self.setup, self.state.units[uid])
        spot = to.pose.moved(
            (to.depth + footprint("commander", self.setup.scale)[1]) / 2, to.heading + 180.0
        )
        gap = hypot(spot.x - commander.pose.x, spot.y - commander.pose.y)
        off = turn_between(commander.pose.heading, bearing(commander.pose.centre, spot.centre))
        run = min(round(gap), round(allowance_cm(self.setup) * 1000))
        if run > 0:
            actions.append({"leg": [run, round(off * 100)]})
        if run == round(gap) and rng.random() < 0.7:
            actions.append({"attach": uid})
        return {"do": actions} if actions else PASS


def ride(  # noqa: PLR0913 - who rides from where
    setup: Setup, state: State, name: str, pose: Pose, run: list[int], account: int
) -> tuple[float, str, Text, tuple[str, ...]]:
    """[commanders.move] Return how far a leg takes a commander, and what cuts it short: rule, words, where.

    Friends do not bar his way (E.7.commanders), enemies do; ground costs nothing, but water is
    crossed by bridges and fords.
    """
    asked, direction = run[0] / 1000, (pose.heading + run[1] / 100) % 360.0
    cuts: list[tuple[float, str, Text, tuple[str, ...]]] = []
    left = max(0, WHOLE - account) / WHOLE * allowance_cm(setup)
    if asked > left + setup.eps:
        cuts.append((left, "commanders.move", text("He can ride no farther."), (name,)))
    stand = Base(pose, *footprint("commander", setup.scale))
    foes = enemies(setup, state, setup.posts[name].side)
    if len(foes):
        passed = zip(*foes.passage(stand, direction), strict=True)
        enter = [inf if leave <= setup.eps else at for at, leave in passed]
        first = enter.index(min(enter))
        if enter[first] <= asked:
            words = text("{unit} is in his way.", unit=setup.types[foes.ids[first]].name)
            cuts.append(
                (
                    max(0.0, enter[first] - 4 * setup.eps),
                    "E.7.forbidden",
                    words,
                    (foes.ids[first],),
                )
            )
    wet = _water(setup, state, pose, asked, direction)
    if wet is not None:
        cuts.append((wet, "E.5.cost", text("Water is in his way."), ()))
    end = stand.at(pose.moved(asked, direction))
    if not on_board(setup, end):
        cuts.append(
            (
                _room(setup, stand, asked, direction),
                "geo.frame",
                text("The edge of the table is in the way."),
                (),
            )
        )
    if not cuts:
        return asked, "", text(""), ()
    return min(cuts, key=lambda cut: cut[0])


def _room(setup: Setup, stand: Base, asked: float, direction: float) -> float:
    low, high = 0.0, asked
    while high - low > setup.eps:
        mid = (low + high) / 2
        low, high = (
            (mid, high)
            if on_board(setup, stand.at(stand.pose.moved(mid, direction)))
            else (low, mid)
        )
    return low


def _water(setup: Setup, state: State, pose: Pose, asked: float, direction: float) -> float | None:
    """How far it is to water without a bridge or ford on the way, None if there is none."""
    line = shapely.LineString((pose.centre, pose.moved(asked, direction).centre))
    hit = [
        setup.table.patches[i]
        for i in setup.table.tree.query(line, predicate="intersects").tolist()
    ]
    water = shapely.union_all([patch.polygon for patch in hit if patch.terrain == "water"])
    if water.is_empty:
        return None
    dry = [
        p.polygon
        for p in hit
        if p.terrain in ("bridge", "ford") and state.features.get(p.id) != "destroyed"
    ]
    wet = shapely.intersection(line, shapely.difference(water, shapely.union_all(dry)))
    if wet.is_empty:
        return None
    return max(0.0, float(shapely.distance(shapely.Point(pose.centre), wet)) - 2 * setup.eps)


# -- carrying out ------------------------------------------------------------------------------


def ask_ride(table: Board, name: str) -> Procedure[None]:
    """[commanders.move] Ask for a commander's ride until it is at its end."""
    setup = table.setup
    while table.state.mover == name:
        post = setup.posts[name]
        choice = yield Ask(
            setup.seat_of(post.side),
            "manoeuvre",
            text("{name} rides: where to?", name=post.name),
            ("commanders.move", "commanders.attach"),
            Ride(setup, table.state, name),
            form="manoeuvre",
            resting=True,
            subject=(name,),
        )
        if (
            choice == PASS
            or not carry_out(table, name, actions_of(choice))
            or table.state.account >= WHOLE
        ):
            change_commander(table, name, moved=True)
            table.update(mover="", account=0, trail=(), acted=(*table.state.acted, name))


def carry_out(table: Board, name: str, actions: list[Any]) -> bool:
    """[commanders.move] Carry out a commander's order; return whether he may be given another."""
    setup = table.setup
    seat = setup.seat_of(setup.posts[name].side)
    for action in actions:
        (verb, value), *_ = action.items()
        pose = table.state.commanders[name].pose
        if pose is None:
            return False
        if verb == "detach":
            change_commander(table, name, attached="")
            table.log(
                "move",
                text("{name} leaves his unit.", name=setup.posts[name].name),
                "commanders.attach",
                seat=seat,
            )
        elif verb == "turn":
            change_commander(table, name, pose=pose.turned(value / 100))
        elif verb == "attach":
            _attach(table, name, value)
            return False
        elif not _leg(table, name, pose, value):
            return False
    return True


def _leg(table: Board, name: str, pose: Pose, run: list[int]) -> bool:
    setup = table.setup
    rode, rule, words, where = ride(setup, table.state, name, pose, run, table.state.account)
    change_commander(table, name, pose=pose.moved(rode, (pose.heading + run[1] / 100) % 360.0))
    account = min(WHOLE, table.state.account + price_of(rode / allowance_cm(setup)))
    table.update(account=account, trail=(*table.state.trail, pose))
    table.log(
        "move",
        text("{name} rides.", name=setup.posts[name].name),
        "commanders.move",
        "E.7.commanders",
        seat=setup.seat_of(setup.posts[name].side),
    )
    if rule:
        table.shortfall(
            rule, ",".join(where), text("{name}: {why}", name=setup.posts[name].name, why=words)
        )
    return not rule


def _attach(table: Board, name: str, uid: str) -> None:
    """[commanders.attach] Touch and declare."""
    setup = table.setup
    stand = commander_base(table.setup, table.state.commanders[name])
    why = why_not_attach(setup, table.state, name, uid, stand) if stand is not None else None
    if stand is None or why is not None:
        table.shortfall("commanders.attach", uid, why.message if why else text("He is gone."))
        return
    change_commander(table, name, attached=uid)
    words = text("{name} joins {unit}.", name=setup.posts[name].name, unit=setup.types[uid].name)
    table.log(
        "move",
        words,
        "commanders.attach",
        "geo.touch",
        seat=setup.seat_of(setup.posts[name].side),
        pieces=(uid,),
    )
