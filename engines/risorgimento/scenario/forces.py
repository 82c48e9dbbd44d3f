"""[units.values] [commanders.levels] Orders of battle: formations, commanders, units.

    formations:
    - {id: beuret, name: Brigade Beuret, above: forey, commander: {id: general-beuret, name: Beuret,
       level: brigade, values: [15, 7, 2]}}
    units:
    - {id: 74e, name: 74e Ligne, formation: beuret, quality: french_line, strength: ["5", "5", "5"]}

A unit of several strengths is as many battalions: 74e-1, 74e-2, 74e-3.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from engines.core.data.schema import Bool, Int, ListOf, Number, Record, Source, Str, did_you_mean
from engines.core.data.yamlio import MapNode, Problems
from engines.core.scenario.fields import ID, NAME, PROVENANCE
from engines.risorgimento.field.ranges import multiplier
from engines.risorgimento.map.tablemap import NOTE
from engines.risorgimento.setup import Post
from engines.risorgimento.state import SIDES, UnitType
from engines.risorgimento.tables import number, rows

SIDE = Str(choices=SIDES)
LEVELS = ("cic", "corps", "division", "brigade")
"""[commanders.levels] From the top; a regiment commander takes the brigade's level."""
ARMIES = tuple(dict.fromkeys(row["army"] for row in rows("commanders").values()))
WEAPONS = (*rows("infantry_weapons"), *rows("guns"))
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
COMMANDER = Record(
    {"id": ID, "name": NAME, "level": Str(choices=LEVELS)},
    {"values": ListOf(Int(0, 1000), 3, 3), "guard": Bool(), "provenance": NOTE},
)
FORMATION = Record(
    {"id": ID, "name": NAME},
    {
        "above": ID.says("The formation it belongs to."),
        "side": SIDE,
        "army": Str(choices=ARMIES),
        "commander": COMMANDER.says("Who leads it."),
        "provenance": NOTE,
    },
)
UNIT = Record(
    {
        "id": ID,
        "name": NAME,
        "formation": ID,
        "quality": Str(choices=tuple(rows("quality"))).says("Its row in the table of qualities."),
        "strength": ListOf(Number(0.5, 40), 1, 10, single=True).says(
            "In SP; several are as many battalions, numbered."
        ),
    },
    {
        "weapon": Str(choices=WEAPONS).says("Where it is not that of its quality."),
        "weight": Str(choices=("medium", "heavy", "horse")),
        "vm": Int(1, 10).says("Its morale, where it is not that of its quality."),
        "vd": Int(1, 10),
        "provenance": NOTE,
    },
)
FORCES = Record(
    {"forces": ID, "formations": ListOf(FORMATION, 1), "units": ListOf(UNIT)},
    {"game": Str(choices=("risorgimento",)), "provenance": PROVENANCE},
)
INLINE_FORCES = Record(
    optional={"formations": ListOf(FORMATION, 0, 200), "units": ListOf(UNIT, 0, 500)}
)
"""An order of battle written out in a scenario."""
_CHIEF = {"allied": "french", "austrian": "austrian"}
"""The army of the commander in chief of a side that a case leaves without one."""
_EVERYWHERE = (500, 5, 0)
"""His radius, initiative and bonus: nobody on a case's table is out of command for want of one."""


@dataclass(slots=True)
class Army:
    """What the orders of battle of a scenario offer.

    `rows` are the formations as written, in any order; `sources` where each is written; `sound`
    whether all could be read.
    """

    types: dict[str, UnitType] = field(default_factory=dict)
    posts: dict[str, Post] = field(default_factory=dict)
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    units: list[tuple[dict[str, Any], Source]] = field(default_factory=list)
    sound: bool = True

    @property
    def formations(self) -> dict[str, tuple[str, ...]]:
        """The units directly in each formation."""
        found: dict[str, tuple[str, ...]] = dict.fromkeys(self.rows, ())
        for uid, kind in self.types.items():
            found[kind.brigade] = (*found[kind.brigade], uid)
        return found

    def above(self, formation: str) -> str:
        """Return the formation above one, "" for an army."""
        return str(self.rows[formation].get("above", ""))

    def chain(self, formation: str) -> list[str]:
        """Return a formation and all above it, nearest first; a ring of them is cut."""
        found: list[str] = []
        while formation and formation in self.rows and formation not in found:
            found.append(formation)
            formation = self.above(formation)
        return found

    def inherited(self, formation: str, key: str) -> str:
        """Return the side or army of a formation, its own or that of one above."""
        return next(
            (str(self.rows[f][key]) for f in self.chain(formation) if key in self.rows[f]), ""
        )

    def superior(self, formation: str) -> str:
        """[commanders.levels] Return the next commander present above a formation's own."""
        leaders = (self.rows[f].get("commander") for f in self.chain(formation)[1:])
        return next((leader["id"] for leader in leaders if leader), "")


