"""[units.definition] [cmd.card] The cards of an army: what a file of them holds, and its reader."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.schema import Bool, Int, ListOf, MapOf, Record, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE, Fields
from grognard.engines.core.scenario.forces import made
from grognard.engines.eagle.cards.grammar import GAME, SIDE, VALUE
from grognard.engines.eagle.setup import ARMS, CommanderCard, UnitCard

TROOPS = MapOf(Str(choices=("line", "skirmisher", "grenadier")), Int(1, 4))
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
        "fire": ListOf(VALUE, 1, 3, single=True).says(text("Of artillery one for each range.")),
        "melee": VALUE,
        "troops": TROOPS,
        "ammunition": Int(1, 40),
        "known": ListOf(ID),
    },
)
COMMANDER = Record(
    {
        "card": Str(pattern="[a-m]", wanted=text("a letter from a to m")),
        "rank": Str(choices=("cc", "ugc", "replacement")),
        "name": NAME,
        "orders": VALUE,
        "melee": VALUE,
        "morale": VALUE,
        "ability": Int(0, 9).says(text("Command Ability: radius, couriers, hand.")),
        "provenance": Str(choices=("known", "derived")),
    },
    {"known": ListOf(ID)},
)
FORCES = Record(
    {
        "forces": ID,
        "game": GAME,
        "side": SIDE,
        "provenance": PROVENANCE,
        "units": ListOf(UNIT),
        "commanders": ListOf(COMMANDER),
    }
)


def unit_of(piece: Fields, group: Fields, card: Fields) -> UnitCard:
    """[units.group_cards] Make a unit of the piece that a group names and its card."""
    row, side = {**card, **piece}, group["side"]
    troops = as_many(row.get("troops") or {}, row["figures"])
    return made(UnitCard, row, {"class": "weight"}, side=side, group=group["id"], troops=troops)


def as_many(troops: Mapping[str, int], figures: int) -> tuple[tuple[str, int], ...]:
    """[opt.composition] Return troop types for as many figures as a unit has; it does without plain ones first."""
    left, over = dict(troops), max(0, sum(troops.values()) - figures)
    for kind in sorted(left, key=lambda kind: (kind != "line", -left[kind])):
        spared = min(over, left[kind])
        left[kind] -= spared
        over -= spared
    return tuple(sorted((kind, n) for kind, n in left.items() if n > 0))


def commander_of(side: str, row: Fields) -> CommanderCard:
    """[cmd.card] Make a commander card of its record."""
    return made(CommanderCard, row, id=f"{side}-{row['card']}", side=side)
