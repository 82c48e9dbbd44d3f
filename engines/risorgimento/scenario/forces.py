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

from grognard.engines.core.data.schema import (
    Bool,
    Int,
    ListOf,
    Number,
    Record,
    Source,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import MapNode, Problems
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE
from grognard.engines.core.scenario.forces import Row, made
from grognard.engines.risorgimento.army.chain import ARMIES, LEVELS, Chain
from grognard.engines.risorgimento.army.units import SIDES, UnitType
from grognard.engines.risorgimento.field.ranges import multiplier
from grognard.engines.risorgimento.map.tablemap import NOTE
from grognard.engines.risorgimento.tables import number, rows

SIDE = Str(choices=SIDES)
WEAPONS = (*rows("infantry_weapons"), *rows("guns"))
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
COMMANDER = Record(
    {"id": ID, "name": NAME, "level": Str(choices=LEVELS)},
    {"values": ListOf(Int(0, 1000), 3, 3), "guard": Bool(), "provenance": NOTE},
)
FORMATION = Record(
    {"id": ID, "name": NAME},
    {
        "above": ID.says(text("The formation it belongs to.")),
        "side": SIDE,
        "army": Str(choices=ARMIES),
        "commander": COMMANDER.says(text("Who leads it.")),
        "provenance": NOTE,
    },
)
UNIT = Record(
    {
        "id": ID,
        "name": NAME,
        "formation": ID,
        "quality": Str(choices=tuple(rows("quality"))).says(
            text("Its row in the table of qualities.")
        ),
        "strength": ListOf(Number(0.5, 40), 1, 10, single=True).says(
            text("In strength points; several are as many battalions, numbered.")
        ),
    },
    {
        "weapon": Str(choices=WEAPONS).says(text("Where it is not that of its quality.")),
        "weight": Str(choices=("medium", "heavy", "horse")),
        "vm": Int(1, 10).says(text("Its morale, where it is not that of its quality.")),
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


@dataclass(slots=True)
class Army:
    """What the orders of battle of a scenario offer; `sound` is whether all could be read."""

    chain: Chain = field(default_factory=Chain)
    types: dict[str, UnitType] = field(default_factory=dict)
    units: list[tuple[dict[str, Any], Source]] = field(default_factory=list)
    sound: bool = True

    @property
    def formations(self) -> dict[str, tuple[str, ...]]:
        """The units directly in each formation."""
        found: dict[str, tuple[str, ...]] = dict.fromkeys(self.chain.rows, ())
        for uid, kind in self.types.items():
            found[kind.brigade] = (*found[kind.brigade], uid)
        return found

    def read_force(self, node: MapNode, problems: Problems) -> None:
        """Add one order of battle; what it means is settled when all are read."""
        before = len(problems)
        schema = FORCES if "forces" in node.entries else INLINE_FORCES
        doc = schema.read(node, problems, tr("the order of battle"))
        if doc is None or len(problems) > before:
            self.sound = False
            return
        source = Source(node)
        self.chain.add(doc.get("formations") or (), source, problems)
        for index, row in enumerate(doc.get("units") or ()):
            self.units.append((row, Source(source.node(("units", index)))))

    def settle(self, problems: Problems, *, whole: bool = True) -> None:
        """Make units and posts of all that was read, and check the chain of command.

        `whole`: each side must have a commander in chief, and each formation one above or be his.
        """
        before = len(problems)
        if self.chain.settle(problems):
            for row, source in self.units:
                self._add_units(row, source, problems)
            self._tell_apart()
            # Where no order of battle could be read, its faults have been told already.
            if whole and self.chain.rows:
                self.chain.check_chiefs(problems)
        self.sound = self.sound and len(problems) == before

    def _tell_apart(self) -> None:
        """Add whose they are to the names that several formations use, such as those of batteries."""
        borne = Counter(kind.name for kind in self.types.values())
        for uid, kind in self.types.items():
            if borne[kind.name] > 1:
                name = f"{kind.name}, {self.chain.whose(kind.brigade)}"
                self.types[uid] = replace(kind, name=name)

    def _add_units(self, row: Row, source: Source, problems: Problems) -> None:
        """[scale.strength] Add the battalions of a line: one for each strength."""
        formation, step = row["formation"], number("halves_a_point")
        if formation not in self.chain.rows:
            mend = did_you_mean(formation, self.chain.rows)
            words = tr("there is no formation {formation}", formation=verbatim(formation))
            problems.append(source.problem(("formation",), words, mend))
            return
        kind = rows("quality")[row["quality"]]
        weapon = row.get("weapon", kind["weapon"])
        if (weapon in rows("guns")) != (kind["arm"] == "artillery"):
            words = tr(
                "{quality} do not carry {weapon}",
                quality=verbatim(row["quality"]),
                weapon=verbatim(weapon),
            )
            problems.append(source.problem(("weapon",), words))
        several, side = len(row["strength"]) > 1, self.chain.inherited(formation, "side")
        for n, strength in enumerate(row["strength"]):
            uid = f"{row['id']}-{n + 1}" if several else row["id"]
            name = f"{_ROMAN[n]}/{row['name']}" if several else row["name"]
            if uid in self.types or uid in self.chain.posts:
                words = tr("unit {uid} is described twice", uid=verbatim(uid))
                problems.append(source.problem(("id",), words, tr("rename one")))
                continue
            halves = round(strength * step)
            if halves != strength * step:
                words = tr("{strength} is no whole number of loss points", strength=f"{strength:g}")
                problems.append(source.problem(("strength",), words, tr("count in halves")))
            self.types[uid] = make_type({**row, "id": uid, "name": name}, side, halves)


def make_type(row: Row, side: str, halves: int) -> UnitType:
    """Build a UnitType from a sound row, its side and half points; what it leaves out is as its quality has it.

    Its army is that of its quality: allies may serve in one formation.
    """
    kind = rows("quality")[row["quality"]]
    plain = {key: kind[key] for key in ("army", "arm", "weight", "weapon")}
    values = {"vm": int(kind["vm"]), "vd": int(kind["vd"])}
    found = {**plain, **values, **row, "side": side, "halves": halves}
    return made(
        UnitType,
        found,
        {"formation": "brigade"},
        guard="guard" in kind["class"],
        grenadier="grenadiers" in kind["class"],
        multiplier=multiplier(found["weapon"]),
    )
