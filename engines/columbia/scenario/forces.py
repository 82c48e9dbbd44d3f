"""[4.0] Orders of battle: the blocks of both sides, read from files or from a scenario."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from grognard.engines.columbia.state import SIDES, BlockType
from grognard.engines.columbia.tables import TABLES
from grognard.engines.core.data.schema import Bool, Int, ListOf, Record, Schema, Str, did_you_mean
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.scenario.fields import ID, NAME, sound
from grognard.engines.core.scenario.forces import (
    STANDS_FOR,
    Fault,
    Roll,
    Row,
    classed,
    force_file,
    made,
)

SIDE = Str(choices=SIDES)
CLASSES = {
    "hq": ("army", "corps"),
    "infantry": ("line", "light", "grenadier", "militia", "guard"),
    "cavalry": ("line", "heavy", "cossack"),
    "artillery": ("light", "heavy", "horse"),
}
INDEPENDENT = (("infantry", "light"), ("infantry", "militia"))
"""[5.24] Blocks that need no corps: any HQ of the side may order them."""
ARMIES = ("french", "russian", "1", "2")
"""[4.21.list] What the army HQs command; `State.commands` has the same keys."""
_BLOCK: dict[str, Schema] = {
    "id": ID,
    "name": NAME,
    **classed("arm", CLASSES),
    "firepower": Str(
        pattern="[ABC][1-6]", wanted=text("a letter A to C and a number, as in C2")
    ).says(text("When it fires and what hits.")),
    "steps": ListOf(Int(0, 9), 1, 4).says(text("Its strengths from full to last step.")),
}
_BLOCK_MORE: dict[str, Schema] = {
    "corps": ID.says(text("The corps it is ordered with; without one it is independent.")),
    "army": Int(1, 2).says(text("The Russian army it is of.")),
    "range": Int(1, 3).says(text("The command range of an HQ, in areas.")),
    "rank": Int(0, 99).says(text("The place of an HQ in the order of seniority.")),
    "guard": Bool().says(text("Whether it is of the Guard.")),
    **STANDS_FOR,
}
BLOCK = Record(_BLOCK, _BLOCK_MORE)
INLINE_BLOCK = Record({**_BLOCK, "side": SIDE}, _BLOCK_MORE)
CORPS = {"corps": ListOf(Record({"id": ID, "name": NAME})).says(text("What corps are called."))}
CALLED = {"class": "weight", "steps": "ladder", "range": "reach"}
"""Fields of a printed piece that its key calls otherwise."""


@dataclass(slots=True)
class Army(Roll[BlockType]):
    """Everything the orders of battle of a scenario offer."""

    what, kind, many = text("block"), BlockType, "blocks"
    classes = CLASSES
    each, alone = BLOCK, INLINE_BLOCK
    file = force_file("columbia", SIDE, "blocks", BLOCK, CORPS)
    called = CALLED
    corps_names: dict[str, str] = field(default_factory=dict)

    def add(self, doc: Row) -> None:
        rows = sound(doc.get("corps"), "id", "name")
        self.corps_names |= {row["id"]: row["name"] for row in rows}

    def check(self, row: Row, fault: Fault) -> None:
        """[4.0] A block's ladder falls, an HQ has what HQs have."""
        steps, hq = row["steps"], row["arm"] == "hq"
        if any(above <= below for above, below in pairwise(steps)):
            fault(("steps",), tr("the steps of a block fall from full strength"))
        if (steps[-1] == 0) != hq:
            last = tr("the last step of an HQ is 0")
            fault(("steps",), last if hq else tr("only an HQ has a step of 0"))
        if hq and "range" not in row:
            fault(("",), tr("an HQ has a command range"), tr("add range: 1 to 3"))
        self._check_corps(row, fault)

    def _check_corps(self, row: Row, fault: Fault) -> None:
        """[5.22.corps] [5.24] Every block but a light or militia one belongs to a corps that exists."""
        corps = row.get("corps")
        if row["arm"] == "hq" and row["class"] == "army" and corps not in ARMIES:
            fault(
                ("corps",),
                tr("an army HQ commands an army"),
                tr("write {known}", known=verbatim(", ".join(ARMIES))),
            )
        elif corps is None and (row["arm"], row["class"]) not in INDEPENDENT:
            fault(("",), tr("{id} belongs to no corps", id=verbatim(row["id"])), tr("add corps"))
        elif corps is not None and self.corps_names and corps not in self.corps_names:
            mend = did_you_mean(corps, self.corps_names) or tr("add it to corps")
            fault(("corps",), tr("unknown corps {corps}", corps=verbatim(corps)), mend)

    def make(self, row: Row, side: str) -> BlockType:
        letter, number = row["firepower"][0], int(row["firepower"][1:])
        vp = worth(side, row["arm"], row["class"], guard=row.get("guard", False))
        fresh = {"corps": "", **row, "side": side, "letter": letter, "number": number, "vp": vp}
        return made(BlockType, fresh, self.called)


def worth(side: str, arm: str, weight: str, *, guard: bool) -> int:
    """[8.2] [8.3.french] [8.4.french] Return the VP the enemy has for eliminating such a block."""
    kind = "unit"
    if arm == "hq":
        kind = "ahq" if weight == "army" else "chq"
    elif guard:
        kind = "guard"
    return TABLES.value("victory_points", f"{side}_{kind}", "vp")
