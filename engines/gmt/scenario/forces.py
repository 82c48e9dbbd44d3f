"""[2.2] Orders of battle: the counters of both armies, read from files or from a scenario."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from engines.core.data.yamlio import MapNode, Problems
from engines.core.scenario.fields import ID, NAME, PROVENANCE
from engines.core.scenario.forces import Fault, Roll, Row
from engines.gmt.setup import Group
from engines.gmt.state import UnitType

SIDES = ("french", "russian")
SIDE = Str(choices=SIDES)
CLASSES = {
    "infantry": ("line", "light", "guard", "grenadier", "jaeger", "militia"),
    "cavalry": ("heavy", "light", "cossack"),
    "artillery": ("foot", "horse"),
}
NEEDED = {
    "infantry": ("shock",),
    "cavalry": ("shock",),
    "artillery": ("effective_range", "maximum_range", "fire"),
}
VALUES = Record(
    required={
        "cohesion": Int(0, 20),
        "disordered_cohesion": Int(0, 20),
        "ma": Int(0, 40).says("Movement allowance."),
    },
    optional={
        "defensive_fire": Int(-9, 9),
        "shock": Int(0, 99),
        "effective_range": Int(0, 30).says("In hexes."),
        "maximum_range": Int(0, 30).says("In hexes."),
        "fire": Int(0, 99),
    },
)
_UNIT: dict[str, Schema] = {
    "id": ID,
    "name": NAME,
    "kind": Str(choices=tuple(CLASSES)).says("Its arm."),
    "class": Str(
        choices=tuple(dict.fromkeys(name for row in CLASSES.values() for name in row))
    ).says("Which of its arm."),
    "values": VALUES.says(
        "The numbers on the counter; infantry and cavalry have shock, guns their ranges and fire."
    ),
}
_UNIT_MORE: dict[str, Schema] = {
    "division": NAME,
    "brigade": NAME,
    "formation": Str(max_length=400).says("What it stands for."),
    "men": Int(0, 100_000).says("Of how many it stands for."),
    "guns": Int(0, 1000).says("Of how many it stands for."),
    "one_sided": Bool(),
    "provenance": Str(max_length=400).says("What of it is known, what derived."),
}
UNIT = Record({**_UNIT, "group": ID}, _UNIT_MORE)
INLINE_UNIT = Record({**_UNIT, "side": SIDE}, {**_UNIT_MORE, "group": ID})
_PART = Record({"id": ID, "name": NAME, "units": ListOf(ID, 1, 100)})
MARKER = Record(
    {
        "leader": NAME,
        "rating": Str(max_length=3).says(
            "The Individual Orders Rating; what is no number means Orders only from above."
        ),
    },
    {"free_orders": Int(0, 9), "commands": ListOf(_PART, 0, 20)},
)
"""[2.2.am] The AM of a group; a rating that is no number means Orders only from above (bor.3)."""
FORCES = Record(
    required={"forces": ID, "side": SIDE, "units": ListOf(Anything(UNIT))},
    optional={
        "game": Str(choices=("gmt",)),
        "provenance": PROVENANCE,
        "groups": ListOf(
            Record(
                {"id": ID, "name": NAME},
                {
                    "army": ID.says("The army it is of."),
                    "am": MARKER.says("Its activation marker."),
                    "colour": Str(),
                    "attached": ListOf(ID),
                },
            )
        ),
        "leaders": ListOf(
            Record(
                {"id": ID, "name": NAME},
                {
                    "rank": Str(choices=("commander", "wing")),
                    "orders": OneOf(Str(), MapOf(ID, Str())),
                    "orders_range": Str(),
                    "command_drm": Int(-9, 9),
                    "delay": Str(),
                    "ma": Str(),
                    "initiative": Str(),
                    "provenance": Str(),
                },
            )
        ),
    },
)


@dataclass(slots=True)
class Army(Roll[UnitType]):
    """Everything the orders of battle of a scenario offer; `inline` are the units written into it."""

    what = "unit"
    group_names: dict[str, str] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    leaders: dict[str, dict[str, str]] = field(default_factory=dict)
    inline: list[str] = field(default_factory=list)

    def check(self, row: Row, fault: Fault) -> None:
        """[2.2] A unit's class belongs to its arm, and its arm has the values it needs."""
        kind, values = row["kind"], row["values"]
        if row["class"] not in CLASSES[kind]:
            mend = f"{kind} is {', '.join(CLASSES[kind])}"
            message = f"class {row['class']} is no class of {kind}"
            fault(("class",), message, mend)
        for name in NEEDED[kind]:
            if name not in values:
                message = f"values of {kind} lack {name}"
                fault(("values",), message, f"add {name}")
        if values.get("effective_range", 0) > values.get("maximum_range", 99):
            message = "effective_range is longer than maximum_range"
            fault(("values", "effective_range"), message)
        group = row.get("group")
        if "side" not in row and group not in self.group_names:
            mend = did_you_mean(str(group), self.group_names) or "add it to groups"
            fault(("group",), f"unknown group {group}", mend)

    def make(self, row: Row, side: str) -> UnitType:
        return UnitType(
            id=row["id"],
            name=row["name"],
            side=side,
            arm=row["kind"],
            weight=row["class"],
            group=row.get("group", side),
            division=row.get("division", ""),
            brigade=row.get("brigade", ""),
            formation=row.get("formation", ""),
            men=row.get("men", 0),
            guns=row.get("guns", 0),
            one_sided=row.get("one_sided", False),
            provenance=row.get("provenance", "derived"),
            **row["values"],
        )


