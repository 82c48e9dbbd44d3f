"""[sch.setup] What a scenario of this game says besides what every scenario says."""

from __future__ import annotations

from grognard.engines.core.data.schema import Int, ListOf, Record, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.play.setups import Option
from grognard.engines.core.scenario.envelope import Envelope, SpecialRule
from grognard.engines.core.scenario.fields import ID, NAME, RULE, Ref
from grognard.engines.core.scenario.hexmaps import HEX
from grognard.engines.core.scenario.placing import Placing
from grognard.engines.core.scenario.scenariolist import TAKE_BACK
from grognard.engines.gmt.scenario.forces import SIDE, SIDES, Army
from grognard.engines.gmt.scenario.ground import HEXES

OPTIONS = (
    TAKE_BACK,
    Option("jaeger_rules", "Special rules for jaegers", "no", rule="11.0"),
    Option("series_fire_limit", "Artillery limit of the series rules", "no", rule="6.21.artonly"),
    Option("flanking_maneuver", "Flanking Manoeuvre", "no", rule="bor.14.declare"),
)
"""The options a scenario may offer; one with the word of a special rule overrides that when chosen."""
RESERVE_BOX = "reserve"
GROUP = Record(
    {"id": ID, "name": NAME, "side": SIDE},
    {
        "active": Int(0, 99).says(text("From which turn it is active without being chosen.")),
        "earliest": Int(1, 99).says(
            text("From which turn it may be chosen, if it does not arrive.")
        ),
    },
)

ENVELOPE = Envelope(
    game="gmt",
    sides=SIDES,
    options=OPTIONS,
    placing=Placing(
        ways=("at", "among", "anywhere", "box"),
        piece=text("unit"),
        space=text("hex"),
        place=HEX,
        facing=Int(0, 5).says(text("The vertex it faces: 0 is NNE, and so on clockwise.")),
        boxes=(RESERVE_BOX,),
        arriving=("group", "at"),
        firsts=True,
        extra={
            "command": Ref("command").says(text("The group of the stage it becomes active with.")),
            "name": NAME.says(text("What the list of hexes is called.")),
            "each": Int(1, 3).says(text("How many units of the list may share a hex.")),
            "guns": Int(1, 3).says(text("How many guns of the list may begin in a hex.")),
        },
    ),
    special=(
        SpecialRule(
            "jaeger_rules",
            text("The special rules for jaegers."),
            switch=True,
            rules=("11.0",),
        ),
        SpecialRule(
            "series_fire_limit",
            text("The artillery limit of the series."),
            switch=True,
            rules=("6.21.artonly",),
        ),
        SpecialRule(
            "reinforcement_orders",
            text("Reinforcements choose how they enter."),
            switch=True,
            rules=("7.42",),
        ),
        SpecialRule(
            "extended_movement",
            text("Who may use Extended Movement: a side, or both."),
            optional={"side": ListOf(SIDE, 0, 2, single=True)},
            rules=("7.13.elig", "7.13.effect"),
        ),
        SpecialRule(
            "belongs",
            text("Units that are of another Activation Group here than in their order of battle."),
            {"group": ID, "units": ListOf(ID, 1, 100, single=True)},
            often=True,
            rules=("5.11",),
        ),
        SpecialRule(
            "least_column",
            text("The hex column a side may not go east of."),
            {"side": SIDE, "column": Int(0, 199)},
            often=True,
            rules=("sch.limits",),
        ),
        SpecialRule(
            "closed_entry",
            text("A hex closed to a side, and those near it, until a group has entered."),
            {"at": HEX, "side": SIDE, "until": Ref("command")},
            {"within": Int(0, 20), "cites": RULE},
            often=True,
            rules=("7.44",),
        ),
        SpecialRule(
            "bridge_out",
            text("A bridge that is down."),
            {
                "between": Str(
                    pattern="[0-9]{4,6}/[0-9]{4,6}", wanted=text("a hexside such as 3217/3316")
                )
            },
            often=True,
            rules=("sch.limits",),
        ),
    ),
    won_by=("sch.victory",),
    victory=Record(
        {
            "hold": HEX.says(text("The hex that wins.")),
            "first_holder": SIDE.says(text("Who holds it at the beginning.")),
        }
    ),
    stage={
        "structure": Str(choices=("schevardino", "borodino")).says(text("Whose turn it has.")),
        "first_side": SIDE.says(text("Who moves first: the French, if it does not say.")),
        "groups": ListOf(GROUP, 0, 100, unique="id").says(
            text("Units that become active together.")
        ),
    },
    hexes=HEXES,
    forces=(Army.file, Army.alone),
)