def read_forces(node: MapNode, army: Army, problems: Problems) -> None:
    """Add one order of battle; what it means is settled when all are read."""
    before = len(problems)
    schema = FORCES if "forces" in node.entries else INLINE_FORCES
    doc = schema.read(node, problems, "the order of battle")
    if doc is None or len(problems) > before:
        army.sound = False
        return
    source = Source(node)
    for index, row in enumerate(doc.get("formations") or ()):
        at = Source(source.node(("formations", index)))
        if row["id"] in army.rows:
            problems.append(at.problem(("id",), f"formation {row['id']} is described twice"))
        army.rows[row["id"]], army.sources[row["id"]] = row, at
    for index, row in enumerate(doc.get("units") or ()):
        army.units.append((row, Source(source.node(("units", index)))))


def give_chiefs(army: Army, source: Source) -> None:
    """Give a case's side without commander in chief one; all its formations are his."""
    rows = army.rows
    for side in SIDES:
        has = any(
            (row.get("commander") or {}).get("level") == "cic"
            and army.inherited(uid, "side") == side
            for uid, row in rows.items()
        )
        if has:
            continue
        tops = [uid for uid in rows if not army.above(uid) and rows[uid].get("side") == side]
        chief = {"id": f"{side}-chief", "name": "Chief", "level": "cic", "values": _EVERYWHERE}
        own = {"id": side, "name": side.title(), "side": side, "army": _CHIEF[side]}
        rows.setdefault(side, own)["commander"] = chief
        army.sources.setdefault(side, source)
        for uid in tops:
            if uid != side:
                rows[uid] = {**rows[uid], "above": side}


def settle(army: Army, problems: Problems, *, whole: bool = True) -> None:
    """Make units and posts of all that was read, and check the chain of command.

    `whole`: each side must have a commander in chief, and each formation one above or be his.
    """
    before = len(problems)
    for uid in army.rows:
        _check_formation(army, uid, problems)
    if len(problems) == before:
        for uid, row in army.rows.items():
            if row.get("commander"):
                _add_post(army, uid, row["commander"], problems)
        for row, source in army.units:
            _add_units(army, row, source, problems)
        _tell_apart(army)
        # Where no order of battle could be read, its faults have been told already.
        if whole and army.sources:
            _check_chiefs(army, problems)
    army.sound = army.sound and len(problems) == before


def _tell_apart(army: Army) -> None:
    """Add whose they are to the names that several formations use, such as those of batteries."""
    borne = Counter(kind.name for kind in army.types.values())
    for uid, kind in army.types.items():
        if borne[kind.name] > 1:
            row = army.rows[kind.brigade]
            whose = row["commander"]["name"] if row.get("commander") else row["name"]
            army.types[uid] = replace(kind, name=f"{kind.name}, {whose}")


def _check_formation(army: Army, uid: str, problems: Problems) -> None:
    row, source = army.rows[uid], army.sources[uid]
    above = army.above(uid)
    if above and above not in army.rows:
        mend = did_you_mean(above, army.rows)
        problems.append(source.problem(("above",), f"there is no formation {above}", mend))
    elif army.above(army.chain(uid)[-1]):
        problems.append(source.problem(("above",), f"{uid} stands above itself"))
    elif not army.inherited(uid, "side"):
        problems.append(source.problem((), f"{uid} has no side", "add side to it or one above"))
    elif not army.inherited(uid, "army"):
        problems.append(source.problem((), f"{uid} has no army", f"army is {', '.join(ARMIES)}"))
    elif "side" in row and row["side"] != army.inherited(army.chain(uid)[-1], "side"):
        problems.append(source.problem(("side",), f"{uid} is under the command of the enemy"))


