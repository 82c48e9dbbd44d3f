"""[6.31] One battle turn: which of the blocks of a letter acts, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from grognard.engines.columbia.battle import firing
from grognard.engines.columbia.battle.fighters import attacks, battle_of, place_name, pursued, put
from grognard.engines.columbia.battle.firing import Fire, fire_of, why_not_bayonet, why_not_fire
from grognard.engines.columbia.battle.hits import pending
from grognard.engines.columbia.battle.retreat import destroy, retreat, retreats
from grognard.engines.columbia.battle.retreat import why_not as why_not_retreat
from grognard.engines.columbia.field.choice_shapes import named, unlisted
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import OFF_MAP, Side, State
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal

FIRE, BAYONET, RETREAT, REST = "fire", "bayonet", "retreat", "pass"
ACT = frozenset({"piece", "do"})
NOTHING: frozenset[str] = frozenset()
FIELDS = {
    FIRE: (NOTHING, frozenset({"target"})),
    BAYONET: (NOTHING, NOTHING),
    RETREAT: (frozenset({"at"}), NOTHING),
    REST: (NOTHING, NOTHING),
}
"""What else a battle turn of each kind says, besides who does what: what it must and what it may."""
MANY = 2
"""So many blocks are counted in the heading, one is named."""


class Turns(Choices):
    """What the blocks of one letter of a side may do: {"piece", "do", "target" | "at"}.

    `do` is fire (with a target where the enemy stands partly in square, 6.62.target), bayonet,
    retreat (to an area or off the map) or pass.
    """

    def __init__(self, setup: Setup, state: State, blocks: tuple[str, ...]) -> None:
        self.setup = setup
        self.state = state
        self.blocks = blocks
        battle = battle_of(state)
        self.must_retreat = pursued(battle) and attacks(setup, battle, blocks[0])

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._listed)

    @cached_property
    def _listed(self) -> list[Choice]:
        """Every choice: looked at to see whether there is one, and then offered."""
        return list(self._all())

    def _all(self) -> Iterator[Choice]:
        judged: dict[str, bool] = {}
        for uid in self.blocks:
            yield from self.fires(uid)
            for there in retreats(self.setup, self.state, uid, judged):
                yield {"piece": uid, "do": RETREAT, "at": there}
            if not self.must_retreat:
                yield {"piece": uid, "do": REST}

    def fires(self, uid: str) -> Iterator[Choice]:
        """Give the ways in which a block may fire."""
        setup, state = self.setup, self.state
        for target in firing.targets(setup, state, uid):
            if why_not_fire(setup, state, uid, target) is None:
                yield {"piece": uid, "do": FIRE, **({"target": target} if target else {})}
        if setup.types[uid].is_infantry and why_not_bayonet(setup, state, uid) is None:
            yield {"piece": uid, "do": BAYONET}

    def why_not(self, choice: Choice) -> Refusal | None:
        words = named(choice, ACT, frozenset({"target", "at"}))
        if words is None or words["piece"] not in self.state.blocks:
            return unlisted("6.31.turn")
        uid, what = words["piece"], words["do"]
        needed, free = FIELDS.get(what, (ACT, ACT))
        if what not in FIELDS or not ACT | needed <= words.keys() <= ACT | needed | free:
            return unlisted("6.31.turn")
        return self._why_not_now(uid) or self._why_not(uid, what, words)

    def _why_not_now(self, uid: str) -> Refusal | None:
        """[6.31.turn] [6.31.order] [6.4.idle] Refuse a block whose turn it is not."""
        if uid in self.blocks:
            return None
        battle = battle_of(self.state)
        if uid in battle.acted:
            words = text("It has had its battle turn in this round.")
            return Refusal("6.31.turn", words, (uid,))
        own = self.setup.types[uid].side == self.setup.types[self.blocks[0]].side
        entry = next((e for e in self.state.entries if e.block == uid and own), None)
        if entry is not None and entry.at == battle.at and entry.round > battle.round:
            words = text("It joins in round {round}.", round=entry.round)
            return Refusal("6.4.idle", words, (uid,))
        return Refusal(
            "6.31.order", text("It is not its turn yet: A fires first, then B, then C."), (uid,)
        )

    def _why_not(self, uid: str, what: str, choice: dict[str, str]) -> Refusal | None:
        setup, state = self.setup, self.state
        if what == FIRE:
            return why_not_fire(setup, state, uid, choice.get("target", ""))
        if what == BAYONET:
            return why_not_bayonet(setup, state, uid)
        if what == RETREAT:
            if choice["at"] != OFF_MAP and choice["at"] not in setup.ground.areas:
                return unlisted("6.7.retreat")
            return why_not_retreat(setup, state, uid, choice["at"])
        if self.must_retreat:
            return Refusal("6.73.order", text("Attackers must retreat in this round."), (uid,))
        return None

    def fire(self, choice: Choice) -> Fire:
        """Return the fire that a choice makes."""
        return fire_of(
            self.setup,
            self.state,
            word_of(choice, "piece"),
            word_of(choice, "target", ""),
            bayonet=word_of(choice, "do") == BAYONET,
        )

    def label(self, choice: Choice) -> Text:
        name, what = self.setup.types[word_of(choice, "piece")].name, word_of(choice, "do")
        if what == RETREAT:
            if word_of(choice, "at") == OFF_MAP:
                return text("{block}: retreat off the map", block=name)
            area = place_name(self.setup, word_of(choice, "at"))
            return text("{block}: retreat to {area}", block=name, area=area)
        if what == BAYONET:
            return text("{block}: bayonet charge", block=name)
        if what == REST:
            return text("{block}: pass", block=name)
        aim = {firing.SQUARE: text("against squares"), firing.OPEN: text("at the others")}
        words = aim.get(word_of(choice, "target", ""))
        if words is None:
            return text("{block}: fire", block=name)
        return text("{block}: fire {aim}", block=name, aim=words)

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if word_of(choice, "do") not in {FIRE, BAYONET}:
            return ()
        return firing.describe(self.fire(choice))

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        at = battle_of(self.state).at
        for uid in self.blocks:
            asked: list[dict[str, Any]] = [{"do": FIRE}]
            if self.setup.types[uid].is_infantry:
                asked.append({"do": BAYONET})
            asked += [{"do": RETREAT, "at": there} for there in self.setup.ground.near[at]]
            for fields in asked:
                choice = {"piece": uid, **fields}
                why = self.why_not(choice)
                if why is not None:
                    yield choice, why


def battle_turn(table: Board, side: Side, blocks: tuple[str, ...]) -> Procedure[None]:
    """[6.31.turn] Let one of the blocks that are to act now take its battle turn.

    Nobody is asked where nothing but passing is possible; an attacker without a way out in round 4
    is lost, after those that still have one.
    """
    setup = table.setup
    choices = Turns(setup, table.state, blocks)
    options = list(choices)
    if not options:
        destroy(table, blocks[0])
        return
    if all(word_of(option, "do") == REST for option in options):
        _idle(table, blocks)
        return
    choice = yield _ask(setup, table.state, side, choices)
    yield from act(table, choices, choice)


def _ask(setup: Setup, state: State, side: Side, choices: Turns) -> Ask:
    battle = battle_of(state)
    names = [setup.types[uid].name for uid in choices.blocks]
    prompt = (
        text("Round {round}: a battle turn of {blocks}", round=battle.round, blocks=names[0])
        if len(names) < MANY
        else counted(
            "Round {round}: a battle turn of {n} block",
            "Round {round}: a battle turn of one of {n} blocks",
            round=battle.round,
            n=len(names),
        )
    )
    rules = ["6.31.turn", "6.31.order", "4.13.order"]
    if choices.must_retreat:
        prompt = text("Round {round}: the attackers must retreat", round=battle.round)
        rules += ["6.3.round4", "6.73.order"]
    return Ask(
        setup.seat_of(side),
        "battle_turn",
        prompt,
        tuple(rules),
        choices,
        form="target",
        resting=True,
        subject=choices.blocks,
        where=(battle.at,),
        odds="odds",
    )


def _idle(table: Board, blocks: tuple[str, ...]) -> None:
    """[6.31.turn] Note that blocks can neither fire nor retreat, and why they cannot fire."""
    setup = table.setup
    for uid in blocks:
        target = next(iter(firing.targets(setup, table.state, uid)), "")
        why = why_not_fire(setup, table.state, uid, target)
        reason = why.message if why else text("Nothing can be done.")
        words = text("{block} does nothing: {why}", block=setup.types[uid].name, why=reason)
        table.log(
            "note",
            words,
            *([why.rule] if why else []),
            pieces=(uid,),
            seat=setup.seat_of(setup.types[uid].side),
        )
    put(table, acted=(*battle_of(table.state).acted, *blocks))


def act(table: Board, choices: Turns, choice: Choice) -> Procedure[None]:
    """[6.31.turn] [6.5.immediate] Carry out a battle turn; its hits are given out at once."""
    setup = table.setup
    uid = word_of(choice, "piece")
    put(table, acted=(*battle_of(table.state).acted, uid))
    if word_of(choice, "do") == RETREAT:
        yield from retreat(table, uid, word_of(choice, "at"))
    elif word_of(choice, "do") == REST:
        words = text("{block} does nothing.", block=setup.types[uid].name)
        table.log(
            "choice", words, "6.31.turn", seat=setup.seat_of(setup.types[uid].side), pieces=(uid,)
        )
    else:
        fire = choices.fire(choice)
        if fire.bayonet:
            words = text("{block} charges with the bayonet.", block=setup.types[uid].name)
            table.log(
                "choice",
                words,
                "6.52.declare",
                pieces=(uid,),
                seat=setup.seat_of(setup.types[uid].side),
            )
        firing.shoot(table, fire)
        yield from pending(table)