def read_forces(node: MapNode, army: Army, problems: Problems) -> None:
    """Add one order of battle to the army, with every fault of it noted."""
    doc = FORCES.read(node, problems, "the order of battle")
    if doc is None:
        return
    for group in _sound(doc.get("groups")):
        army.group_names[group["id"]] = group["name"]
        army.groups[group["id"]] = _group(group, doc.get("side") or "")
    for leader in _sound(doc.get("leaders")):
        army.leaders[leader["id"]] = _leader(leader, doc.get("side") or "")
    source = Source(node)
    for index, _ in enumerate(doc.get("units") or ()):
        unit_node = source.node(("units", index))
        army.read(unit_node, UNIT, doc.get("side") or "", problems)


def _group(row: dict[str, Any], side: str) -> Group:
    """[5.11] An Activation Group with what its AM says."""
    marker = row.get("am") or {}
    rating = marker.get("rating") or ""
    parts = tuple(
        (part["id"], part["name"], tuple(uid for uid in part["units"] if uid))
        for part in _sound(marker.get("commands"))
        if part.get("id") and part.get("name") and part.get("units")
    )
    return Group(
        row["id"],
        row["name"],
        side,
        row.get("army") or "",
        marker.get("leader") or "",
        int(rating) if rating.isdigit() else None,
        marker.get("free_orders") or 0,
        parts,
        tuple(uid for uid in row.get("attached") or () if uid),
    )


def read_inline_unit(node: MapNode, army: Army, problems: Problems) -> None:
    """Add one unit that a scenario describes itself."""
    uid = army.read(node, INLINE_UNIT, "", problems)
    if uid:
        army.inline.append(uid)


def _sound(rows: Any) -> list[dict[str, Any]]:
    """The rows of a list in which an id and a name could be read."""
    return [row for row in rows or () if row and row.get("id") and row.get("name")]


def _leader(leader: dict[str, Any], side: str) -> dict[str, str]:
    """A leader's printed values as flat text: {"orders.first": "3", ...}."""
    flat = {"side": side}
    for key, value in leader.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{part}": str(text) for part, text in value.items()})
        else:
            flat[key] = str(value)
    return flat
