"""The captain's answers: one rule of thumb for each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from grognard.engines.columbia.opponent import fighting, leading
from grognard.engines.columbia.opponent.judge import Judge, policy
from grognard.engines.columbia.opponent.terms import PACKAGE, TERMS
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import RUSSIAN
from grognard.engines.core.data.text import text
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.think.script import Answer, Ranking, Scripted
from grognard.engines.core.think.terms import Term
from grognard.engines.core.think.thinker import Thinker


def burn_bridge(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Who defends burns the bridge over which the most may come against the fewest, now or a march later."""
    if judge.side != RUSSIAN:
        return PASS

    def beyond(at: str) -> float:
        return judge.foe.get(at, 0.0) if at in judge.foe else judge.threat(at)

    def gain(one: Choice) -> float:
        border = judge.setup.ground.borders[word_of(one)]
        ends = ((border.a, border.b), (border.b, border.a))
        coming = (
            beyond(a) - judge.own[b] for a, b in ends if b in judge.own and a not in judge.own
        )
        return max(coming, default=0.0)

    best = max((one for one in options if one != PASS), key=gain, default=PASS)
    return best if best != PASS and gain(best) > policy()["burn_gain"] else PASS


def spend(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Steps go to the best block, and to HQs that are nearly spent."""

    def worth(one: Choice) -> float:
        kind, block = judge.setup.types[word_of(one)], judge.state.blocks[word_of(one)]
        if kind.is_hq:
            return 1.5 if kind.ladder[block.step] <= 1 else 0.6
        near = 0.5 if judge.threat(block.at) else 0.0
        last = near if block.step + 1 >= len(kind.ladder) else 0.0
        return kind.number / 4 + near + last + (0.3 if kind.guard else 0.0)

    return max((one for one in options if one != PASS), key=worth, default=PASS)


def best_place(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """The best of several areas for whom it is about."""
    uid = ask.subject[0] if ask.subject else ""
    places = [one for one in options if isinstance(one, str) and one in judge.setup.ground.areas]
    if uid not in judge.state.blocks or not places:
        return options[0]
    return max(places, key=lambda at: judge.stand(uid, at))


def pin(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Pinned are those who stay to fight: HQs, and guns that could go, are kept free."""

    def kept(one: Choice) -> float:
        kinds = [judge.setup.types[uid] for uid in words_of(one, "subset")]
        fights = sum(judge.powers.get(uid, 0.0) for uid in words_of(one, "subset"))
        return fights - sum(2.0 for kind in kinds if kind.is_hq)

    return max(options, key=kept)


def main_attack(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """The Main Attack is where most power came from: who comes over the flank waits for a round."""
    coming = {
        key: sum(
            judge.powers.get(entry.block, 0.0)
            for entry in judge.state.entries
            if entry.at == ask.where[0] and entry.border == key
        )
        for key in map(word_of, options)
    }
    return max(options, key=lambda one: coming[word_of(one)])


def first(_judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Whatever is offered first."""
    return options[0]


class Captain(Scripted[Judge]):
    """Keeps corps together and HQs behind them, attacks with what is stronger, holds the redoubts.

    It looks at an imagined position, in which what it cannot know has been dealt anew.
    """

    called = text("captain")
    what = text(
        "Leads its corps: keeps them together with its HQs behind them, attacks where it is stronger, holds or takes the redoubts. It decides at once."
    )
    answers: ClassVar[Mapping[str, Answer[Any]]] = {
        "activate_hq": leading.activate,
        "move": leading.move,
        "move_hq": leading.move_hq,
        "bombard": leading.bombard,
        "battle_turn": fighting.fight,
        "square": fighting.square,
        "shelter": fighting.shelter,
        "burn_bridge": burn_bridge,
        "hit": fighting.hit,
        "bombard_loss": fighting.hit,
        "supply_spend": spend,
        "supply_capture": spend,
        "regroup": leading.move,
        "displaced": best_place,
        "straggle": leading.straggle,
        "displace": leading.excess,
        "arrive": leading.arrive,
        "pin": pin,
        "command_role": first,
        "main_attack": main_attack,
        "battle_next": first,
        "attach": first,
    }

    ranked: ClassVar[Mapping[str, Ranking[Any]]] = {"move": leading.moves, "move_hq": leading.moves}

    def judge(self, session: Session, side: str) -> Judge:
        """Look at a position for a side."""
        return Judge(cast("Setup", session.setup), session.table.state, side, session.table.entries)


class Marshal(Thinker):
    """Plays the captain's proposals and others on in imagined games before it decides."""

    script = Captain
    terms: ClassVar[tuple[Term, ...]] = TERMS
    package = PACKAGE
    width, whole_turns, manners = 5, True, 4
    half_way, thrifty = 0.2, True
    plain = frozenset(
        {"straggle", "set_up", "supply_spend", "burn_bridge", "bombard_loss", "hit", "pin"}
    )
