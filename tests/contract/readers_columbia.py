"""The readers of the chances that the odds of Borodino 1812 show: fires, bombardments, rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.views import Answer
from tests.contract.chances import ROUNDED, Claim, Comparison, Plan, Policy, Shown, shown, stop
from tests.contract.readers_dice import one_die

OVER = ("end", "regroup")
FOUGHT = 400
"""So many questions at most lie between a Main Attack and the end of the battle's first round."""


def columbia(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[6.5.roll] [5.3.target] The hits of a fire or a bombardment, on the enemy and on one's own."""
    if "chances" in answer.value:
        yield from one_die(session, choice, answer)
        return
    rows: Any = answer.value.get("rows")
    if rows is None or session.ask is None:
        return
    purpose = "fire" if "do" in choice else "bombard"
    about = f"columbia {session.ask.kind}: {choice}"
    modifiers = shown(answer.value["modifiers"])  # type: ignore[arg-type]

    def count(words: tuple[str, ...]) -> Any:
        def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown | None] | None:
            rolls = [e.roll for e in entries if e.roll is not None and e.roll.purpose == purpose]
            hits = sum(roll.result in words for roll in rolls)
            return str(hits), shown(rolls[0].modifiers) if rolls else None

        return look

    hits = {str(row["hits"]): Fraction(row["chance"]) for row in rows}
    claims = [Claim(f"{about}, hits", hits, count(("hit", "hit, own hit")), modifiers)]
    own: Any = answer.value.get("own")
    if own:
        alone = {
            str(n): Fraction(row["chance"] if isinstance(row, dict) else row)
            for n, row in enumerate(own)
        }
        claims.append(Claim(f"{about}, own hits", alone, count(("own hit", "hit, own hit"))))
    yield claims, stop


# -- a round of battle -----------------------------------------------------------------------------


def begins_round(session: Session) -> bool:
    """[6.31.order] Whether a round of battle begins, or a Main Attack is named for one to come."""
    ask, battle = session.ask, getattr(session.table.state, "battle", None)
    if ask is None or ask.kind not in ("battle_turn", "main_attack"):
        return False
    return ask.kind == "main_attack" or not battle.acted


def columbia_rounds(session: Session, found: Comparison, futures: int) -> bool:
    """[6.31.order] Compare what is shown of a round that is fought now, or in a battle to come."""
    ask, battle = session.ask, getattr(session.table.state, "battle", None)
    if ask is not None and ask.kind == "main_attack":
        return _battle_to_come(_laid_open(session, ask.where[0]), found, futures)
    if ask is None or ask.kind != "battle_turn" or battle is None:
        return False
    session = _laid_open(session, battle.at)
    told = _told(session, battle.at)
    claims = _round_claims(session, battle.at, told, battle) if told else []
    policy = partial(_this_round, battle.at, battle.round)
    found.follow(session, as_assumed(session, ask), claims, Plan(futures, policy))
    return bool(claims)


def _battle_to_come(session: Session, found: Comparison, futures: int) -> bool:
    """[flank.main] [flank.delay] Compare the first round of a battle whose Main Attack is to be named."""
    ask = session.ask
    assert ask is not None
    at = ask.where[0]
    told = _told(session, at)
    if not told:
        return False
    main = {session.setup.seat_of(side): border for side, border in told["main"].items()}
    claims = _round_claims(session, at, told, None)
    policy = partial(_first_round, at, main)
    named = main.get(ask.seat) or next(iter(ask.choices))
    found.follow(session, named, claims, Plan(futures, policy, FOUGHT))
    return bool(claims)


def _laid_open(session: Session, at: str) -> Session:
    """Return the same position with all blocks of an area face up: what is hidden is only guessed."""
    state = session.table.state
    known = {uid: replace(state.blocks[uid], known=True) for uid in state.areas[at]}
    blocks = {**state.blocks, **known}
    opened = replace(state, blocks=blocks)
    return Session(session.game, session.setup, session.seed, state=opened)


def _told(session: Session, at: str) -> dict[str, Any] | None:
    """Return what is shown of the next round of a battle, with its Main Attacks, if it is exact."""
    assert session.ask is not None
    inquiry = session.game.inquiries["battle_odds"]
    answer = inquiry.ask(session.setup, session.table.state, session.ask.seat, at=at)
    told: Any = answer.value.get("round")
    return {**told, "main": answer.value["main"]} if told and told["exact"] else None


