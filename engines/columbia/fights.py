"""[6.3] The odds of a battle: one round by enumeration, the whole fight by fighting it many times.

What the seat cannot see is dealt anew for every fight, from a seed that only the area decides, so
that the answer is the same whatever the truth is. Nobody forms squares or retreats before he must.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from engines.columbia import hits
from engines.columbia.battleturn import Turns
from engines.columbia.chances import LEFT, Man, Spread, Standing, after_round, mean, steps_left
from engines.columbia.effects import Board
from engines.columbia.faces import hidden
from engines.columbia.fighters import battle_of, letter
from engines.columbia.ground import border_key
from engines.columbia.odds import best_aim, line_up, percent
from engines.columbia.position import SIDE_NAMES, holder, in_area
from engines.columbia.resample import resample
from engines.columbia.retreat import retreats
from engines.columbia.rounds import STEPS
from engines.columbia.setup import Setup
from engines.columbia.state import BOXES, ELIMINATED, Battle, Entry, Side, State
from engines.columbia.tables import number
from engines.core.asks import PASS, Ask, Choice, Procedure
from engines.core.dice import HashDice
from engines.core.frozen import evolve
from engines.core.table import Table
from engines.core.text import Text, text
from engines.core.views import Answer

MOST, LEAST, WORK = 160, 24, 400
"""How many fights are fought for an answer: WORK over the number of blocks, within bounds."""
FIRST_ROUND = 12
"""For how many deals the round is enumerated where something is hidden."""
ASSUMED = (
    text("Everybody fires; nobody forms square or retreats before he must."),
    text("Of equally strong blocks the one with most steps left is hit."),
    text("Nobody joins who is not in the area."),
)
OVER = ("end", "regroup")


@dataclass
class Tally:
    """What the fights came to: wins, steps and blocks lost by side, rounds fought."""

    wins: dict[str, int] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)
    blocks: dict[str, int] = field(default_factory=dict)
    rounds: int = 0


def battle_odds(setup: Setup, state: State, seat: str | None, at: str, joining: str = "") -> Answer:
    """[6.3.rounds] Give the odds of the battle in an area, as it stands now.

    Args:
        setup: the scenario.
        state: the position.
        seat: who asks; hidden blocks are dealt anew for him.
        at: the area.
        joining: an own block that is thought to enter it from where it stands.

    Raises:
        ValueError: there would be no battle.
    """
    start = engaged(setup, state, at, joining)
    dealt = any(hidden(setup, start, seat, at, side) for side in setup.sides)
    spreads: list[tuple[list[Man], Standing, Spread]] = []
    tally = Tally()
    fights = max(LEAST, min(MOST, WORK // len(start.areas[at])))
    for n in range(fights):
        seed = f"odds|{at}|{n}"
        board = Table(setup, resample(setup, start, seat, Random(seed)), HashDice(seed))
        _fight(board, lambda s: s == "turns" or s in OVER)
        _answered(board, hits.pending(board))
        if n < (FIRST_ROUND if dealt else 1) and battle_of(board.state).step == "turns":
            spreads.append(_round(setup, board.state))
        _count(setup, board, tally)
    value, lines = _told(setup, tally, fights)
    value |= {"at": at, "exact": False, "samples": fights, "dealt": dealt}
    if spreads:
        value["round"], more = _round_told(setup, spreads, dealt=dealt)
        lines = [*more, *lines]
    value["assumed"] = [str(words) for words in ASSUMED]
    rules = ("6.3.rounds", "6.31.order", "6.5.roll", "6.5.strongest")
    return Answer(value, rules, (*lines, *ASSUMED))


def engaged(setup: Setup, state: State, at: str, joining: str) -> State:
    """[6.1.roles] Return the position with the battle of an area about to be fought, or as it is."""
    if at not in setup.ground.areas:
        raise ValueError(f"there is no area {at} on this map")
    battle = state.battle
    if battle is not None and battle.at == at:
        if battle.step in OVER:
            raise ValueError("that battle is over")
        return state
    if joining:
        state = _entering(setup, state, at, joining)
    if holder(setup, state, at) != "contested":
        raise ValueError(f"only one side stands in {at}: no battle is fought there")
    return replace(
        state,
        battle=Battle(at, state.first),
        phase="battle.next",
        contested=(at,),
        hits=(),
        done=(),
        rewards=(),
    )


def _entering(setup: Setup, state: State, at: str, uid: str) -> State:
    """[5.4.attack] [6.4.who] Return the position after a block has entered a battle."""
    block = state.blocks.get(uid)
    if block is None or block.at in BOXES or at not in setup.ground.near[block.at]:
        raise ValueError(f"{uid} does not stand next to {at}")
    side = setup.types[uid].side
    late = side != state.first and bool(in_area(setup, state, at, state.first))
    late = late and any(e.at == at and e.side == state.first for e in state.entries)
    joins = number("reserves_round") if late else 1
    entry = Entry(uid, side, border_key(block.at, at), at, joins)
    left = tuple(other for other in state.areas[block.at] if other != uid)
    areas = {**state.areas, at: (*state.areas.get(at, ()), uid), block.at: left}
    if not left:
        del areas[block.at]
    blocks = {**state.blocks, uid: evolve(block, at=at)}
    return replace(state, areas=areas, blocks=blocks, entries=(*state.entries, entry))


# -- fighting it out -------------------------------------------------------------------------------


def _fight(board: Board, until: Callable[[str], bool]) -> None:
    """Fight on until the battle reaches a step."""
    while not until(battle_of(board.state).step):
        _answered(board, STEPS[battle_of(board.state).step](board))


def _answered(board: Board, procedure: Procedure[None]) -> None:
    answer: Choice = None
    try:
        while True:
            ask = procedure.send(answer)
            answer = _answer(board.setup, board.state, ask)
    except StopIteration:
        return


def _answer(setup: Setup, state: State, ask: Ask) -> Choice:
    """Decide as the assumptions say."""
    if isinstance(ask.choices, Turns):
        return _turn(setup, state, ask.choices)
    if ask.kind == "square":
        return {"subset": []}
    if ask.kind == "hit":
        return min(ask.choices, key=lambda uid: (-_left(setup, state, uid), ask.subject.index(uid)))
    return PASS if PASS in ask.choices else next(iter(ask.choices))


def _turn(setup: Setup, state: State, turns: Turns) -> Choice:
    """[6.31.turn] Fire if one can, at the target that promises most; retreat only if one must."""
    if turns.must_retreat:
        ways = ((uid, retreats(setup, state, uid)) for uid in turns.blocks)
        return next({"piece": uid, "do": "retreat", "at": to[0]} for uid, to in ways if to)
    for uid in turns.blocks:
        aim = best_aim(setup, state, uid)
        if aim is not None:
            return {"piece": uid, "do": "fire", **({"target": aim} if aim else {})}
    return {"piece": turns.blocks[0], "do": PASS}


def _left(setup: Setup, state: State, uid: str) -> int:
    return len(setup.types[uid].ladder) - state.blocks[uid].step


def _count(setup: Setup, board: Board, tally: Tally) -> None:
    """Fight to the end and add up what it cost."""
    at = battle_of(board.state).at
    here = board.state.areas[at]
    before = {uid: _left(setup, board.state, uid) for uid in here}
    _fight(board, lambda step: step == "regroup")
    battle = battle_of(board.state)
    tally.wins[battle.winner] = tally.wins.get(battle.winner, 0) + 1
    tally.rounds += battle.round
    for uid in here:
        side = setup.types[uid].side
        gone = board.state.blocks[uid].at == ELIMINATED
        lost = before[uid] - (0 if gone else _left(setup, board.state, uid))
        tally.steps[side] = tally.steps.get(side, 0) + lost
        tally.blocks[side] = tally.blocks.get(side, 0) + gone


def _told(setup: Setup, tally: Tally, fights: int) -> tuple[dict[str, object], list[Text]]:
    share = {side: tally.wins.get(side, 0) / fights for side in setup.sides}
    steps = {side: tally.steps.get(side, 0) / fights for side in setup.sides}
    gone = {side: tally.blocks.get(side, 0) / fights for side in setup.sides}
    lines = [
        text(
            "Whole battle, sampled {n} times, {rounds} rounds each:",
            n=fights,
            rounds=f"{tally.rounds / fights:.1f}",
        )
    ]
    lines += [
        text(
            "{side}: wins {share}, loses {steps} steps and {blocks} blocks",
            side=SIDE_NAMES[side],
            share=percent(share[side]),
            steps=f"{steps[side]:.1f}",
            blocks=f"{gone[side]:.1f}",
        )
        for side in setup.sides
    ]
    value: dict[str, object] = {
        "wins": {side: f"{share[side]:.3f}" for side in setup.sides},
        "steps": {side: f"{steps[side]:.2f}" for side in setup.sides},
        "blocks": {side: f"{gone[side]:.2f}" for side in setup.sides},
        "rounds": f"{tally.rounds / fights:.2f}",
    }
    return value, lines


# -- one round, enumerated -------------------------------------------------------------------------


def _round(setup: Setup, state: State) -> tuple[list[Man], Standing, Spread]:
    """[6.31.order] Return how the rest of this round may end."""
    battle = battle_of(state)
    men, standing = line_up(setup, state)
    order = sorted(
        (n for n, man in enumerate(men) if man.uid not in battle.acted),
        key=lambda n: (letter(setup, battle, men[n].uid), men[n].attacks, n),
    )
    return men, standing, after_round(men, standing, order)


def _round_told(
    setup: Setup,
    spreads: list[tuple[list[Man], Standing, Spread]],
    *,
    dealt: bool,
) -> tuple[dict[str, object], list[Text]]:
    """Say what one round costs each side on the mean, over the deals."""
    first = (
        text("This round, every throw counted, over {n} deals of what is hidden:", n=len(spreads))
        if dealt
        else text("This round, every throw counted:")
    )
    lines = [first]
    sides: dict[str, dict[str, str]] = {}
    for side in setup.sides:
        found = [_of_side(setup, side, *spread) for spread in spreads]
        steps, gone, alone = (sum(row[n] for row in found) / len(found) for n in range(3))
        sides[side] = {"steps": f"{steps:.3f}", "blocks": f"{gone:.3f}", "cleared": f"{alone:.4f}"}
        lines.append(
            text(
                "{side}: loses {steps} steps and {blocks} blocks; is cleared out {chance}",
                side=SIDE_NAMES[side],
                steps=f"{steps:.1f}",
                blocks=f"{gone:.1f}",
                chance=percent(alone),
            )
        )
    return {"exact": not dealt, "deals": len(spreads), "sides": sides}, lines


def _of_side(
    setup: Setup, side: Side, men: list[Man], standing: Standing, spread: Spread
) -> tuple[float, float, float]:
    """Return the steps and blocks a side loses on the mean, and the chance that none is left."""
    mine = [
        (n, man)
        for n, man in enumerate(men)
        if setup.types[man.uid].side == side and not man.leaves
    ]
    before = sum(steps_left(man, standing[n][0]) for n, man in mine)
    if not mine:
        return 0.0, 0.0, 0.0

    def steps(end: Standing) -> float:
        return before - sum(steps_left(man, end[n][0]) for n, man in mine)

    def gone(end: Standing) -> float:
        return sum(end[n][0] == LEFT for n, _ in mine)

    def cleared(end: Standing) -> float:
        return float(all(end[n][0] == LEFT for n, _ in mine))

    return mean(spread, steps), mean(spread, gone), mean(spread, cleared)
