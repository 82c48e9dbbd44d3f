"""[2.2] Orders of battle: the counters of both armies, read from files or from a scenario."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.engines.core.data.schema import (
    Bool,
    Int,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Schema,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.scenario.fields import ID, NAME, Fields, sound
from grognard.engines.core.scenario.forces import (
    STANDS_FOR,
    Fault,
    Roll,
    Row,
    classed,
    force_file,
    made,
)
from grognard.engines.gmt.setup import Group
from grognard.engines.gmt.state import UnitType

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
        **dict.fromkeys(("cohesion", "disordered_cohesion"), Int(0, 20)),
        "ma": Int(0, 40).says(text("Movement allowance.")),
    },
    optional={
        "defensive_fire": Int(-9, 9),
        "shock": Int(0, 99),
        **dict.fromkeys(("effective_range", "maximum_range"), Int(0, 30).says(text("In hexes."))),
        "fire": Int(0, 99),
    },
)
_UNIT: dict[str, Schema] = {
    "id": ID,
    "name": NAME,
    **classed("kind", CLASSES),
    "values": VALUES.says(
        text(
            "The numbers on the counter; infantry and cavalry have shock, guns their ranges and fire."
        )
    ),
}
_UNIT_MORE: dict[str, Schema] = {
    "division": NAME,
    "brigade": NAME,
    "one_sided": Bool(),
    **STANDS_FOR,
}
UNIT = Record({**_UNIT, "group": ID}, _UNIT_MORE)
INLINE_UNIT = Record({**_UNIT, "side": SIDE}, {**_UNIT_MORE, "group": ID})
_PART = Record({"id": ID, "name": NAME, "units": ListOf(ID, 1, 100)})
MARKER = Record(
    {
        "leader": NAME,
        "rating": Str(max_length=3).says(
            text("The Individual Orders Rating; what is no number means Orders only from above.")
        ),
    },
    {"free_orders": Int(0, 9), "commands": ListOf(_PART, 0, 20)},
)
"""[2.2.am] The AM of a group; a rating that is no number means Orders only from above (bor.3)."""
GROUP = Record(
    {"id": ID, "name": NAME},
    {
        "army": ID.says(text("The army it is of.")),
        "am": MARKER.says(text("Its activation marker.")),
        "colour": Str(),
        "attached": ListOf(ID),
    },
)
LEADER = Record(
    {"id": ID, "name": NAME},
    {
        "rank": Str(choices=("commander", "wing")),
        "orders": OneOf(Str(), MapOf(ID, Str())),
        "orders_range": Str(),
        "command_drm": Int(-9, 9),
        **dict.fromkeys(("delay", "ma", "initiative", "provenance"), Str()),
    },
)
MORE = {"groups": ListOf(GROUP), "leaders": ListOf(LEADER)}
CALLED = {"kind": "arm", "class": "weight"}
"""Fields of a printed piece that its key calls otherwise."""


@dataclass(slots=True)
class Army(Roll[UnitType]):
    """Everything the orders of battle of a scenario offer."""

    what, kind = text("unit"), UnitType
    arm, classes = "kind", CLASSES
    each, alone = UNIT, INLINE_UNIT
    file = force_file("gmt", SIDE, "units", UNIT, MORE)
    called = CALLED
    groups: dict[str, Group] = field(default_factory=dict)
    leaders: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, doc: Row) -> None:
        side = doc.get("side") or ""
        for row in sound(doc.get("groups"), "id", "name"):
            self.groups[row["id"]] = _group(row, side)
        for row in sound(doc.get("leaders"), "id", "name"):
            self.leaders[row["id"]] = _leader(row, side)

    def check(self, row: Row, fault: Fault) -> None:
        """[2.2] A unit has the values that its arm needs, and belongs to a group that there is."""
        kind, values = row["kind"], row["values"]
        for name in NEEDED[kind]:
            if name not in values:
                message = tr(
                    "values of {kind} lack {name}", kind=verbatim(kind), name=verbatim(name)
                )
                fault(("values",), message, tr("add {name}", name=verbatim(name)))
        if values.get("effective_range", 0) > values.get("maximum_range", 99):
            message = tr("effective_range is longer than maximum_range")
            fault(("values", "effective_range"), message)
        group = row.get("group")
        if "side" not in row and group not in self.groups:
            mend = did_you_mean(str(group), self.groups) or tr("add it to groups")
            fault(("group",), tr("unknown group {group}", group=verbatim(str(group))), mend)

    def make(self, row: Row, side: str) -> UnitType:
        group = row.get("group", side)
        return made(UnitType, {**row, **row["values"]}, self.called, side=side, group=group)


def _group(row: Fields, side: str) -> Group:
    """[5.11] An Activation Group with what its AM says."""
    marker = row.get("am") or {}
    rating, parts = marker.get("rating") or "", sound(marker.get("commands"), "id", "name", "units")
    return made(
        Group,
        {**marker, **row},
        {"free_orders": "transmits"},
        side=side,
        rating=int(rating) if rating.isdigit() else None,
        parts=tuple((part["id"], part["name"], tuple(part["units"])) for part in parts),
    )


def _leader(leader: Fields, side: str) -> dict[str, str]:
    """A leader's printed values as flat text: {"orders.first": "3", ...}."""
    flat = {"side": side}
    for key, value in leader.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{part}": str(text) for part, text in value.items()})
        else:
            flat[key] = str(value)
    return flat
