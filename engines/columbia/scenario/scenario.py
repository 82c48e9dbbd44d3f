"""[9.0] What a scenario of this game says besides what every scenario says."""

from __future__ import annotations

from grognard.engines.columbia.map.battlemap import LAYERS, MAP
from grognard.engines.columbia.scenario.forces import SIDE, Army
from grognard.engines.columbia.setup import REDUCED
from grognard.engines.columbia.state import ABSENT, SIDES, WAITING
from grognard.engines.columbia.tables import TABLES
from grognard.engines.core.data.schema import Int, ListOf, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.play.setups import Option
from grognard.engines.core.scenario.envelope import Envelope, SpecialRule
from grognard.engines.core.scenario.fields import ID
from grognard.engines.core.scenario.placing import Placing
from grognard.engines.core.scenario.scenariolist import TAKE_BACK

HOURS = tuple(row["hour"] for row in TABLES.rows("turn_track"))
OPTIONS = (
    TAKE_BACK,
    Option("flank_attacks", "Flank attacks", "no", rule="flank.main"),
    Option("bid", "Bid for sides", "no", rule="8.opt.bid"),
)
"""The options a scenario may offer, with the rule each brings in."""
ENVELOPE = Envelope(
    game="columbia",
    sides=SIDES,
    options=OPTIONS,
    unlisted=tuple(option.id for option in OPTIONS),
    placing=Placing(
        ways=("at", "among", "within", "box"),
        piece=text("block"),
        group=text("corps"),
        space=text("area"),
        states=(REDUCED,),
        boxes=(WAITING, ABSENT),
        absent=ABSENT,
    ),
    clock={"first": Str(choices=HOURS)},
    special=(
        SpecialRule(
            "stacking",
            text("Set-up obeys stacking."),
            {"side": ListOf(SIDE, 0, 2, single=True)},
            rules=("1.2.units",),
        ),
        SpecialRule("start_line", text("The start line divides the set-up."), rules=("9.2.zones",)),
        SpecialRule("french_bridge", text("The French Bridge is in play."), rules=("9.2.bridge",)),
        SpecialRule(
            "double_source",
            text("What a double source pays."),
            {"pays": Int(1, 2)},
            rules=("9.1.supply",),
        ),
        SpecialRule(
            "attach",
            text("Blocks that serve one corps or another."),
            {"piece": ListOf(ID, 0, 20, single=True)},
            rules=("9.2.attach",),
        ),
    ),
    needs={"day": Int(1, 31)},
    stages=3,
    turns=len(HOURS),
    board=MAP,
    layers=LAYERS,
    forces=(Army.file, Army.alone),
)
