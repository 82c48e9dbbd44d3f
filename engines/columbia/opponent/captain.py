"""The captain's answers: one rule of thumb for each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from engines.columbia.battle.fighters import double_defense
from engines.columbia.command.command import of_army, of_corps
from engines.columbia.opponent.judge import Judge, policy, power
from engines.columbia.opponent.terms import PACKAGE, TERMS
from engines.columbia.setup import Setup
from engines.columbia.state import OFF_MAP, RUSSIAN
from engines.core.data.text import text
from engines.core.play.session import Session
from engines.core.show.asks import PASS, Ask, Choice
from engines.core.show.choices import fields_of, word_of, words_of
from engines.core.think.script import Answer, Ranking, Scripted
from engines.core.think.terms import Term
from engines.core.think.thinker import Thinker


def _pieces(options: list[Choice]) -> list[Choice]:
    return [one for one in options if "piece" in fields_of(one)]


def _potential(judge: Judge, options: list[Choice]) -> dict[str, float]:
    """Return what power could come to each area where enemies stand."""
    return judge.coming((word_of(one, "piece"), word_of(one, "at")) for one in options)


def move(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The move that gains most, by a block that is in command."""
    moves = _pieces(options)
    potential = _potential(
        judge, list({(word_of(o, "piece"), word_of(o, "at")): o for o in moves}.values())
    )
    best, found = policy()["least_gain"], PASS
    known: dict[tuple[str, str], float] = {}
    choice: Choice = found
    for one in moves:
        key = (word_of(one, "piece"), word_of(one, "at"))
        if key not in known:
            known[key] = judge.gain(*key, potential)
        if known[key] > best:
            best, choice = known[key], one
    return choice


def moves(judge: Judge, _ask: Ask, options: list[Choice]) -> list[Choice]:
    """The moves that gain most, each block to each area once, and none at all."""
    named: dict[tuple[str, str], Choice] = {}
    for one in _pieces(options):
        named.setdefault((word_of(one, "piece"), word_of(one, "at")), one)
    potential = _potential(judge, list(named.values()))
    best = sorted(named, key=lambda key: (-judge.gain(key[0], key[1], potential), key))[:TRIED]
    found = [named[key] for key in best]
    return [*found[:2], *(one for one in options if one == PASS), *found[2:]]


