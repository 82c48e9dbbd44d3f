"""What a scenario of this game says besides what every scenario says."""

from __future__ import annotations

from grognard.engines.core.data.schema import Int, ListOf, Number, Record, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.play.setups import Option
from grognard.engines.core.scenario.envelope import Envelope, SpecialRule
from grognard.engines.core.scenario.fields import ID, NAME
from grognard.engines.core.scenario.placing import Placing
from grognard.engines.core.scenario.scenariolist import TAKE_BACK
from grognard.engines.risorgimento.army.units import FORMATIONS, SIDES
from grognard.engines.risorgimento.map.tablemap import LAYERS, MAP, POINT
from grognard.engines.risorgimento.scenario.forces import FORCES, INLINE_FORCES, SIDE
from grognard.engines.risorgimento.tables import rows

CAPS = ("none", "1", "2", "3", "4")
OPTIONS = (
    TAKE_BACK,
    Option("premeasure", "Measuring beforehand", "no", rule="scale.premeasure"),
    Option("written_orders", "Written orders and couriers", "no", rule="A.2.orders"),
    Option("figures", "Size of the figures", "15mm", tuple(rows("figures")), "scale.25mm"),
    Option("one_artillery_fire", "One artillery fire a turn", "no", rule="D.phase"),
    Option("opportunity_cap", "Most opportunity shots of a unit", "none", CAPS, "E.9.cap"),
)
"""The options of every scenario, with the rule each belongs to."""
OPTION_IDS = tuple(option.id for option in OPTIONS)
SLOT = Str(pattern="[0-3](-left|-right)?", wanted=text("a side 0 to 3, -left or -right of it"))
TIME = Str(pattern="[0-2][0-9]:[0-5][0-9]", wanted=text("a time of day, as in 14:30"))
DEFAULT_START = "12:00"
HEADING = Number(-360, 360)
DEFAULT_HOME = {"allied": 180.0, "austrian": 0.0}
TURN, COUNT = Int(1, 200), Int(0, 1000)
PIECES = ListOf(ID, 1, 50, single=True)
OBJECTIVE = Record(
    {"id": ID, "name": NAME, "point": POINT},
    {
        "at": ListOf(ID, 1, 20, single=True).says(text("Its sectors, where it has any.")),
        "first": SIDE.says(text("Who holds it at the start.")),
        "points": COUNT,
    },
)
ENVELOPE = Envelope(
    game="risorgimento",
    sides=SIDES,
    options=OPTIONS,
    always=OPTION_IDS,
    unlisted=OPTION_IDS,
    placing=Placing(
        ways=("at", "pose"),
        piece=text("unit or commander"),
        group=text("formation"),
        space=text("sector"),
        condition=Str(choices=("passive",)),
        formations=FORMATIONS,
        extra={
            "slot": SLOT.says(text("The side of a sector it stands at.")),
            "worn": Int(1, 9).says(text("The VM points it lacks at the start.")),
        },
    ),
    clock={"first": TIME.says(text("The time of day of the first turn."))},
    special=(
        SpecialRule(
            "passive",
            text("Formations that move only after a whole turn in which no enemy fought."),
            {"group": PIECES},
            rules=("E.phase.order",),
        ),
        SpecialRule(
            "storm",
            text("A storm: it is added to every fire value; of an allowance no more may be spent."),
            {"first": TURN, "last": TURN},
            {"fire": Int(-20, 20), "movement": Number(0, 1)},
            rules=("D.2.weather",),
        ),
        SpecialRule(
            "command_penalty",
            text("What is added to a side's initiative tests from a turn on."),
            {"side": SIDE, "from": TURN, "add": Int(-20, 20)},
            rules=("A.1.test",),
        ),
        SpecialRule(
            "exit",
            text("After a turn, points for each unit that leaves by a road's end."),
            {"side": SIDE, "point": POINT, "after": TURN, "points": COUNT},
            rules=("I.clock",),
        ),
        SpecialRule(
            "withdrawal",
            text("From a turn on one brigade a turn leaves by a road's end."),
            {"side": SIDE, "from": TURN, "point": POINT},
            rules=("I.clock",),
        ),
        SpecialRule(
            "wade",
            text("Units that may wade a piece of ground once, as a ford."),
            {"zone": ID, "piece": PIECES},
            rules=("E.5.cost",),
        ),
        SpecialRule(
            "mines",
            text("A side has mined the bridges marked so."),
            {"side": SIDE},
            rules=("geo.bridge",),
        ),
        SpecialRule(
            "hold_to_win",
            text("How many objectives a side needs to win, and how many to draw."),
            {"side": SIDE, "win": COUNT, "draw": COUNT},
            rules=("I.clock", "I.1.objectives"),
        ),
        SpecialRule(
            "visibility",
            text("The open limit from a turn on."),
            {"turn": TURN, "cm": Number(1, 200)},
            often=True,
            rules=("D.2.open",),
        ),
    ),
    won_by=("I.1.objectives",),
    victory=OBJECTIVE.says(text("A place to hold.")),
    more={
        "home": Record(dict.fromkeys(SIDES, HEADING)).says(
            text("The heading towards each side's own edge of the table.")
        ),
        "level": Str(choices=("brigade", "division")).says(text("What alternates in phase E.")),
    },
    board=MAP,
    layers=LAYERS,
    forces=(FORCES, INLINE_FORCES),
)
