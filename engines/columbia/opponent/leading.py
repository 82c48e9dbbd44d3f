"""The captain in his Action Phase: which HQs give orders, what bombards, who moves where."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engines.columbia.bombardment.bombardment import fields
from grognard.engines.columbia.command.command import Orders, of_army, of_corps
from grognard.engines.columbia.field.border_ways import CONTESTED
from grognard.engines.columbia.field.position import strength
from grognard.engines.columbia.opponent.assault import Assaults
from grognard.engines.columbia.opponent.judge import Judge, policy
from grognard.engines.columbia.state import FRENCH
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import fields_of, word_of, words_of

TRIED = 3
"""So many moves are worth a trial."""
LET_BE = -10.0
"""What it is worth to seek battle for who has won as it stands, where nobody acts after him any more."""
Key = tuple[str, str]


def _pieces(options: list[Choice]) -> list[Choice]:
    return [one for one in options if "piece" in fields_of(one)]


def _by_step(options: Iterable[Choice]) -> dict[Key, Choice]:
    """Return one move for each block and area."""
    named: dict[Key, Choice] = {}
    for one in options:
        said = fields_of(one)
        if "piece" in said:
            named.setdefault((str(said["piece"]), str(said["at"])), one)
    return named


def worth_of_a_step(judge: Judge, assaults: Assaults, uid: str, at: str) -> float:
    """Return what a block gains by going to an area, to fight or not."""
    if at in judge.foe:
        if judge.last_word and not judge.urgent and at not in judge.own:
            return LET_BE
        return policy()["attack"] * assaults.gain(uid, at) - judge.leaves(uid)
    return judge.gain(uid, at, assaults.gather.get(at, 0.0)) + guns(judge, uid, at)


def guns(judge: Judge, uid: str, at: str) -> float:
    """Return what a battery gains by what it could bombard from an area in the next turn."""
    if not judge.setup.types[uid].is_artillery:
        return 0.0
    here = judge.state.blocks[uid].at
    return policy()["battery"] * (_shots(judge, uid, at) - _shots(judge, uid, here))


def _shots(judge: Judge, uid: str, at: str) -> float:
    """Return the hits that a battery may hope for from an area, on the best that it can fire at."""
    found = judge.shots.get((uid, at))
    if found is None:
        found = judge.shots[uid, at] = _shots_from(judge, uid, at)
    return found


def _shots_from(judge: Judge, uid: str, at: str) -> float:
    kind, foe = judge.setup.types[uid], judge.foe
    if at not in judge.setup.ground.areas or at in foe:
        return 0.0
    targets = [change for to, _, change in fields(judge.setup, at) if to in foe]
    others = sum(
        judge.setup.types[one].is_artillery and judge.setup.types[one].side == judge.side
        for one in judge.state.areas.get(at, ())
        if one != uid
    )
    if others >= len(targets):
        return 0.0
    dice = strength(kind, judge.state.blocks[uid])
    return dice * max(0, kind.number + max(targets)) / 6


def move(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The move that gains most, by a block that is in command."""
    return _most_gained(judge, options, policy()["least_gain"])


def _most_gained(judge: Judge, options: list[Choice], least: float) -> Choice:
    """Return the step that gains most, if it gains more than so much; else nobody goes."""
    named = _by_step(options)
    assaults = Assaults(judge, named)
    best: float = least
    choice: Choice = PASS
    for (uid, at), one in named.items():
        gain = worth_of_a_step(judge, assaults, uid, at)
        if gain > best:
            best, choice = gain, one
    return choice


def moves(judge: Judge, _ask: Ask, options: list[Choice]) -> list[Choice]:
    """The moves that gain most, each block to each area once, and none at all."""
    named = _by_step(options)
    assaults = Assaults(judge, named)
    gains = {key: worth_of_a_step(judge, assaults, *key) for key in named}
    found = [named[key] for key in sorted(named, key=lambda key: (-gains[key], key))[:TRIED]]
    return [*found[:2], *(one for one in options if one == PASS), *found[2:]]