def _round_claims(session: Session, at: str, told: dict[str, Any], battle: Any) -> list[Claim]:
    """Claim the steps each side loses and, of a round under way, whether it is cleared out."""
    state, claims = session.table.state, []
    about = f"columbia round {battle.round if battle else 'to come'} in {at}"
    for side, row in told["sides"].items():
        mine = [
            uid
            for uid in state.areas[at]
            if session.setup.types[uid].side == side and not (battle and _waits(battle, state, uid))
        ]
        before = sum(_left(session, uid) for uid in mine)

        def lost(
            _entries: list[LogEntry], fork: Session, mine: list[str] = mine, before: int = before
        ) -> tuple[str, None]:
            return str(before - sum(_left(fork, uid) for uid in mine)), None

        def look(
            _entries: list[LogEntry], fork: Session, mine: list[str] = mine
        ) -> tuple[str, None]:
            blocks = fork.table.state.blocks
            gone = mine and all(blocks[uid].at == "eliminated" for uid in mine)
            return ("cleared" if gone else "not cleared"), None

        mean = float(row["steps"])
        claims.append(Claim(f"{about}: {side}, steps", {}, lost, mean=mean, most=float(before)))
        if battle:  # who fights in the round is known
            shares = _shares(Fraction(row["cleared"]).limit_denominator(10_000))
            claims.append(Claim(f"{about}: {side}", shares, look))
    return claims


def _shares(cleared: Fraction) -> dict[str, Fraction]:
    if cleared in (0, 1):  # four decimals: it may be a little more, or less
        cleared = abs(cleared - Fraction(ROUNDED))
    return {"cleared": cleared, "not cleared": 1 - cleared}


def _this_round(at: str, number: int, fork: Session, asked: Ask) -> Choice | None:
    """Play as is assumed until a round of a battle under way is over."""
    now = fork.table.state.battle
    if now is None or (now.at, now.round, now.step) != (at, number, "turns"):
        return None
    return as_assumed(fork, asked)


def _first_round(at: str, main: dict[str, str], fork: Session, asked: Ask) -> Choice | None:
    """Play as is assumed until the first round of a battle to come is over; fight it first."""
    state = fork.table.state
    now = state.battle
    if now is not None and now.at == at and (now.round > 1 or now.step in OVER):
        return None
    fought = state.contested and at not in state.contested
    if fought or all(entry.at != at for entry in state.entries):
        return None
    if asked.kind == "main_attack" and asked.where[0] == at:
        return main.get(asked.seat) or next(iter(asked.choices))
    return at if asked.kind == "battle_next" else as_assumed(fork, asked)


def as_assumed(session: Session, ask: Ask) -> Choice:
    """Do as the answer assumes: fire at the best target, no squares, hit who has most steps left."""
    setup, state = session.setup, session.table.state
    if ask.kind == "battle_turn":
        return _turn(session, ask)
    if ask.kind == "square":
        return {"subset": []}
    if ask.kind == "hit":
        return min(
            ask.choices,
            key=lambda uid: (
                state.blocks[uid].step - len(setup.types[uid].ladder),
                ask.subject.index(uid),
            ),
        )
    return PASS if ask.why_not(PASS) is None else next(iter(ask.choices))


def _turn(session: Session, ask: Ask) -> Choice:
    listed = list(ask.choices)
    first = listed[0]["piece"]
    inquiry = session.game.inquiries["odds"]
    best, most = None, Fraction(-1)
    for choice in listed:
        if choice["do"] == "fire":
            value = inquiry.ask(session.setup, session.table.state, ask.seat, choice=choice).value
            expected = Fraction(str(value["expected"]))
            better = expected >= most if best and best["piece"] == choice["piece"] else best is None
            if better:
                best, most = choice, expected
    passing = {"piece": first, "do": PASS}
    return best or (passing if ask.why_not(passing) is None else listed[0])


def _left(session: Session, uid: str) -> int:
    """Return the steps a block has left."""
    block = session.table.state.blocks[uid]
    return 0 if block.at == "eliminated" else len(session.setup.types[uid].ladder) - block.step


def _waits(battle: Any, state: Any, uid: str) -> bool:
    """[6.4.idle] Whether a block is a Reserve that has no part in this round."""
    joins = [entry.round for entry in state.entries if (entry.block, entry.at) == (uid, battle.at)]
    return bool(joins) and max(joins) > battle.round
