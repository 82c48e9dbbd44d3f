"""[14.1.order] [16.0] What a scenario of this game holds: the envelope, its options and special rules."""

from __future__ import annotations

from grognard.engines.core.data.schema import Int, ListOf, Record, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.play.setups import Option
from grognard.engines.core.scenario.envelope import Envelope, SpecialRule
from grognard.engines.core.scenario.fields import ID, NAME
from grognard.engines.core.scenario.hexmaps import HEX
from grognard.engines.core.scenario.placing import Placing
from grognard.engines.core.scenario.scenariolist import TAKE_BACK
from grognard.engines.europa.scenario.forces import FORCES, SIDE
from grognard.engines.europa.scenario.ground import WORDS
from grognard.engines.europa.setup import EDGES, SIDES

COUNT = Int(0, 60)
SPECIAL = (
    SpecialRule(
        "depots",
        text("The Depots that a side begins with, in place of a choice."),
        {"side": SIDE, "at": ListOf(HEX, 0, 30, single=True)},
        often=True,
        rules=("14.1.russian-depots", "14.1.french-depots"),
        lays="depot",
    ),
    SpecialRule(
        "trains",
        text("A side's Supply Trains turn by turn, in place of the table."),
        {"side": SIDE, "numbers": ListOf(COUNT, 1, 30)},
        often=True,
        rules=("7.2", "17.note"),
    ),
    SpecialRule(
        "forward",
        text("How many of a side's units begin near the border."),
        {
            "side": SIDE,
            "within": Int(1, 30),
            "infantry": COUNT,
            "cavalry": COUNT,
            "artillery": COUNT,
        },
        often=True,
        rules=("14.1.russian-free",),
    ),
    SpecialRule(
        "edges",
        text(
            "The hexes from which a side is fed, or the Austrians, in place of what the map says."
        ),
        {"side": Str(choices=EDGES), "at": ListOf(HEX, 1, 60, single=True)},
        often=True,
        rules=("1.1.uss", "1.1.uss-austria"),
    ),
    SpecialRule(
        "reserve",
        text(
            "The Commanders that begin with the Cavalry Reserve where it is deployed, in place of their line."
        ),
        {"with": ListOf(ID, 1, 10, single=True)},
        rules=("16.7.deploy", "14.1.french"),
    ),
    SpecialRule(
        "decisive",
        text("Decisive Victory points at the beginning."),
        {"points": Int(0, 12)},
        rules=("14.7.b",),
    ),
)
OPTIONS = (
    TAKE_BACK,
    Option("heights", "Dummies in stacks", "no", rule="15.1"),
    Option("cards", "Event cards", "no", rule="16.1.draw"),
    Option("ranks", "Ranks of command", "no", rule="16.2"),
    Option("abilities", "Abilities of Commanders", "no", rule="16.4.0"),
    Option("chaos", "Russian command chaos", "no", rule="16.5"),
    Option("losses", "Cavalry is lost first", "no", rule="16.6"),
    Option("reserve", "The Cavalry Reserve", "no", rule="16.7.deploy"),
    Option("revolt", "Revolt in the Ukraine", "no", rule="16.8"),
    Option("austrians", "Reluctant Austrians", "no", rule="16.10"),
    Option("contingents", "Defecting contingents", "no", rule="16.11"),
    Option("swedes", "Swedish help", "no", rule="16.12"),
    Option("two_years", "The campaign of two years", "no", rule="16.13.trigger"),
)
ALL = tuple(option.id for option in OPTIONS)
ENVELOPE = Envelope(
    game="europa",
    sides=SIDES,
    options=OPTIONS,
    unlisted=ALL,
    placing=Placing(
        ways=("at", "among", "zone"),
        piece=text("piece"),
        group=text("corps"),
        space=text("hex"),
        place=HEX,
        states=("disrupted",),
        condition=Str(choices=("swedes", "card", "quarters")),
    ),
    special=SPECIAL,
    won_by=("14.7.a",),
    victory=Record({"at": HEX, "points": Int(1, 9)}, {"name": NAME}).says(
        text("What a city is worth, in place of what the map says.")
    ),
    hexes=WORDS,
    turns=16,
    forces=(FORCES,),
)
