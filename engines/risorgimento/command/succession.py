"""[commanders] [loss] Commanders' values, their casualties, and who takes their place."""

from __future__ import annotations

import shapely

from grognard.engines.core.board.tabletop import Base, Pose, distance
from grognard.engines.core.data.text import counted, text
from grognard.engines.risorgimento.army.posts import Post
from grognard.engines.risorgimento.army.units import REMOVED, TABLE
from grognard.engines.risorgimento.field.effects import change_commander, enemy_of
from grognard.engines.risorgimento.field.footprint import (
    base,
    commander_base,
    footprint,
    on_table,
    side_of,
)
from grognard.engines.risorgimento.field.names import FATES
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number, rows

BACK = ("light", "grave")
LOST = ("dead", "prisoner")
REPLACED = "replaced"


def roll_values(table: Board) -> None:
    """[commanders.setup] Every unnamed commander gets his values from table 1, a die for each pair."""
    for post in table.setup.posts.values():
        if post.values is None:
            radius, initiative, bonus = values_by_die(table, post)
            change_commander(table, post.id, radius=radius, initiative=initiative, bonus=bonus)


def values_by_die(table: Board, post: Post) -> tuple[int, int, int]:
    """[commanders.setup] Return radius, initiative and bonus; one roll for each value of two."""
    row = rows("commanders")[f"{post.army}_{_rank(post)}"]
    initiative = _either(table, post, "initiative", row)
    return table.setup.scale * int(row["radius"]), initiative, _either(table, post, "bonus", row)


def _rank(post: Post) -> str:
    return {"cic": "cic", "corps": "cc", "division": "cd", "brigade": "cb", "regiment": "cr"}[
        post.level
    ]


_RATED = {"initiative": text("Initiative of {name}"), "bonus": text("Bonus of {name}")}
"""What a commander has that a die decides."""


def _either(table: Board, post: Post, what: str, row: dict[str, str]) -> int:
    low, high = int(row[f"{what}_low"]), int(row[f"{what}_high"])
    if low == high:
        return low
    most = number("table1_low_most")
    roll = table.roll(
        seat=table.setup.seat_of(post.side),
        rule="commanders.setup",
        purpose=f"commander_{what}",
        subject=post.id,
        sides=number("die"),
        first=1,
        result=lambda total: str(low if total <= most else high),
        says=_RATED[what].fill(name=post.name),
    )
    return int(roll.result)


# -- casualties (loss.*) -----------------------------------------------------------------------


def attached_to(state: State, uid: str) -> str:
    """[commanders.attach] Return the commander attached to a unit, "" none."""
    found = (name for name, one in state.commanders.items() if one.attached == uid and not one.fate)
    return next(found, "")


def bonus(state: State, uid: str) -> int:
    """[dice.commander_bonus] Return the bonus of the commander attached to a unit."""
    name = attached_to(state, uid)
    return state.commanders[name].bonus if name else 0


def test_attached(table: Board, uid: str) -> None:
    """[loss.test] A unit took losses: its attached commander may be hit, once for each fire."""
    name = attached_to(table.state, uid)
    if not name:
        return
    post = table.setup.posts[name]
    hit = table.roll(
        seat=table.setup.seat_of(post.side),
        rule="loss.test",
        purpose="commander_hit",
        subject=name,
        sides=number("die"),
        first=1,
        says=text("{name} under fire", name=post.name),
        result=lambda total: "hit" if total <= number("hit_most") else "unharmed",
    )
    if hit.result == "hit":
        _wound(table, name)


def _wound(table: Board, name: str) -> None:
    """[loss.dead] [loss.grave] [loss.light] How badly he is hit, and for how many turns."""
    post = table.setup.posts[name]
    bands = [
        row for row in rows("commander_loss").values() if row["id"] in ("dead", "grave", "light")
    ]

    def read(total: int) -> str:
        return next(row["id"] for row in bands if int(row["least"]) <= total <= int(row["most"]))

    roll = table.roll(
        seat=table.setup.seat_of(post.side),
        rule="loss.test",
        purpose="commander_wound",
        subject=name,
        sides=number("die"),
        first=1,
        result=read,
        read_in=("commander_loss", "id"),
        says=text("{name} is hit", name=post.name),
    )
    put_out(table, name, roll.result)


def put_out(table: Board, name: str, fate: str) -> None:
    """[loss.dead] [I.2.commanders] Take a commander out of action; one lost for good scores.

    Where a wounded man fell is kept until he comes back (loss.grave, loss.light).
    """
    setup = table.setup
    post, commander = setup.posts[name], table.state.commanders[name]
    turns = int(rows("commander_loss")["dead" if fate in LOST else fate]["turns"])
    change_commander(
        table,
        name,
        fate=fate,
        out_until=table.state.turn + turns,
        attached="",
        place=REMOVED,
        pose=commander.pose if fate in BACK else None,
    )
    rule = {"light": "loss.light", "grave": "loss.grave"}.get(fate, "loss.dead")
    table.log(
        "loss",
        text("{name}: {fate}", name=post.name, fate=FATES[fate]),
        rule,
        seat=setup.seat_of(post.side),
    )
    if fate in LOST:
        enemy = enemy_of(post.side)
        points = table.state.points.get(enemy, 0) + commander.initiative
        table.update(points={**table.state.points, enemy: points})
        table.log(
            "note",
            counted(
                "{n} point for {name}",
                "{n} points for {name}",
                n=commander.initiative,
                name=post.name,
            ),
            "I.2.commanders",
            seat=setup.seat_of(enemy),
        )


