"""[3.1] [3.7] [14.2] The units and Commanders of a side: what a file of them holds."""

from __future__ import annotations

from typing import Any

from grognard.engines.core.data.schema import Bool, Int, ListOf, Record, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE
from grognard.engines.europa.setup import SIDES, Chief, UnitCard

ARMS = ("infantry", "cavalry", "artillery")
GRADES = ("veteran", "line", "conscript")
NATIONS = (
    "french",
    "austrian",
    "bavarian",
    "italian",
    "polish",
    "prussian",
    "saxon",
    "swiss",
    "westphalian",
    "russian",
    "swedish",
)
RANKS = ("A", "I", "C", "T", "corps", "none")
SIDE = Str(choices=SIDES)
LABEL = Str(max_length=12)
OPTION = ListOf(Str(max_length=20), 1, 12, single=True)
FROM = Str(choices=("known", "derived"))
UNIT = Record(
    {"id": ID, "name": NAME, "arm": Str(choices=ARMS), "grade": Str(choices=GRADES)},
    {"nation": Str(choices=NATIONS), "guard": Bool()},
)
CORPS = Record(
    {
        "id": ID,
        "label": LABEL.says(text("What stands on its counters.")),
        "units": ListOf(UNIT, 1, 20),
    },
    {
        "provenance": FROM,
        "option": OPTION.says(text("It is there under one of these options alone.")),
    },
)
COMMANDER = Record(
    {"id": ID, "name": NAME, "rating": Int(0, 9), "rank": Str(choices=RANKS)},
    {
        "corps": LABEL,
        "nation": Str(choices=NATIONS),
        "option": OPTION.says(text("He is there under one of these options alone.")),
        "provenance": FROM,
    },
)
FORCES = Record(
    {
        "forces": ID,
        "game": Str(choices=("europa",)),
        "side": SIDE,
        "corps": ListOf(CORPS, 1, 60),
        "commanders": ListOf(COMMANDER, 0, 60),
    },
    {"provenance": PROVENANCE},
)


def has(row: Any, kind: Record) -> bool:
    """Whether a record was read with all that it must have."""
    return isinstance(row, dict) and all(row.get(key) is not None for key in kind.required)


def unit_of(side: str, corps: dict[str, Any], row: dict[str, Any]) -> UnitCard:
    """[3.1] Make a unit of its record."""
    nation = row.get("nation") or ("french" if side == "french" else "russian")
    return UnitCard(
        row["id"],
        row["name"],
        side,
        row["arm"],
        row["grade"],
        corps["label"],
        nation,
        corps["id"],
        bool(row.get("guard")),
    )


def chief_of(side: str, row: dict[str, Any]) -> Chief:
    """[3.5] Make a Commander of his record."""
    nation = row.get("nation") or ("french" if side == "french" else "russian")
    return Chief(
        row["id"], row["name"], side, row["rating"], row["rank"], row.get("corps") or "", nation
    )