def activate(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The HQ whose orders gain most, where it is, or one area on if that brings it nearer to its men."""
    wants = _wants(judge)
    best, choice = policy()["least_command"], PASS
    found: Choice = choice
    for one in _pieces(options):
        hq, at = word_of(one, "piece"), word_of(one, "at", "")
        block = judge.state.blocks[hq]
        there = at or block.at
        kind = judge.setup.types[hq]
        near = {there, *judge.setup.ground.near.get(there, ())}
        if kind.reach > 1:
            near |= {b for a in list(near) for b in judge.setup.ground.near.get(a, ())}
        army = kind.weight == "army"
        gains = sorted(
            (
                gain
                for uid, gain in wants.items()
                if judge.state.blocks[uid].at in near
                and (
                    of_army(judge.setup, judge.state, hq, uid)
                    if army
                    else of_corps(judge.setup, hq, uid, judge.state.blocks[uid])
                )
            ),
            reverse=True,
        )
        if army:
            gains = gains[: kind.ladder[block.step]]
        moved = judge.gain(hq, there, {}) if there != block.at else 0.0
        worth = sum(gains) / 2 + min(0.0, moved) - (0.1 if there != block.at else 0.0)
        worth -= 0.5 if army else 0.0
        if worth > best:
            best, found = worth, one
    return found


def _wants(judge: Judge) -> dict[str, float]:
    """Return what each block that may still move would gain by its best step."""
    setup, state = judge.setup, judge.state
    blocks = [
        block
        for block in state.blocks.values()
        if block.at in setup.ground.areas
        and setup.types[block.id].side == judge.side
        and not setup.types[block.id].is_hq
        and not (block.moved or block.bombarded or block.pinned)
    ]
    potential = judge.coming((b.id, there) for b in blocks for there in setup.ground.near[b.at])
    found: dict[str, float] = {}
    for block in blocks:
        gains = (judge.gain(block.id, at, potential) for at in setup.ground.near[block.at])
        gain = max(gains, default=0.0)
        if gain > policy()["least_gain"]:
            found[block.id] = gain
    return found


def fight(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Fire where there are dice; HQs and the hopeless go back; a charge only where the enemy is nearly gone."""
    battle = judge.state.battle
    if battle is None:
        return options[0]
    mine, theirs = _fighting(judge)
    fires = [one for one in options if word_of(one, "do") == "fire"]
    goes = [one for one in options if word_of(one, "do") == "retreat"]
    flee = bool(goes) and theirs > 0 and mine < policy()["flee_odds"] * theirs
    if fires and not flee:
        best = max(fires, key=lambda one: _strength(judge, word_of(one, "piece")))
        charges = [one for one in options if word_of(one, "do") == "bayonet"]
        same = (one for one in charges if word_of(one, "piece") == word_of(best, "piece"))
        return next(same, best) if mine >= policy()["bayonet_odds"] * theirs else best
    rests = [one for one in options if word_of(one, "do") == "pass"]
    chiefs = [one for one in goes if judge.setup.types[word_of(one, "piece")].is_hq]
    if goes and (flee or not (rests or fires)):
        return max(goes, key=lambda one: _refuge(judge, one))
    if chiefs and mine < theirs:
        return max(chiefs, key=lambda one: _refuge(judge, one))
    return rests[0] if rests else options[0]


def _fighting(judge: Judge) -> tuple[float, float]:
    at = judge.state.battle.at if judge.state.battle else ""
    mine, theirs, works = (
        judge.own.get(at, 0.0),
        judge.foe.get(at, 0.0),
        policy()["redoubt_defence"],
    )
    if double_defense(judge.setup, judge.state, judge.side):
        return mine * works, theirs
    held = double_defense(judge.setup, judge.state, judge.enemy)
    return mine, theirs * (works if held else 1.0)


def _strength(judge: Judge, uid: str) -> float:
    return power(judge.setup.types[uid], judge.state.blocks[uid])


def _refuge(judge: Judge, one: Choice) -> float:
    at = word_of(one, "at", "")
    if at == OFF_MAP:
        return -8.0
    return judge.stand(word_of(one, "piece"), at) - (5.0 if judge.room(at) <= 0 else 0.0)


def square(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Squares only where most of what the enemy has in the battle rides."""
    at = judge.state.battle.at if judge.state.battle else ""
    horse = foot = 0.0
    for uid in judge.state.areas.get(at, ()):
        kind = judge.setup.types[uid]
        if kind.side != judge.side:
            rides = kind.is_cavalry
            horse += _strength(judge, uid) if rides else 0.0
            foot += 0.0 if rides else _strength(judge, uid)
    key = max if horse > 1.5 * foot else min
    return key(options, key=lambda one: len(words_of(one, "subset")))


def shelter(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The best block that a square may take in."""
    guests = [one for one in options if one != PASS]
    return max(guests, key=lambda one: _strength(judge, word_of(one)), default=PASS)


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


def hit(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The loss falls on the cheapest."""

    def cost(one: Choice) -> float:
        uid = word_of(one)
        kind, block = judge.setup.types[uid], judge.state.blocks[uid]
        last = block.step + 1 >= len(kind.ladder)
        return (
            kind.number / 6
            + (1.0 if kind.guard else 0.0)
            + (1.0 if last else 0.0)
            + (2.0 if kind.is_hq else 0.0)
        )

    return min((one for one in options if one != PASS), key=cost)


def spend(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Steps go to the best block, and to HQs that are nearly spent."""

    def worth(one: Choice) -> float:
        kind, block = judge.setup.types[word_of(one)], judge.state.blocks[word_of(one)]
        if kind.is_hq:
            return 1.5 if kind.ladder[block.step] <= 1 else 0.6
        near = 0.5 if judge.threat(block.at) else 0.0
        return kind.number / 4 + near + (0.3 if kind.guard else 0.0)

    return max((one for one in options if one != PASS), key=worth, default=PASS)


def bombard(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Guns that can bombard do, where the enemy stands thickest."""
    shots = [one for one in options if one != PASS]
    return max(
        shots, key=lambda one: judge.foe.get(str(fields_of(one).get("at", "")), 0.0), default=PASS
    )


def regroup(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """After a battle the winners spread where it gains."""
    return move(judge, _ask, options)


def best_place(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """The best of several areas for whom it is about."""
    uid = ask.subject[0] if ask.subject else ""
    places = [one for one in options if isinstance(one, str) and one in judge.setup.ground.areas]
    if uid not in judge.state.blocks or not places:
        return options[0]
    return max(places, key=lambda at: judge.stand(uid, at))


def arrive(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Reinforcements come in as near as may be to what is to be won."""
    comes = [one for one in options if fields_of(one)]

    def far(one: Choice) -> tuple[bool, int]:
        at, more = word_of(one, "at", ""), len(words_of(one, "pieces", []))
        full = at in judge.setup.ground.areas and judge.room(at) < more + 3
        return full, judge.away.get(at, 9)

    return min(comes, key=far, default=options[0])


def straggle(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Nobody straggles who need not."""
    return PASS if PASS in options else forced(judge, ask, options)


def forced(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The best of moves that must be made: out of an area that is too full, the cheapest goes."""

    def worth(one: Choice) -> float:
        uid, at = word_of(one, "piece"), word_of(one, "at")
        return judge.gain(uid, at, {}) - _strength(judge, uid)

    must = _pieces(options)
    full = [one for one in must if judge.room(judge.state.blocks[word_of(one, "piece")].at) < 0]
    return max(full or must, key=worth, default=options[0])


def first(_judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Whatever is offered first."""
    return options[0]


TRIED = 3
"""So many moves are worth a trial."""


class Captain(Scripted[Judge]):
    """Keeps corps together and HQs behind them, attacks with what is stronger, holds the redoubts.

    It looks at an imagined position, in which what it cannot know has been dealt anew.
    """

    called = text("captain")
    what = text(
        "Leads its corps: keeps them together and its HQs behind them, attacks where it is stronger, holds or takes the redoubts. It decides at once."
    )
    answers: ClassVar[Mapping[str, Answer[Any]]] = {
        "activate_hq": activate,
        "move": move,
        "move_hq": move,
        "bombard": bombard,
        "battle_turn": fight,
        "square": square,
        "shelter": shelter,
        "burn_bridge": burn_bridge,
        "hit": hit,
        "bombard_loss": hit,
        "supply_spend": spend,
        "supply_capture": spend,
        "regroup": regroup,
        "displaced": best_place,
        "straggle": straggle,
        "displace": forced,
        "arrive": arrive,
        "pin": first,
        "command_role": first,
        "main_attack": first,
        "battle_next": first,
        "attach": first,
    }

    ranked: ClassVar[Mapping[str, Ranking[Any]]] = {"move": moves, "move_hq": moves}

    def judge(self, session: Session, side: str) -> Judge:
        """Look at a position for a side."""
        return Judge(cast("Setup", session.setup), session.table.state, side)


class Marshal(Thinker):
    """Plays the captain's proposals and others on in imagined games before it decides."""

    script = Captain
    terms: ClassVar[tuple[Term, ...]] = TERMS
    package = PACKAGE
    width, whole_turns, manners = 5, True, 4
    plain = frozenset(
        {"straggle", "set_up", "supply_spend", "burn_bridge", "bombard_loss", "hit", "pin"}
    )