def move_hq(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """HQs that have given their orders go back among their men."""
    return move(judge, ask, options)


# -- HQs ---------------------------------------------------------------------------------------------


def activate(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The HQ whose orders gain most, where it is, or one area on if that brings it nearer to its men."""
    wants = _wants(judge)
    best, found = policy()["command_last" if judge.last_turn else "least_command"], PASS
    choice: Choice = found
    for one in _pieces(options):
        worth = _command(judge, wants, word_of(one, "piece"), word_of(one, "at", ""))
        if worth > best:
            best, choice = worth, one
    return choice


def _command(judge: Judge, wants: dict[str, float], hq: str, at: str) -> float:
    """Return what the orders of an HQ are worth that is activated in an area."""
    state, setup, w = judge.state, judge.setup, policy()
    block, kind = state.blocks[hq], setup.types[hq]
    there = at or block.at
    near = {there, *judge.net.within(there, kind.reach)}
    army = kind.weight == "army"
    gains = sorted(
        (
            gain
            for uid, gain in wants.items()
            if state.blocks[uid].at in near
            and (
                of_army(setup, state, hq, uid)
                if army
                else of_corps(setup, hq, uid, state.blocks[uid])
            )
        ),
        reverse=True,
    )
    left = kind.ladder[block.step]
    worth = sum(gains[:left] if army else gains)
    worth -= w["order_army"] if army else 0.0
    worth -= w["order_last"] if left <= 1 and not judge.last_turn else 0.0
    if there != block.at:
        worth += min(0.0, judge.gain(hq, there)) - w["premove"]
    return worth


def _wants(judge: Judge) -> dict[str, float]:
    """Return what each block that may still move, and is not in command yet, would gain by its best order."""
    setup, state, where = judge.setup, judge.state, judge.where
    heard = Orders(where).corps
    steps: list[Key] = []
    for groups in where.movable.values():
        for group, uids in groups:
            dests = where.dests(group)
            for uid in uids:
                covered = any(
                    group[0] in inside and of_corps(setup, hq, uid, state.blocks[uid])
                    for hq, inside in heard.items()
                )
                if not covered and not setup.types[uid].is_hq:
                    steps += [(uid, at) for at in dests]
    assaults = Assaults(judge, steps)
    found: dict[str, float] = {}
    for uid, at in steps:
        gain = worth_of_a_step(judge, assaults, uid, at)
        if gain > policy()["least_gain"] and gain > found.get(uid, 0.0):
            found[uid] = gain
    for uid in {uid for uid, _ in steps if setup.types[uid].is_artillery}:
        block = state.blocks[uid]
        if where.codes[block.at] != CONTESTED:
            shots = policy()["shot"] * _shots(judge, uid, block.at)
            found[uid] = max(found.get(uid, 0.0), shots)
    return {uid: gain for uid, gain in found.items() if gain > 0}


# -- bombardment -------------------------------------------------------------------------------------


def bombard(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Guns that can bombard do, where they hit best and the enemy stands thickest, and seldom their own."""
    best, choice = 0.0, PASS
    found: Choice = choice
    for one in _pieces(options):
        worth = _bombards(judge, word_of(one, "piece"), word_of(one, "at"))
        if worth > best:
            best, found = worth, one
    return found


def _bombards(judge: Judge, uid: str, at: str) -> float:
    """Return what a bombardment is worth: hits, more on a redoubt, less where own blocks are hit."""
    kind, state, w = judge.setup.types[uid], judge.state, policy()
    block = state.blocks[uid]
    change = next(c for to, _, c in fields(judge.setup, block.at) if to == at)
    dice = strength(kind, block)
    foes = sum(judge.setup.types[u].side == judge.enemy for u in state.areas.get(at, ()))
    worth = dice * (kind.number + change) / 6 * (1 + w["thick"] * foes)
    if judge.where.codes[at] == CONTESTED:
        worth -= dice / 6 * (2.0 if judge.side == FRENCH else 0.5)
    if judge.setup.ground.areas[at].redoubt:
        worth *= 1 + w["thick"]
    return worth


# -- who must go ---------------------------------------------------------------------------------------


def straggle(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Nobody straggles who need not, but where much is to be won by it and more than a step is left."""
    if PASS not in options:
        return forced(judge, ask, options)
    able = [
        one
        for one in _pieces(options)
        if judge.state.blocks[word_of(one, "piece")].step + 1
        < len(judge.setup.types[word_of(one, "piece")].ladder)
    ]
    least = policy()["straggle_last" if judge.last_word else "straggle"]
    return _most_gained(judge, able, least)


def forced(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The best of moves that must be made: out of an area that is too full, to where it is safe."""
    must = _pieces(options)
    full = [one for one in must if judge.room(judge.state.blocks[word_of(one, "piece")].at) < 0]
    named = _by_step(full or must)
    assaults = Assaults(judge, ())

    def worth(key: Key) -> float:
        if key[1] in judge.foe:
            return -20.0
        last = judge.state.blocks[key[0]].step + 1 >= len(judge.setup.types[key[0]].ladder)
        return worth_of_a_step(judge, assaults, *key) - (3.0 if last else 0.0)

    best = max(named, key=lambda key: (worth(key), key), default=None)
    return options[0] if best is None else named[best]


def excess(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Of too many blocks the one goes that can best spare a step."""

    def cost(one: Choice) -> float:
        kind, block = judge.setup.types[word_of(one)], judge.state.blocks[word_of(one)]
        return (5.0 if block.step + 1 >= len(kind.ladder) else 0.0) + kind.vp + kind.number / 6

    return min(options, key=cost)


def arrive(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Reinforcements come in as near as may be to what is to be won."""
    comes = [one for one in options if fields_of(one)]

    def far(one: Choice) -> tuple[bool, int]:
        at, more = word_of(one, "at", ""), len(words_of(one, "pieces", []))
        full = at in judge.setup.ground.areas and judge.room(at) < more + 3
        return full, judge.away.get(at, 9)

    return min(comes, key=far, default=options[0])