def _add_post(army: Army, formation: str, row: dict[str, Any], problems: Problems) -> None:
    source, superior = army.sources[formation], army.superior(formation)
    path = ("commander",)
    if row["id"] in army.posts:
        problems.append(source.problem(path, f"commander {row['id']} is described twice"))
    above = next(
        (
            r["commander"]
            for r in army.rows.values()
            if r.get("commander") and r["commander"]["id"] == superior
        ),
        None,
    )
    if above and LEVELS.index(above["level"]) >= LEVELS.index(row["level"]):
        message = (
            f"{row['name']} ({row['level']}) cannot be under {above['name']} ({above['level']})"
        )
        problems.append(source.problem((*path, "level"), message))
    values = row.get("values")
    army.posts[row["id"]] = Post(
        id=row["id"],
        name=row["name"],
        side=army.inherited(formation, "side"),
        army=army.inherited(formation, "army"),
        level=row["level"],
        superior=superior,
        formation=formation,
        values=(values[0], values[1], values[2]) if values else None,
        guard=row.get("guard", False),
    )


def _add_units(army: Army, row: dict[str, Any], source: Source, problems: Problems) -> None:
    formation = row["formation"]
    if formation not in army.rows:
        mend = did_you_mean(formation, army.rows)
        problems.append(source.problem(("formation",), f"there is no formation {formation}", mend))
        return
    kind = rows("quality")[row["quality"]]
    weapon = row.get("weapon", kind["weapon"])
    if (weapon in rows("guns")) != (kind["arm"] == "artillery"):
        problems.append(source.problem(("weapon",), f"{row['quality']} do not carry {weapon}"))
    several = len(row["strength"]) > 1
    for n, strength in enumerate(row["strength"]):
        uid = f"{row['id']}-{n + 1}" if several else row["id"]
        name = f"{_ROMAN[n]}/{row['name']}" if several else row["name"]
        if uid in army.types or uid in army.posts:
            problems.append(source.problem(("id",), f"unit {uid} is described twice", "rename one"))
            continue
        halves = round(strength * number("halves_a_point"))
        if abs(halves - strength * number("halves_a_point")) > 0:
            message = f"{strength:g} is no whole number of loss points"
            problems.append(source.problem(("strength",), message, "count in halves"))
        side = army.inherited(formation, "side")
        army.types[uid] = make_type(row, (uid, name), side, halves)


def make_type(row: dict[str, Any], called: tuple[str, str], side: str, halves: int) -> UnitType:
    """Build a UnitType from a sound row, its id and name, its side and half points.

    Its army is that of its quality: allies may serve in one formation.
    """
    kind = rows("quality")[row["quality"]]
    weapon = row.get("weapon", kind["weapon"])
    return UnitType(
        id=called[0],
        name=called[1],
        side=side,
        army=kind["army"],
        arm=kind["arm"],  # type: ignore[arg-type]  # the table holds arms
        weight=row.get("weight", kind["weight"]),
        brigade=row["formation"],
        quality=row["quality"],
        weapon=weapon,
        halves=halves,
        vm=row.get("vm", int(kind["vm"])),
        vd=row.get("vd", int(kind["vd"])),
        guard="guard" in kind["class"],
        grenadier="grenadiers" in kind["class"],
        multiplier=multiplier(weapon),
        provenance=row.get("provenance", "derived"),
    )


def _check_chiefs(army: Army, problems: Problems) -> None:
    """[commanders.levels] Each side has one commander in chief, over all its formations."""
    for side in SIDES:
        chiefs = [post for post in army.posts.values() if post.side == side and post.level == "cic"]
        if len(chiefs) != 1:
            where = (
                army.sources[chiefs[1].formation] if chiefs else next(iter(army.sources.values()))
            )
            message = f"the {side} side has {len(chiefs)} commanders in chief"
            problems.append(where.problem((), message, "give it one"))
    for uid in army.rows:
        top = army.rows[army.chain(uid)[-1]].get("commander")
        if not top or top["level"] != "cic":
            message = f"{uid} is under no commander in chief"
            problems.append(army.sources[uid].problem((), message, "add above"))
