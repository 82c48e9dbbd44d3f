"""[6.3] The odds of a battle: one round by enumeration, the whole fight by fighting it many times.

What the seat cannot see is dealt anew for every fight, from a seed that only the area decides, so
that the answer is the same whatever the truth is. Nobody forms squares or retreats before he must.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from grognard.engines.columbia.battle import hits
from grognard.engines.columbia.battle.fighters import battle_of, fighters
from grognard.engines.columbia.battle.rounds import FIGHT
from grognard.engines.columbia.field.fog_of_war import hidden, sees
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES, SIDE_NAMES, holder, in_area
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.odds.assumed import ASSUMED, answered, expected, steps_left
from grognard.engines.columbia.odds.outcomes import Ends, round_ends
from grognard.engines.columbia.odds.resample import resample
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import BOXES, ELIMINATED, Battle, Entry, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, percent, text
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.views import Answer

MOST, LEAST, WORK = 160, 24, 400
"""How many fights are fought for an answer: WORK over the number of blocks, within bounds."""
FIRST_ROUND, FEWEST, ROUND_WORK = 12, 3, 60
"""For how many deals of what is hidden the round is reckoned: ROUND_WORK over the number of blocks."""
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
        NoAnswer: there would be no battle.
    """
    start = engaged(setup, state, at, joining)
    dealt = any(hidden(setup, start, seat, at, side) for side in setup.sides)
    rounds: list[tuple[State, Ends]] = []
    tally = Tally()
    fights = max(LEAST, min(MOST, WORK // len(start.areas[at])))
    unseen = _fights_unseen(setup, start, seat)
    deals = max(FEWEST, min(FIRST_ROUND, ROUND_WORK // len(start.areas[at]))) if unseen else 1
    for n in range(fights):
        seed = f"odds|{at}|{n}"
        board = Table(setup, resample(setup, start, seat, Random(seed)), HashDice(seed))
        _fight(board, lambda s: s == "turns" or s in OVER)
        answered(board, hits.pending(board))
        if n < deals and battle_of(board.state).step == "turns":
            rounds.append((board.state, round_ends(setup, board.state)))
        _count(setup, board, tally)
    value, lines = _told(setup, tally, fights)
    value |= {"at": at, "exact": False, "samples": fights, "dealt": dealt}
    if rounds:
        value["round"], more = _round_told(setup, rounds, dealt=unseen)
        lines = [*more, *lines]
    main = {side: border for _, side, border in start.main[len(state.main) :]}
    assumed = [*ASSUMED, *(_main_told(setup, at, side, key) for side, key in main.items())]
    value |= {"main": main, "assumed": [str(words) for words in assumed]}
    rules = ["6.3.rounds", "6.31.order", "6.5.roll", "6.5.strongest"]
    if main:
        rules += ["flank.main", "flank.delay"]
    shares, given = _gist(setup, tally, fights)
    return Answer(value, tuple(rules), (*lines, *assumed), shares=shares, given=given)


def _gist(setup: Setup, tally: Tally, fights: int) -> tuple[tuple[tuple[Text, float], ...], Text]:
    """[6.3.rounds] Return who wins with which chance, and what each side loses on the mean."""
    wins = [
        (text("{side} win", side=SIDE_NAMES[side]), tally.wins.get(side, 0) / fights)
        for side in setup.sides
    ]
    one, other = setup.sides
    given = text(
        "steps lost: {one} {m}, {other} {n}",
        one=SIDE_NAMES[one],
        other=SIDE_NAMES[other],
        m=f"{tally.steps.get(one, 0) / fights:.1f}",
        n=f"{tally.steps.get(other, 0) / fights:.1f}",
    )
    return tuple(wins), given


def _fights_unseen(setup: Setup, state: State, seat: str | None) -> bool:
    """[6.4.idle] Whether a seat does not see who fights in this round: Reserves have no part in it."""
    here = (uid for side in setup.sides for uid in fighters(setup, state, side))
    return any(not sees(setup, state, seat, uid) for uid in here)


def _main_told(setup: Setup, at: str, side: Side, border: str) -> Text:
    """[flank.main] Say over which border a Main Attack that is still to be named is taken to come."""
    origin = setup.ground.areas[setup.ground.borders[border].other(at)].name
    return text(
        "The {side} Main Attack comes from {area}; blocks that come over other borders are delayed.",
        side=SIDE_ADJECTIVES[side],
        area=origin,
    )


def engaged(setup: Setup, state: State, at: str, joining: str) -> State:
    """[6.1.roles] Return the position with the battle of an area about to be fought, or as it is."""
    if at not in setup.ground.areas:
        raise NoAnswer(f"there is no area {at} on this map")
    battle = state.battle
    if battle is not None and battle.at == at:
        if battle.step in OVER:
            raise NoAnswer("that battle is over")
        return state
    if joining:
        state = _entering(setup, state, at, joining)
    if holder(setup, state, at) != "contested":
        raise NoAnswer(f"only one side stands in {at}: no battle is fought there")
    comer = setup.types[joining].side if joining else None
    named = expected(setup, state, at, comer).items()
    return replace(
        state,
        main=(*state.main, *((at, side, border) for side, border in named)),
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
        raise NoAnswer(f"{uid} does not stand next to {at}")
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
        answered(board, FIGHT.play_step(board))


def _count(setup: Setup, board: Board, tally: Tally) -> None:
    """Fight to the end and add up what it cost."""
    at = battle_of(board.state).at
    here = board.state.areas[at]
    before = {uid: steps_left(setup, board.state, uid) for uid in here}
    _fight(board, lambda step: step == "regroup")
    battle = battle_of(board.state)
    tally.wins[battle.winner] = tally.wins.get(battle.winner, 0) + 1
    tally.rounds += battle.round
    for uid in here:
        side = setup.types[uid].side
        gone = board.state.blocks[uid].at == ELIMINATED
        lost = before[uid] - (0 if gone else steps_left(setup, board.state, uid))
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


# -- one round, every throw counted ----------------------------------------------------------------


def _round_told(
    setup: Setup, rounds: list[tuple[State, Ends]], *, dealt: bool
) -> tuple[dict[str, object], list[Text]]:
    """Say what one round costs each side on the mean, over the deals."""
    first = (
        text("This round, counting every roll, over {n} deals of what is hidden:", n=len(rounds))
        if dealt
        else text("This round, counting every roll:")
    )
    lines = [first]
    sides: dict[str, dict[str, str]] = {}
    for side in setup.sides:
        found = [_of_side(setup, side, start, ends) for start, ends in rounds]
        steps, gone, alone = (sum(row[n] for row in found) / len(found) for n in range(3))
        sides[side] = {"steps": f"{steps:.3f}", "blocks": f"{gone:.3f}", "cleared": f"{alone:.4f}"}
        lines.append(
            text(
                "{side}: loses {steps} steps and {blocks} blocks; {chance} to be cleared out",
                side=SIDE_NAMES[side],
                steps=f"{steps:.1f}",
                blocks=f"{gone:.1f}",
                chance=percent(alone),
            )
        )
    return {"exact": not dealt, "deals": len(rounds), "sides": sides}, lines


def _of_side(setup: Setup, side: Side, start: State, ends: Ends) -> tuple[float, float, float]:
    """Return the steps and blocks a side loses on the mean, and the chance that all that fight fall."""
    mine = fighters(setup, start, side)
    before = sum(steps_left(setup, start, uid) for uid in mine)
    steps = gone = cleared = 0.0
    for end, chance in ends:
        fallen = sum(end.blocks[uid].at == ELIMINATED for uid in mine)
        steps += chance * (before - sum(steps_left(setup, end, uid) for uid in mine))
        gone += chance * fallen
        cleared += chance * (0 < fallen == len(mine))
    return steps, gone, cleared
