"""[scen.structure] What a scenario of this game holds: the envelope and its special rules."""

from __future__ import annotations

from grognard.engines.core.data.schema import Anything, Bool, Int, ListOf, OneOf, Record, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.play.setups import Option
from grognard.engines.core.scenario.envelope import FILE, Envelope, SpecialRule
from grognard.engines.core.scenario.fields import ID, NAME, Fields
from grognard.engines.core.scenario.hexmaps import HEX
from grognard.engines.core.scenario.placing import Placing
from grognard.engines.core.scenario.scenariolist import TAKE_BACK
from grognard.engines.eagle.cards.grammar import CARDS, FORMATIONS, ICONS, SIDE, VALUE
from grognard.engines.eagle.ground.ground import FARMS, RANGE, WORDS
from grognard.engines.eagle.scenario.forces import FORCES, TROOPS
from grognard.engines.eagle.setup import ARMS, EDGES, SIDES
from grognard.engines.eagle.state import ORDERS

COUNTRIES = ("brabant", "castile", "calabria")
CHIEF = Record({"id": ID, "name": NAME, "card": Str(pattern="[a-m]", wanted=text("a letter"))})
ARMY = Record({"side": SIDE, "cc": CHIEF})
PIECE = Record(
    {"id": ID, "name": NAME, "card": Int(1, 99)},
    {
        "short": NAME.says(text("Its name beside its stand, where the whole one is long.")),
        "figures": Int(1, 4),
        "troops": TROOPS.says(
            text("Its figures by troop type, where they are not those of its card.")
        ),
        "option": ID,
        "alone": Bool(),
    },
)
GROUP = Record(
    {
        "id": ID,
        "name": NAME,
        "side": SIDE,
        "arm": Str(choices=ARMS),
        "order": Str(choices=ORDERS).says(text("What it begins with where nobody chooses.")),
        "units": ListOf(PIECE, 1, 20),
    },
    {"colour": Str(choices=("black", "green", "blue", "red")), "ugc": CHIEF},
)
_SOME = ListOf(RANGE, 1, 100)
_SIDES = ListOf(SIDE, 1, 2, single=True)
_GROUPS = ListOf(ID, 1, 20, single=True)
SPECIAL = (
    SpecialRule(
        "fixed_orders",
        text("Groups begin with the orders given."),
        {"side": _SIDES},
        rules=("command.first_turn.assign",),
    ),
    SpecialRule(
        "keep_orders",
        text("Groups keep an order until they are attacked or a turn comes."),
        {"group": _GROUPS, "order": Str(choices=ORDERS), "until": Int(1, 99)},
        rules=("command.first_turn.assign", "scen.structure"),
    ),
    SpecialRule(
        "no_formation",
        text("A side may not take a formation."),
        {"side": SIDE, "formation": Str(choices=FORMATIONS)},
        often=True,
        rules=("formchange.who", "scen.structure"),
    ),
    SpecialRule(
        "barred",
        text("Hexes closed to some arms."),
        {"arm": ListOf(Str(choices=ARMS), 1, 3), "hexes": _SOME},
        {"but": ListOf(HEX, 1, 20)},
        often=True,
        rules=("move.difficult.impassable",),
    ),
    SpecialRule(
        "special_terrain",
        text("The modifier MT of a farm."),
        {"terrain": Str(choices=FARMS), "fire": VALUE, "melee": VALUE},
        {"morale": VALUE, "side": SIDE},
        often=True,
        rules=("terrain.fortress",),
    ),
    SpecialRule(
        "gate",
        text("What opens a farm."),
        {"at": HEX, "side": SIDE, "icons": ICONS},
        often=True,
        rules=("terrain.fortress", "scen.structure"),
    ),
    SpecialRule(
        "cc_loss_defeat",
        text("An army that loses its Commander-in-Chief has lost."),
        {"side": _SIDES},
        rules=("cmd.cc.loss_defeat",),
    ),
    SpecialRule(
        "squares_break",
        text("What breaks a square."),
        {"icons": ICONS},
        rules=("form.square", "scen.structure"),
    ),
    SpecialRule(
        "rye",
        text("Tall corn."),
        {"hexes": _SOME, "fire": VALUE, "shots": Int(1, 9)},
        rules=("fire.mod.terrain", "scen.structure"),
    ),
    SpecialRule(
        "mud",
        text("Heavy ground."),
        {"arm": Str(choices=ARMS), "hexes": _SOME, "hexes_a_move": Int(1, 2)},
        rules=("move.rate", "scen.structure"),
    ),
    SpecialRule(
        "crews_shelter",
        text("Crews go into squares and back."),
        rules=("charge.square", "scen.structure"),
    ),
    SpecialRule(
        "exit",
        text("Leaving the map."),
        {"side": SIDE, "hexes": _SOME, "points": Int(1, 99)},
        often=True,
        rules=("turn.victory", "scen.structure"),
    ),
    SpecialRule(
        "draw",
        text("Up to so many points apart the battle is drawn, in place of the table's number."),
        {"points": Int(0, 99)},
        rules=("turn.victory",),
    ),
    SpecialRule(
        "hold_to_win",
        text("A side wins by holding so many of these."),
        {"side": SIDE, "at": ListOf(HEX, 1, 10), "least": Int(1, 10)},
        rules=("turn.objectives", "turn.victory"),
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
ALL = tuple(option.id for option in OPTIONS)
OF_ARM = {
    "infantry": ("composition", "skirmishers", "grenadiers", "flank_cover"),
    "cavalry": ("fatigue", "withdrawal", "mass_charge"),
    "artillery": ("ammunition", "canister"),
}
"""[opt.use] The options that are about one arm."""


def idle(doc: Fields) -> frozenset[str]:
    """[opt.use] Return the options that would change nothing in a scenario: nobody is there whom they are about."""
    groups = [
        group for stage in doc.get("stages") or () for group in (stage or {}).get("groups") or ()
    ]
    whole = [group for group in groups if group and group.get("arm")]
    arms = {group["arm"] for group in whole}
    found = {option for arm, options in OF_ARM.items() if arm not in arms for option in options}
    horse = [group for group in whole if group["arm"] == "cavalry"]
    if not any(len(group.get("units") or ()) >= MASS for group in horse):
        found.add("mass_charge")
    units = [unit for group in whole for unit in group.get("units") or () if unit]
    if not any("rifles" in (unit.get("option") or "") for unit in units):
        found.add("rifles")
    return frozenset(found)


MASS = 2
"""[opt.mass_charge.declare] How many units of a group a mass charge takes at least."""
ENVELOPE = Envelope(
    game="eagle",
    sides=SIDES,
    options=OPTIONS,
    always=ALL,
    unlisted=ALL,
    idle=idle,
    placing=Placing(
        ways=("at", "among", "attached"),
        piece=text("unit"),
        group=text("Unit Group"),
        space=text("hex"),
        place=HEX,
        facing=Int(0, 5).says(text("The vertex it faces: 5 is north, 2 south.")),
        formations=FORMATIONS,
        states=("disordered", "out_of_command", "detached"),
    ),
    special=SPECIAL,
    won_by=("turn.objectives",),
    victory=Record({"id": ID, "name": NAME, "at": HEX}, {"first_holder": SIDE, "points": VALUE}),
    needs={
        "armies": ListOf(ARMY, 2, 2),
        "groups": ListOf(GROUP, 2, 20),
    },
    more={
        "number": Int(1, 99),
        "country": Str(choices=COUNTRIES).says(
            text("Whose fields lie between the features of its map.")
        ),
        "home": Record({}, dict.fromkeys(SIDES, Str(choices=EDGES))).says(
            text(
                "Each side's own edge of the map. Without it the French have the south, the British the north."
            )
        ),
        "cards": Anything(OneOf(FILE, CARDS)).says(
            text("Its own Event/Reaction cards: a file beside the scenario, or written out.")
        ),
    },
    hexes=WORDS,
    forces=(FORCES,),
)
