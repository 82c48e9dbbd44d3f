"""What the files of the game may hold, as far as it is settled: the schemas its readers will begin with."""

from engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Schema,
    Str,
)
from engines.core.play.setups import Option
from engines.core.scenario.envelope import Envelope, SpecialRule
from engines.core.scenario.fields import ID, NAME, PROVENANCE
from engines.core.scenario.placing import Placing
from engines.core.scenario.scenariolist import TAKE_BACK

SIDES = ("french", "british")
ARMS = ("infantry", "cavalry", "artillery")
ORDERS = ("attack", "maneuver", "defend", "reserve")
FORMATIONS = ("column", "line", "square", "open_order", "limbered", "unlimbered")
HEXES = ("open", "scattered", "woods", "orchard", "sand_pit", "village")
FARMS = ("fortress", "hougoumont", "haye_sainte")
HEXSIDES = ("hedge", "wall", "redoubt", "crest")
HEX = Str(pattern="[0-9]{4}", wanted="a hex, as in 0803")
RANGE = Str(pattern="[0-9]{4}(-[0-9]{4})?", wanted="hexes, as in 0803 or 0803-1203")
SIDE = Str(choices=SIDES)
VALUE = Int(-9, 9)
GAME = Str(choices=("eagle",))
GROUND = {
    "terrain": MapOf(Str(choices=(*HEXES, *FARMS)), ListOf(RANGE)),
    "hexsides": MapOf(
        Str(choices=HEXSIDES), ListOf(Str(pattern="[0-9]{4}[/>][0-9]{4}", wanted="a hexside"))
    ),
    "lines": ListOf(Record({"kind": ID, "name": NAME, "hexes": ListOf(HEX, 2)})),
    "places": ListOf(Record({"name": NAME, "at": HEX, "kind": ID})),
}
FACE = Record(
    {
        "map": ID,
        "game": GAME,
        "title": NAME,
        "number": Int(1, 8),
        "back": Int(1, 8),
        "provenance": PROVENANCE,
        "grid": Anything(),
        "base_terrain": Str(choices=("open",)),
    },
    GROUND,
)
TILES = Record(
    {
        "tiles": ID,
        "game": GAME,
        "title": NAME,
        "provenance": PROVENANCE,
        "kinds": ListOf(
            Record(
                {
                    "id": ID,
                    "tile": Int(1, 6),
                    "name": NAME,
                    "terrain": ListOf(Str(choices=(*HEXES, *FARMS)), 1, 3),
                    "rule": Str(),
                    "provenance": Str(choices=("known", "derived")),
                },
                {"round": MapOf(Str(choices=HEXSIDES), ListOf(Int(1, 3), 1, 3))},
            )
        ),
    }
)
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
        "fire": ListOf(VALUE, 1, 3, single=True),
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
        "ability": Int(0, 9),
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
CHIEF = Record({"id": ID, "name": NAME, "card": Str(pattern="[a-m]", wanted="a letter")})
GROUP = Record(
    {
        "id": ID,
        "name": NAME,
        "side": SIDE,
        "arm": Str(choices=ARMS),
        "order": Str(choices=ORDERS).says("What it begins with where nobody chooses."),
        "units": ListOf(
            Record(
                {"id": ID, "name": NAME, "card": Int(1, 99)},
                {"figures": Int(1, 4), "option": ID, "alone": Bool()},
            ),
            1,
            20,
        ),
    },
    {"colour": Str(choices=("black", "green", "blue", "red")), "ugc": CHIEF},
)
_SOME = ListOf(RANGE, 1, 100)
_SIDES = ListOf(SIDE, 1, 2, single=True)
_GROUPS = ListOf(ID, 1, 20, single=True)
_ICONS = ListOf(Str(choices=("figure", "push_back", "disorder", "tm_2", "tm_4", "red")), 1, 6)
_TERRAIN = Str(choices=FARMS)
SPECIAL = (
    SpecialRule("fixed_orders", "Groups begin with the orders given.", {"side": _SIDES}),
    SpecialRule(
        "keep_orders",
        "Groups keep an order until they are attacked or a turn comes.",
        {"group": _GROUPS, "order": Str(choices=ORDERS), "until": Int(1, 99)},
    ),
    SpecialRule(
        "no_formation",
        "A side may not take a formation.",
        {"side": SIDE, "formation": Str(choices=FORMATIONS)},
        often=True,
    ),
    SpecialRule(
        "barred",
        "Hexes closed to some arms.",
        {"arm": ListOf(Str(choices=ARMS), 1, 3), "hexes": _SOME},
        {"but": ListOf(HEX, 1, 20)},
        often=True,
    ),
    SpecialRule(
        "special_terrain",
        "The modifier MT of a farm.",
        {"terrain": _TERRAIN, "fire": VALUE, "melee": VALUE},
        {"morale": VALUE, "side": SIDE},
        often=True,
    ),
    SpecialRule(
        "gate", "What opens a farm.", {"at": HEX, "side": SIDE, "icons": _ICONS}, often=True
    ),
    SpecialRule("squares_break", "What breaks a square.", {"icons": _ICONS}),
    SpecialRule("rye", "Tall corn.", {"hexes": _SOME, "fire": VALUE, "shots": Int(1, 9)}),
    SpecialRule(
        "mud",
        "Heavy ground.",
        {"arm": Str(choices=ARMS), "hexes": _SOME, "hexes_a_move": Int(1, 2)},
    ),
    SpecialRule("crews_shelter", "Crews go into squares and back."),
    SpecialRule(
        "exit", "Leaving the map.", {"side": SIDE, "hexes": _SOME, "points": Int(1, 99)}, often=True
    ),
    SpecialRule(
        "hold_to_win",
        "A side wins by holding so many of these.",
        {"side": SIDE, "at": ListOf(HEX, 1, 10), "least": Int(1, 10)},
    ),
)
OPTIONS = (
    TAKE_BACK,
    Option("composition", "Advanced unit composition", "no", rule="opt.composition"),
    Option("skirmishers", "Skirmishers", "no", rule="opt.skirm.detach"),
    Option("grenadiers", "Grenadiers", "no", rule="opt.grenadiers"),
    Option("rifles", "Rifles", "no", rule="opt.rifles.figure"),
    Option("flank_cover", "Covering the flank", "no", rule="opt.flank_cover"),
    Option("ammunition", "Ammunition", "no", rule="opt.ammo.count"),
    Option("canister", "Canister", "no", rule="opt.canister.split"),
    Option("fatigue", "Cavalry fatigue", "no", rule="opt.fatigue.gain"),
    Option("withdrawal", "Voluntary withdrawal", "no", rule="opt.withdraw.basic"),
    Option("mass_charge", "Mass charges", "no", rule="opt.mass_charge.declare"),
)
ENVELOPE = Envelope(
    game="eagle",
    sides=SIDES,
    options=OPTIONS,
    placing=Placing(
        ways=("at", "among", "attached"),
        piece="unit",
        group="Unit Group",
        space="hex",
        place=HEX,
        facing=Int(0, 5),
        formations=FORMATIONS,
        states=("disordered", "out_of_command", "detached"),
    ),
    special=SPECIAL,
    victory=Record({"id": ID, "name": NAME, "at": HEX}, {"first_holder": SIDE, "points": VALUE}),
    needs={
        "armies": ListOf(Record({"side": SIDE, "cc": CHIEF}), 2, 2),
        "groups": ListOf(GROUP, 2, 20),
    },
    more={
        "number": Int(1, 99),
        "boards": ListOf(Record({"face": Str(), "at": HEX}, {"turned": Bool()}), 1, 20),
        "tiles": ListOf(Record({"tile": ID, "at": ListOf(HEX, 1, 3)}), 0, 20),
        "ground": Record(optional=GROUND),
        "field": ListOf(HEX, 2, 2).says("From this hex to this; the rest is out of play."),
    },
    forces=(FORCES,),
)
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
                    "table": MapOf(Int(11, 99), _ICONS),
                }
            )
        ),
    }
)
