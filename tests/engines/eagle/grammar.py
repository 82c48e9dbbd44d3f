"""What the card file may hold, until the cards have a reader; the rest of the grammar is the engine's."""

from engines.core.data.schema import Bool, Int, ListOf, MapOf, OneOf, Record, Schema, Str
from engines.core.scenario.fields import ID, NAME, PROVENANCE
from engines.eagle.scenario.forces import ARMS, FORCES, SIDE, VALUE
from engines.eagle.scenario.ground import WORDS
from engines.eagle.scenario.scenario import ENVELOPE, FORMATIONS, ICONS, OPTIONS
from engines.eagle.tables import ORDERS

GAME = Str(choices=("eagle",))
FACE = WORDS.schema
TILES = WORDS.tile_file
__all__ = ("CARDS", "ENVELOPE", "FACE", "FORCES", "OPTIONS", "TILES")
PHASES = ("command", "cards", "action-1", "action-2", "rally")
MOMENTS = {
    "event": (
        "sending",
        "order_test",
        "activation",
        "movement",
        "fire",
        "melee",
        "charge",
        "advance",
        "rally",
    ),
    "reaction": (
        "order_test",
        "moving",
        "moved",
        "fire",
        "melee",
        "charged",
        "result",
        "test",
        "failed",
        "advance",
        "advanced",
        "rally",
        "event",
    ),
}
PARTS = (
    "acting",
    "firing",
    "attacking",
    "supporting",
    "target",
    "charging",
    "moving",
    "advancing",
    "tested",
)
ROLLS = ("fire", "melee", "charge", "attack", "morale", "square", "rally", "order", "artillery")
_ROLL, _ICON = Str(choices=ROLLS), Str(choices=("figure", "push_back", "disorder", "red"))
_PART, _ACTION = (
    Str(choices=PARTS),
    Str(choices=("move", "advance", "advance_support", "fire_moved")),
)
VERBS: dict[str, tuple[dict[str, Schema], dict[str, Schema]]] = {
    "add": ({"to": _ROLL, "by": VALUE}, {"caused": Bool()}),
    "pass": ({"test": _ROLL}, {}),
    "move": ({"hexes": Int(1, 9)}, {"contact": Bool(), "keep": Str(choices=("formation",))}),
    "attack": ({"how": Str(choices=("fire", "melee")), "on": _PART}, {"by": VALUE}),
    "again": ({"how": Str(choices=("fire", "melee")), "by": VALUE}, {}),
    "recover": ({"from": Str(choices=("disorder",))}, {"acts": Bool()}),
    "ignore": ({"icon": _ICON, "count": Int(1, 9)}, {}),
    "lose": ({"figures": Int(1, 4)}, {"from": _PART}),
    "forbid": ({"action": _ACTION}, {}),
    "allow": ({"action": _ACTION}, {}),
    "compel": ({"action": _ACTION}, {"hexes": Int(1, 9), "state": Str(choices=("disordered",))}),
    "couriers": ({"more": Int(1, 9)}, {"beyond": Str(choices=("radius",))}),
    "exchange": ({"what": Str(choices=("counters",))}, {}),
    "merge": ({"most": Int(1, 4)}, {"near": Int(1, 9)}),
    "wound": ({"chance": Int(1, 10)}, {"if": Record(optional={"succeeds": Bool()})}),
    "cancel": ({}, {}),
}
"""What an effect does, by its verb: what it must say, and what it may say besides."""
_TARGET = Record(
    {
        "what": Str(choices=("unit", "group", "groups", "commander", "courier", "event")),
        "side": Str(choices=("own", "enemy")),
    },
    {
        "part": _PART,
        "arm": ListOf(Str(choices=ARMS), 1, 3),
        "formation": ListOf(Str(choices=FORMATIONS), 1, 6),
        "order": ListOf(Str(choices=ORDERS), 1, 4),
        "state": ListOf(Str(choices=("good", "disordered", "routed")), 1, 3),
        "within": Record({"of": Str(choices=("cc", "ugc", "any_commander"))}),
        "zoc": _PART,
        "on_high": Bool(),
    },
)
_WHEN = Record(
    {
        "phase": ListOf(Str(choices=PHASES), 1, 5),
        "moment": Str(choices=tuple({*MOMENTS["event"], *MOMENTS["reaction"]})),
    }
)
EFFECT = Record(
    {
        "name": NAME,
        "half": Str(choices=tuple(MOMENTS)),
        "text": Str(max_length=400),
        "when": _WHEN,
        "on": _TARGET,
        "does": ListOf(
            OneOf(
                *(
                    Record({"do": Str(choices=(verb,)), **required}, optional)
                    for verb, (required, optional) in VERBS.items()
                )
            ),
            1,
            5,
        ),
    },
    {
        "id": ID,
        "nation": SIDE,
        "lasts": Str(choices=("roll", "action", "segment", "turn")),
    },
)
CARDS = Record(
    {
        "cards": ID,
        "game": GAME,
        "title": NAME,
        "rule": Str(),
        "provenance": PROVENANCE,
        "effects": ListOf(EFFECT),
        "deck": ListOf(
            Record(
                {
                    "id": ID,
                    "event": OneOf(ID, EFFECT),
                    "reaction": OneOf(ID, EFFECT),
                    "table": MapOf(Int(11, 99), ICONS),
                }
            )
        ),
    }
)
