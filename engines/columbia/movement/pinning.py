"""[5.5] Pinning: which blocks of Player 2 the blocks that entered their areas hold fast."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from grognard.engines.columbia.field.choice_shapes import part_of, unlisted
from grognard.engines.columbia.field.effects import change_all
from grognard.engines.columbia.field.position import enemy_of, holder, in_area
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.show.asks import Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import Refusal


def fix_pins(table: Board) -> None:
    """[5.5.pin] At the end of Player 1's Action Phase count the blocks he pins in each area."""
    setup = table.setup
    first = table.state.first
    pins = {}
    for area in table.state.areas:
        if holder(setup, table.state, area) == "contested":
            entered = len(in_area(setup, table.state, area, first)) * number("pin_per_entered")
            there = len(in_area(setup, table.state, area, enemy_of(first)))
            pins[area] = min(entered, there)
    table.update(pins=pins)


def pin_phase(table: Board) -> Procedure[None]:
    """[5.5.choice] Player 2 chooses for each area entered which of his blocks are pinned there."""
    setup = table.setup
    side = table.state.active
    for area, count in table.state.pins.items():
        if area in table.state.done:
            continue
        uids = in_area(setup, table.state, area, side)
        pinned = uids
        if count < len(uids):
            choice = yield Ask(
                setup.seat_of(side),
                "pin",
                counted(
                    "Which of your blocks in {area} is pinned?",
                    "Which {n} of your blocks in {area} are pinned?",
                    n=count,
                    area=setup.ground.areas[area].name,
                ),
                ("5.5.pin", "5.5.choice"),
                Pinned(setup, uids, count, area),
                form="subset",
                resting=True,
                secret=True,
                subject=uids,
                where=(area,),
            )
            pinned = tuple(words_of(choice, "subset"))
        _pin(table, area, pinned)


def _pin(table: Board, area: str, pinned: tuple[str, ...]) -> None:
    setup = table.setup
    change_all(table, pinned, pinned=True)
    table.update(done=(*table.state.done, area))
    seat = setup.seat_of(table.state.active)
    name = setup.ground.areas[area].name
    table.log(
        "result",
        counted(
            "{n} block is pinned in {area}.",
            "{n} blocks are pinned in {area}.",
            n=len(pinned),
            area=name,
        ),
        "5.5.pin",
        seat=seat,
        where=(area,),
        private=text(
            "Pinned in {area}: {blocks}",
            area=name,
            blocks=all_of(setup.types[uid].name for uid in pinned),
        ),
        private_to=(seat,),
        private_pieces=pinned,
    )


def unpin(table: Board) -> None:
    """[5.5.leave] Pins bind only in the Action Phase of Player 2."""
    pinned = [uid for uid, block in table.state.blocks.items() if block.pinned]
    if pinned:
        change_all(table, pinned, pinned=False)


class Pinned(Choices):
    """[5.5.choice] So many of the blocks in an area: {"subset": [block, ...]} in listed order."""

    def __init__(self, setup: Setup, uids: tuple[str, ...], count: int, area: str) -> None:
        self.setup, self.uids, self.count, self.area = setup, uids, count, area
        self.items, self.least, self.most = uids, count, count

    def __iter__(self) -> Iterator[Choice]:
        for chosen in combinations(self.uids, self.count):
            yield {"subset": list(chosen)}

    def why_not(self, choice: Choice) -> Refusal | None:
        chosen = part_of(choice, self.uids)
        if chosen is None:
            return unlisted("5.5.choice")
        if len(chosen) == self.count:
            return None
        words = counted(
            "Exactly {n} block is pinned, as many as have entered.",
            "Exactly {n} blocks are pinned, as many as have entered.",
            n=self.count,
        )
        return Refusal("5.5.pin", words, (self.area,))

    def label(self, choice: Choice) -> Text:
        names = all_of(self.setup.types[uid].name for uid in words_of(choice, "subset"))
        return text("Pinned: {blocks}", blocks=names)
