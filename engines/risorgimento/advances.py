"""[G.4] Advance after combat: infantry a little, cavalry by its control, guns not at all."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from engines.core.asks import PASS, Ask, Choice, Choices, Procedure
from engines.core.explain import Modifier, Refusal
from engines.core.runs import Runs
from engines.core.tabletop import EPS, Pose, bearing
from engines.core.text import Text, text
from engines.risorgimento.allowance import allowance
from engines.risorgimento.effects import Board, change, disorder, name_of, penalties, remove, tell
from engines.risorgimento.footprint import base, enemies, everyone, friends, on_table
from engines.risorgimento.ground import course
from engines.risorgimento.melee_roll import Side
from engines.risorgimento.morale import reach_objectives
from engines.risorgimento.retreats import column_move, retire
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import LINE, Melee, State
from engines.risorgimento.succession import attached_to, bonus
from engines.risorgimento.tables import length, number, rows
from engines.risorgimento.villages import take_slot

FULL, FAN = 36000, 16


def advance(table: Board, melee: Melee, winner: Side) -> Procedure[None]:
    """[G.4.advance] The winning frontal unit must advance; supporters and guns do not."""
    setup: Setup = table.setup
    kind = setup.types[winner.unit]
    if kind.arm == "artillery":
        tell(table, text("{unit} stays.", unit=name_of(table, winner.unit)), "G.4.artillery", uid=winner.unit)
    elif kind.arm == "infantry":
        advance_infantry(table, winner)
        reach_objectives(table, winner.unit)
    else:
        yield from advance_cavalry(table, melee, winner)


def advance_infantry(table: Board, winner: Side) -> None:
    """[G.4.2.infantry] One cm straight ahead, or into the side of a village that was left."""
    setup: Setup = table.setup
    unit = table.state.units[winner.unit]
    left = vacated(setup, table.state, winner)
    if left is not None:
        take_slot(table, winner.unit, *left, "G.4.2.infantry")
        return
    if unit.pose is None or unit.sector:
        return
    run = straight(setup, table.state, winner.unit, unit.pose.heading, length("infantry_advance_cm"))
    if run > EPS:
        change(table, winner.unit, pose=unit.pose.moved(run, unit.pose.heading), stirred=True)
        tell(table, text("{unit} advances.", unit=name_of(table, winner.unit)), "G.4.2.infantry",
             "G.4.advance", uid=winner.unit, kind="move")  # fmt: skip


def vacated(setup: Setup, state: State, winner: Side) -> tuple[str, str] | None:
    """[G.4.2.infantry] Return the sector and place that a beaten defender has left, if it did."""
    from engines.risorgimento.sectors import SIDES, slot_pose, square, why_not_slot

    unit = state.units[winner.unit]
    if unit.pose is None or unit.sector:
        return None
    stand = base(setup, unit)
    for place in setup.table.sectors:
        if square(place).distance(stand.polygon) > EPS:
            continue
        for slot in SIDES:
            pose = slot_pose(place, slot)
            opposite = abs((pose.heading - stand.heading) % 360.0 - 180.0) <= 1.0
            if opposite and why_not_slot(setup, state, winner.unit, place.id, slot) is None:
                return place.id, slot
    return None


def straight(setup: Setup, state: State, uid: str, direction: float, most: float) -> float:
    """Return how far a unit can go in a direction: to the first base, the water or the edge."""
    unit = state.units[uid]
    if unit.pose is None:
        return 0.0
    stand = base(setup, unit)
    angle = np.radians([direction])
    runs = Runs(stand, angle, np.radians([stand.heading]), np.array([most]))
    others = everyone(setup, state, but=(uid,))
    met, _ = runs.meeting(others, margin=0.0)
    clear = min(most, float(met[0]))
    ground = course(setup, state, setup.types[uid], unit.formation, stand.centre,
                    unit.pose.moved(clear, direction).centre)  # fmt: skip
    return min(clear, ground.distance(most))


# -- cavalry (G.4.1) ---------------------------------------------------------------------------


def advance_cavalry(table: Board, melee: Melee, winner: Side) -> Procedure[None]:
    """[G.4.1.test] Below its discipline the cavalry is controlled, else it pursues."""
    if melee.kind == "second":
        return
    if controlled(table, winner):
        yield from ride_free(table, winner.unit)
    else:
        yield from pursue(table, winner)


def controlled(table: Board, winner: Side) -> bool:
    """[G.4.1.test] d10 with its modifiers, strictly below the discipline value."""
    setup: Setup = table.setup
    kind, foe = setup.types[winner.unit], setup.types[winner.enemy]
    listed = rows("discipline_cases")
    found = penalties(setup, table.state, winner.unit, "discipline_modifiers")
    names = ["advance_light"] if kind.weight == "light" else []
    names += ["advance_guard"] if foe.guard or foe.grenadier else []
    found += [Modifier(int(listed[n]["value"]), text(listed[n]["name"]), listed[n]["rule"]) for n in names]
    gift = bonus(table.state, winner.unit)
    if gift:
        leader = setup.posts[attached_to(table.state, winner.unit)].name
        found.append(Modifier(-gift, text("{name} attached", name=leader), "dice.commander_bonus"))
    roll = table.roll(
        seat=setup.seat_of(kind.side), rule="G.4.1.test", purpose="cavalry_advance",
        subject=winner.unit, sides=number("die"), first=1, modifiers=found, target=kind.vd - 1,
        result=lambda total: "controlled" if total < kind.vd else "pursuit",
        says=text("{unit}: advance (below {n})", unit=kind.name, n=kind.vd),
    )  # fmt: skip
    return roll.result == "controlled"


class Rides(Choices):
    """[G.4.1.controlled] {"heading": hundredths of a degree, "run": thousandths of cm} or "pass"."""

    finite = False

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup, self.state, self.uid = setup, state, uid
        self.most = allowance(setup.types[uid], LINE)

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for n in range(FAN):
            run = self.reach(FULL // FAN * n)
            if run > EPS:
                yield {"heading": FULL // FAN * n, "run": int(run * 1000)}

    def reach(self, heading: int) -> float:
        """Return how far it can ride in a direction, in cm."""
        return straight(self.setup, self.state, self.uid, heading / 100, self.most)

    def sample(self, rng: Random) -> Choice:
        return rng.choice(list(self))

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, dict) or set(choice) != {"heading", "run"}:
            return Refusal("", text("Name a heading and a distance."))
        heading, run = choice["heading"], choice["run"]
        if not isinstance(heading, int) or not isinstance(run, int) or run < 0 or not 0 <= heading < FULL:
            return Refusal("", text("A heading is 0 to 35999, a distance in thousandths of a cm."))
        if run / 1000 > self.most + EPS:
            return Refusal("G.4.1.controlled", text("It rides at most its line move."), (self.uid,))
        return None

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Stay")
        return text("Ride {n} cm at {degrees} degrees", n=choice["run"] // 1000,
                    degrees=choice["heading"] // 100)  # fmt: skip


def ride_free(table: Board, uid: str) -> Procedure[None]:
    """[G.4.1.controlled] Up to its line move wherever it likes, even onto another enemy."""
    setup: Setup = table.setup
    rides = Rides(setup, table.state, uid)
    choice = yield Ask(
        setup.seat_of(setup.types[uid].side), "advance",
        text("{unit} is under control: where does it ride?", unit=name_of(table, uid)),
        ("G.4.1.controlled",), rides, subject=(uid,),
    )  # fmt: skip
    if choice == PASS:
        return
    unit = table.state.units[uid]
    if unit.pose is None:
        return
    run = min(choice["run"] / 1000, rides.reach(choice["heading"]))
    yield from _ride(table, uid, choice["heading"] / 100, run, "G.4.1.controlled")


def pursue(table: Board, winner: Side) -> Procedure[None]:
    """[G.4.1.pursuit] Straight after the beaten unit, up to its line move; whoever is met is fought."""
    setup: Setup = table.setup
    unit, enemy = table.state.units[winner.unit], table.state.units[winner.enemy]
    if unit.pose is None:
        return
    tell(table, text("{unit} pursues.", unit=name_of(table, winner.unit)), "G.4.1.pursuit", uid=winner.unit)
    toward = unit.pose.heading
    if enemy.pose is not None:
        toward = bearing(unit.pose.centre, enemy.pose.centre)
    run = straight(setup, table.state, winner.unit, toward, allowance(setup.types[winner.unit], LINE))
    yield from _ride(table, winner.unit, toward, run, "G.4.1.pursuit")


def _ride(table: Board, uid: str, direction: float, run: float, rule: str) -> Procedure[None]:
    """Ride, heading along the line; a routed unit reached is removed, another enemy is fought."""
    setup: Setup = table.setup
    unit = table.state.units[uid]
    if unit.pose is None:
        return
    pose = Pose.of(*unit.pose.centre, direction).moved(run, direction)
    place = base(setup, unit).at(pose)
    own = friends(setup, table.state, uid)
    if len(own) and len(own.overlapping(place)):
        pose = unit.pose.moved(run, direction)
    change(table, uid, pose=pose, stirred=True)
    reach_objectives(table, uid)
    foes = enemies(setup, table.state, setup.types[uid].side)
    met = [foes.ids[i] for i in foes.within(base(setup, table.state.units[uid]), EPS).tolist()]
    fresh = [other for other in met if not table.state.units[other].routed]
    for other in met:
        if table.state.units[other].routed and on_table(table.state.units[other]):
            remove(table, other, "H.1.contacted")
    if fresh:
        yield from second_fight(table, uid, fresh[0], rule)


def second_fight(table: Board, uid: str, enemy: str, rule: str) -> Procedure[None]:
    """[G.4.1.second] One more fight; then the cavalry is Disordered, and goes back unless it won."""
    from engines.risorgimento.melee import struck, tired
    from engines.risorgimento.melee_roll import roll, sides_of

    state: State = table.state
    melee = Melee(uid, enemy, (), "second", ((uid, state.units[uid].halves), (enemy, state.units[enemy].halves)))
    one, other = sides_of(melee)
    table.log("phase", text("{unit} meets {enemy}.", unit=name_of(table, uid), enemy=name_of(table, enemy)),
              "G.4.1.second", rule, pieces=(uid, enemy))  # fmt: skip
    rolls = (roll(table, melee, one), roll(table, melee, other))
    tired(table, (one, other))
    lost = yield from struck(table, one, rolls[1])
    won = yield from struck(table, other, rolls[0])
    if won and on_table(table.state.units[enemy]) and not table.state.units[enemy].routed:
        from engines.risorgimento.melee import give_way

        yield from give_way(table, other)
    unit = table.state.units[uid]
    if on_table(unit) and not unit.routed:
        disorder(table, uid, "G.4.1.second")
        if lost or not won:
            retire(table, uid, column_move(table.setup, uid) / 2, "G.4.1.second")
