"""[6.8] Regroup: the winner's blocks may each go to one adjacent area when a battle is over."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.columbia.battle.fighters import battle_of, place_name, put
from grognard.engines.columbia.battle.retreat import (
    count_crossing,
    why_full_border,
    why_held,
    why_no_step,
)
from grognard.engines.columbia.field.border_ways import mobility, ways
from grognard.engines.columbia.field.choice_shapes import ORDERED_BY, PIECE_AT, named, unlisted
from grognard.engines.columbia.field.effects import log_move, move_to
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES, holder, in_area, room
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import OFF_MAP, State
from grognard.engines.columbia.supply import capture
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal


class Regroups(Choices):
    """Every block of the winner that has not regrouped, with every area it may go to."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        battle = battle_of(state)
        here = in_area(setup, state, battle.at, battle.winner)
        self.blocks = tuple(uid for uid in here if uid not in battle.regrouped)

    def __iter__(self) -> Iterator[Choice]:
        yield from self.moves()
        yield PASS

    def moves(self) -> Iterator[Choice]:
        """Give the moves alone."""
        setup, state, at = self.setup, self.state, battle_of(self.state).at
        net = ways(setup, state)
        judged: dict[str, bool] = {}
        for uid in self.blocks:
            for there in net.steps[mobility(setup.types[uid])][at]:
                if there not in judged:
                    judged[there] = self._why_not_area(there) is None
                if judged[there]:
                    yield {"piece": uid, "at": there, "by": ""}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        words = named(choice, PIECE_AT, ORDERED_BY)
        if words is None or words.get("by") or words["piece"] not in self.state.blocks:
            return unlisted("6.8.who")
        if words["at"] == OFF_MAP:
            return Refusal(
                "3.4.move", text("Blocks do not regroup off the map."), (words["piece"],)
            )
        if words["at"] not in self.setup.ground.areas:
            return unlisted("6.8.where")
        return self._why_not_move(words["piece"], words["at"])

    def _why_not_move(self, uid: str, there: str) -> Refusal | None:
        """[6.8.who] [6.8.where] [6.8.limits] Return what refuses a move."""
        battle = battle_of(self.state)
        if uid in battle.regrouped:
            return Refusal("6.8.who", text("It has already regrouped."), (uid,))
        if uid not in self.blocks:
            words = text("Only the winner's blocks in the battle area regroup.")
            return Refusal("6.8.who", words, (uid,))
        kind = self.setup.types[uid]
        why = why_no_step(self.setup, self.state, kind, battle.at, there)
        if why is not None and why.rule == "5.4.normal":
            return Refusal("6.8.where", why.message, why.where)
        return why or self._why_not_area(there)

    def _why_not_area(self, there: str) -> Refusal | None:
        """[6.8.where] [6.8.limits] [3.31.retreat] Refuse an area whoever goes there."""
        setup, state, battle = self.setup, self.state, battle_of(self.state)
        why = why_held(setup, there, holder(setup, state, there), battle.winner)
        if why is not None:
            rule = why.rule if why.rule == "6.2.block" else "6.8.where"
            return Refusal(rule, why.message, why.where)
        if room(setup, state, there, battle.winner) <= 0:
            words = text("{area} is full.", area=place_name(setup, there))
            return Refusal("3.31.retreat", words, (there,))
        net = ways(setup, state)
        most = net.limits[battle.at, there]
        return why_full_border(battle, net.keys[battle.at, there], most, "6.8.limits")

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("End the regroup")
        kind = self.setup.types[word_of(choice, "piece")]
        return text(
            "{block} to {area}", block=kind.name, area=place_name(self.setup, word_of(choice, "at"))
        )

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        near = self.setup.ground.near[battle_of(self.state).at]
        for uid in self.blocks:
            for there in near:
                why = self._why_not_move(uid, there)
                if why is not None:
                    yield {"piece": uid, "at": there, "by": ""}, why


def regroup(table: Board) -> Procedure[None]:
    """[6.8.who] Ask the winner for one block's regroup after another, until he ends it."""
    setup = table.setup
    while True:
        battle = battle_of(table.state)
        choices = Regroups(setup, table.state)
        if not battle.winner or next(choices.moves(), None) is None:
            return
        choice = yield Ask(
            setup.seat_of(battle.winner),
            "regroup",
            text("Regroup from {area}?", area=place_name(setup, battle.at)),
            ("6.8.who", "6.8.where", "6.8.limits"),
            choices,
            form="move",
            resting=True,
            secret=True,
            subject=choices.blocks,
            where=(battle.at,),
        )
        if choice == PASS:
            return
        yield from _move(table, word_of(choice, "piece"), word_of(choice, "at"))


def _move(table: Board, uid: str, there: str) -> Procedure[None]:
    """[6.8.where] Move one block of the winner to an adjacent area."""
    setup = table.setup
    battle = battle_of(table.state)
    area, kind = place_name(setup, there), setup.types[uid]
    words = text("A {side} block regroups to {area}.", side=SIDE_ADJECTIVES[kind.side], area=area)
    private = text("{block} regroups to {area}.", block=kind.name, area=area)
    log_move(table, uid, words, private, "6.8.where", battle.at, there)
    count_crossing(table, ways(setup, table.state).keys[battle.at, there])
    put(table, regrouped=(*battle.regrouped, uid))
    move_to(table, uid, there)
    yield from capture.changed(table, there)
