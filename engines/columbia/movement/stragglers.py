"""[5.7] Stragglers: moves without an order, with a Straggler Roll for each."""

from __future__ import annotations

from functools import cache

from grognard.engines.columbia.field.border_ways import ENEMY, limits_of_stacking
from grognard.engines.columbia.field.effects import lose_step
from grognard.engines.columbia.field.position import room
from grognard.engines.columbia.field.situation import situation
from grognard.engines.columbia.movement.move_effects import go
from grognard.engines.columbia.movement.movement import Moves
from grognard.engines.columbia.movement.stacking import overstacked, room_of
from grognard.engines.columbia.setup import Board
from grognard.engines.columbia.supply import capture
from grognard.engines.columbia.tables import TABLES, number
from grognard.engines.core.data.text import Text, all_of, text
from grognard.engines.core.show.asks import PASS, Ask, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Modifier, Refusal

PROMPT = text("Move blocks without orders (Straggler Roll)")
HARMED, UNHARMED = "loses a step", "unharmed"


@cache
def steps_lost(total: int) -> int:
    """[5.7.roll] Return the steps a Straggler Roll costs."""
    for row in TABLES.rows("straggler_roll"):
        if (not row["min"] or total >= int(row["min"])) and (
            not row["max"] or total <= int(row["max"])
        ):
            return int(row["steps"])
    return 0


@cache
def _attack() -> Modifier:
    """[5.7.attack] What is taken from the die of a block that attacks or reinforces."""
    return Modifier(number("straggler_attack_drm"), text("attacks or reinforces"), "5.7.attack")


def outcome(total: int) -> str:
    """[5.7.roll] Name what a Straggler Roll gives."""
    return HARMED if steps_lost(total) else UNHARMED


class StragglerMoves(Moves):
    """[5.7.who] Moves without an order. The phase ends only when stacking is as good as can be."""

    rule = "5.7.who"

    def masters(self, uid: str, area: str) -> tuple[str, ...]:
        return ("",)

    def why_not_by(self, uid: str, by: str) -> Refusal | None:
        if not by:
            return None
        words = text("No HQ can give any more orders.")
        return Refusal("5.7.who", words, (uid,))

    def why_not_pass(self) -> Refusal | None:
        if not room_of(self.where).cure.planned:
            return None
        where = overstacked(self.setup, self.state, self.where.side)
        words = text(
            "Too many blocks stand in {areas}, and some can still leave: move them first.",
            areas=all_of(map(self._crowd, where)),
        )
        return Refusal("3.31.when", words, where)

    def _crowd(self, area: str) -> Text:
        """Name an area with too many blocks, and how many those are."""
        most = limits_of_stacking(self.setup)[area]
        n = most - room(self.setup, self.state, area, self.where.side)
        name = self.setup.ground.areas[area].name
        return text("{area} ({n} where {most} may be)", area=name, n=n, most=most)

    def why_none(self) -> Refusal | None:
        return Refusal(self.rule, text("No unmoved block can go anywhere."))

    def stop(self) -> Text:
        return text("No more stragglers")


def straggle_phase(table: Board) -> Procedure[None]:
    """[5.7.who] Blocks that have not moved may do so without an order, one by one."""
    setup = table.setup
    seat = setup.seat_of(table.state.active)
    while True:
        choices = StragglerMoves(situation(setup, table.state))
        # Asked wherever blocks are free, even if none can go: that must stay hidden (0.fog).
        if not choices.where.movable or not choices.listed():
            return
        choice = yield Ask(
            seat,
            "straggle",
            PROMPT,
            ("5.7.who", "5.7.roll", "5.7.attack"),
            choices,
            form="move",
            resting=True,
            secret=True,
            odds="straggle_odds",
            costly=True,
        )
        if choice == PASS:
            return
        uid, to = word_of(choice, "piece"), word_of(choice, "at")
        at = table.state.blocks[uid].at
        if not roll(table, uid, to):
            go(table, choices.where, choice, "5.7.who")
        yield from capture.changed(table, at, to)


def roll(table: Board, uid: str, to: str) -> bool:
    """[5.7.roll] Roll for a straggler on its way to an area; return whether that eliminates it.

    It takes its loss before it arrives (5.7.attack): a block lost on the way enters nothing and
    crosses nothing. The die is public, the block is not.
    """
    setup = table.setup
    at = table.state.blocks[uid].at
    seat = setup.seat_of(setup.types[uid].side)
    area = setup.ground.areas[at].name
    fights = situation(setup, table.state).codes[to] >= ENEMY
    die = table.roll(
        seat=seat,
        rule="5.7.roll",
        purpose="straggle",
        subject=at,
        sides=number("dice_sides"),
        modifiers=(_attack(),) if fights else (),
        result=outcome,
        read_in=("straggler_roll", ""),
        first=1,
        says=text("Straggler Roll of a block in {area}", area=area),
        private=text("Straggler Roll of {block} in {area}", block=setup.types[uid].name, area=area),
        private_to=(seat,),
    )
    return any(lose_step(table, uid, "5.7.roll") for _ in range(steps_lost(die.total)))
