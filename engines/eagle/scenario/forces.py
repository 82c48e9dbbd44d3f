"""[units.definition] [cmd.card] The cards of an army: what a file of them holds, and its reader."""

from __future__ import annotations

from typing import Any

from engines.core.data.schema import Bool, Int, ListOf, MapOf, Record, Str
from engines.core.scenario.fields import ID, NAME, PROVENANCE
from engines.eagle.setup import SIDES, CommanderCard, UnitCard

ARMS = ("infantry", "cavalry", "artillery")
SIDE = Str(choices=SIDES)
VALUE = Int(-9, 9)
FORMATIONS = ("column", "line", "square", "open_order", "limbered", "unlimbered")
ICONS = ListOf(Str(choices=("figure", "push_back", "disorder", "tm_2", "tm_4", "red")), 1, 6)
UNIT = Record(
    {
        "card": Int(1, 99),
        "name": NAME,
        "arm": Str(choices=ARMS),
        "morale": Int(1, 8),
        "figures": Int(1, 4),
        "stars": Int(1, 5),
        "provenance": Str(choices=("known", "derived")),
    },
    {
        "class": Str(choices=("heavy", "light", "foot", "horse")),
        "nation": Str(choices=("allied",)),
        "rifles": Bool(),
        "fire": ListOf(VALUE, 1, 3, single=True).says("Of artillery one for each range."),
        "melee": VALUE,
        "troops": MapOf(Str(choices=("line", "skirmisher", "grenadier")), Int(1, 4)),
        "ammunition": Int(1, 40),
        "known": ListOf(ID),
    },
)
COMMANDER = Record(
    {
        "card": Str(pattern="[a-m]", wanted="a letter from a to m"),
        "rank": Str(choices=("cc", "ugc", "replacement")),
        "name": NAME,
        "orders": VALUE,
        "melee": VALUE,
        "morale": VALUE,
        "ability": Int(0, 9).says("Command Ability: radius, couriers, hand."),
        "provenance": Str(choices=("known", "derived")),
    },
    {"known": ListOf(ID)},
)
FORCES = Record(
    {
        "forces": ID,
        "game": Str(choices=("eagle",)),
        "side": SIDE,
        "provenance": PROVENANCE,
        "units": ListOf(UNIT),
        "commanders": ListOf(COMMANDER),
    }
)


def has(row: Any, kind: Record) -> bool:
    """Whether a record was read with all that it must have."""
    return isinstance(row, dict) and all(row.get(key) is not None for key in kind.required)


def unit_of(piece: dict[str, Any], group: dict[str, Any], card: dict[str, Any]) -> UnitCard:
    """[units.group_cards] Make a unit of the piece that a group names and its card."""
    return UnitCard(
        id=piece["id"],
        name=piece["name"],
        side=group["side"],
        arm=card["arm"],
        group=group["id"],
        card=card["card"],
        morale=card["morale"],
        figures=piece.get("figures") or card["figures"],
        fire=tuple(card.get("fire") or ()),
        melee=card.get("melee") or 0,
        weight=card.get("class") or "",
        nation=card.get("nation") or "",
        rifles=bool(card.get("rifles")),
        alone=bool(piece.get("alone")),
        troops=tuple(sorted((card.get("troops") or {}).items())),
        ammunition=card.get("ammunition") or 0,
        stars=card["stars"],
    )


def commander_of(side: str, row: dict[str, Any]) -> CommanderCard:
    """[cmd.card] Make a commander card of its record."""
    values = {key: row[key] for key in ("rank", "name", "orders", "melee", "morale", "ability")}
    return CommanderCard(f"{side}-{row['card']}", side, **values)
