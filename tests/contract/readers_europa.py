"""[10.2.test] [11.8] What the odds of Napoleon's Greatest Gamble say of an attack: its test, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry, Roll
from grognard.engines.core.show.views import Answer
from grognard.engines.europa.combat.odds import end_of
from grognard.engines.europa.movement.attrition import result
from grognard.engines.europa.state import OFF_MAP, State
from tests.contract.chances import Claim, Policy, Shown

PLACES = {
    "1711": ("morand", "friant", "gudin", "davout"),
    "1712": ("ledru", "razout", "ney"),
    "1611": ("wurttemberg", "olsufiev", "r1-artillery", "barclay"),
    "1511": ("stroganov", "konovnitsyn", "wittgenstein"),
}
ANSWERS: dict[str, Choice] = {
    "withdraw": PASS,
    "call_support": {"subset": []},
    "commit_defence": 0,
}
"""How the odds take the questions between the order and the values to be answered."""
ON_THE_WAY = ("alight", "pin", "escape")
"""The questions between the order to march and the roll at its end; of the last two any answer will do."""
ANYHOW = Random("on the way")


def europa_policy(fork: Session, ask: Ask) -> Choice | None:
    """Answer as the odds assume: all CC for the attack, nobody else called on."""
    if ask.kind == "commit":
        return fork.table.state.cc[fork.table.state.battle.attacker]
    return ANSWERS.get(ask.kind)


def europa_battle(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[10.2.test] [11.8] Whether the attack goes ahead, and how it ends if it does."""
    value: Any = answer.value
    ask = session.ask
    if ask is None:
        return
    about = f"europa {ask.kind}: {choice}"
    claims = []
    if value["ends"]:
        claims.append(Claim(about, {end: Fraction(c) for end, c in value["ends"].items()}, _end))
    if "ahead" in value:
        told = value["ahead"]
        most = str(max(map(int, told))) if isinstance(told, dict) else ""
        chance = Fraction(told[most] if most else told)
        claims.append(Claim(f"{about}: test", {"ahead": chance, "not": 1 - chance}, _test))
    yield claims, europa_policy


def europa_march(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[8.5] How many units a march is likely to lose, and to disrupt."""
    value: Any = answer.value
    chances = {end: Fraction(chance) for end, chance in value["shares"].items()}
    count = sum(one in session.table.setup.units for one in session.table.state.column)

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown | None] | None:
        roll = _roll(entries, "attrition")
        if _obeys(entries, _fork) == ("stays", None):
            return None
        if _fork.ask is not None and _fork.ask.kind in ON_THE_WAY:
            return None  # they have not arrived yet
        gone, shaken = result(roll.total) if roll else (0, 0)
        return f"{gone}/{shaken}" if count > 1 or not (gone or shaken) else "0/1", None

    claims = [Claim(f"europa march: {choice}", chances, look)]
    stays = Fraction(value.get("stays", 0))
    if stays:
        told = {"stays": stays, "marches": 1 - stays}
        claims.append(Claim(f"europa march: {choice}, obeys", told, _obeys))
    yield claims, _all_the_way


def _obeys(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown | None] | None:
    """[16.5] [16.4.2] They march if no die tells them to stay."""
    orders = [e.roll.result for e in entries if e.roll and e.roll.purpose == "order"]
    return ("stays" if "stays" in orders else "marches"), None


def _all_the_way(_fork: Session, ask: Ask) -> Choice | None:
    """Let all who set out go on, whoever covers them, and wherever those escape whom they overrun."""
    if ask.kind == "alight":
        return PASS
    return ask.choices.sample(ANYHOW) if ask.kind in ON_THE_WAY else None


def _roll(entries: list[LogEntry], purpose: str) -> Roll | None:
    return next((e.roll for e in entries if e.roll and e.roll.purpose == purpose), None)


def _end(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown | None] | None:
    attack, defence = _roll(entries, "attack_value"), _roll(entries, "defence_value")
    if attack is None or defence is None:
        return None
    return end_of(attack.total - defence.total), None


def _test(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown | None] | None:
    roll = _roll(entries, "attack")
    return None if roll is None else ("ahead" if roll.result == "goes_ahead" else "not", None)


def face_to_face(state: State) -> State:
    """Return a position in which two armies stand beside each other, their Combat phase about to begin."""
    at = {piece: hex_id for hex_id, pieces in PLACES.items() for piece in pieces}
    units = {
        uid: evolve(unit, at=at.get(uid, OFF_MAP if unit.on_map else unit.at))
        for uid, unit in state.units.items()
    }
    commanders = {
        cid: evolve(chief, at=at.get(cid, OFF_MAP if chief.on_map else chief.at))
        for cid, chief in state.commanders.items()
    }
    cc = {"french": 4, "russian": 3}
    return evolve(
        state,
        units=units,
        commanders=commanders,
        turn=1,
        phase="combat.attacks",
        deciding="french",
        cc=cc,
        cc_begin=cc,
        cc_base=cc,
    )