def contacted(table: Board, name: str) -> None:
    """[loss.contacted] An unattached commander whose base the enemy touches is taken, or gets away."""
    setup = table.setup
    post = setup.posts[name]
    roll = table.roll(
        seat=setup.seat_of(post.side),
        rule="loss.contacted",
        purpose="commander_contacted",
        subject=name,
        sides=number("die"),
        first=1,
        result=lambda total: "taken" if total <= number("taken_most") else "escapes",
        says=text("{name} is ridden down", name=post.name),
    )
    if roll.result == "taken":
        put_out(table, name, "prisoner")
    else:
        change_commander(table, name, pose=_behind_nearest(setup, table.state, name))


def ride_down(table: Board, uid: str, swept: shapely.Geometry | None = None) -> None:
    """[loss.contacted] Unattached enemy commanders that the unit touches are taken or get away.

    `swept` is the ground it came over, its own place if nothing is said.
    """
    unit = table.state.units[uid]
    if not on_table(unit):
        return
    side = side_of(table.setup, uid)
    ground = base(table.setup, unit).polygon if swept is None else swept
    for name, commander in list(table.state.commanders.items()):
        own = commander_base(table.setup, commander)
        if own is None or commander.attached or commander.fate:
            continue
        if (
            table.setup.posts[name].side != side
            and float(shapely.distance(ground, own.polygon)) <= table.setup.eps
        ):
            contacted(table, name)


def _behind_nearest(setup: Setup, state: State, name: str) -> Pose | None:
    """[loss.contacted] The place behind the nearest friendly unit, touching its rear edge."""
    own, side = commander_base(setup, state.commanders[name]), setup.posts[name].side
    stands = [
        (distance(own, base(setup, unit)), uid)
        for uid, unit in state.units.items()
        if own is not None and on_table(unit) and setup.types[uid].side == side and not unit.routed
    ]
    return behind(setup, state, min(stands)[1]) if stands else None


def behind(setup: Setup, state: State, uid: str) -> Pose:
    """Return the pose of a commander whose front touches the rear of a unit."""
    stand = base(setup, state.units[uid])
    back = (stand.depth + footprint("commander", setup.scale)[1]) / 2
    pose = stand.pose.moved(back, stand.heading + 180.0)
    (x, y), (wide, deep) = pose.centre, setup.table.size
    # At the edge of the table he stands on the edge.
    return Pose.of(min(max(x, 0.0), wide), min(max(y, 0.0), deep), stand.heading)


# -- returns (loss.dead, loss.grave, loss.light) -----------------------------------------------


def returns(table: Board) -> None:
    """[loss.dead] [loss.grave] [loss.light] Phase A: who comes back, who is replaced, who is not."""
    for name, commander in list(table.state.commanders.items()):
        if (
            not commander.fate
            or commander.fate == REPLACED
            or table.state.turn <= commander.out_until
        ):
            continue
        post = table.setup.posts[name]
        if commander.fate in BACK:
            _come_back(table, post, "loss.grave" if commander.fate == "grave" else "loss.light")
        elif post.level == "brigade":
            _replace(table, post)
        else:
            change_commander(table, name, fate=REPLACED)
            words = text("{name}'s command passes to his superior.", name=post.name)
            table.log("note", words, "loss.dead")


def _replace(table: Board, post: Post) -> None:
    """[loss.dead] A new brigadier commands; the fallen one stays lost (I.3.d100)."""
    radius, initiative, gift = values_by_die(table, post)
    change_commander(table, post.id, radius=radius, initiative=initiative, bonus=gift)
    if _own(table, post):
        change_commander(table, post.id, fallen=table.state.commanders[post.id].fallen + 1)
        _come_back(table, post, "loss.dead")
    else:
        change_commander(table, post.id, fate=REPLACED)


def _own(table: Board, post: Post) -> list[str]:
    """The units of a commander on the table, in listed order."""
    under = units_under(table.setup, post.formation)
    return [uid for uid in under if on_table(table.state.units[uid])]


def _come_back(table: Board, post: Post, rule: str) -> None:
    """[loss.grave] [loss.light] He stands next to the unit of his command nearest to where he fell.

    Who finds nobody left stays off the table; wounded, he is not lost. A new brigadier stands by the
    first unit.
    """
    own = _own(table, post)
    if not own:
        change_commander(table, post.id, fate="", out_until=0, pose=None)
        return
    pose = behind(table.setup, table.state, _nearest(table, post.id, own))
    change_commander(table, post.id, fate="", out_until=0, place=TABLE, pose=pose)
    table.log("note", text("{name} takes command again.", name=post.name), rule)


def _nearest(table: Board, name: str, own: list[str]) -> str:
    """[loss.grave] Return the unit nearest to where a commander fell, the first of equals."""
    setup, state = table.setup, table.state
    fell = state.commanders[name].pose
    if fell is None:
        return own[0]
    spot = Base(fell, *footprint("commander", setup.scale))
    return min(own, key=lambda uid: distance(spot, base(setup, state.units[uid])))


def units_under(setup: Setup, formation: str) -> list[str]:
    """Return all units of a formation and of those under it, in listed order."""
    found = list(setup.formations.get(formation, ()))
    for below, above in setup.above.items():
        if above == formation:
            found += units_under(setup, below)
    return found
