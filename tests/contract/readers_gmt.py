"""[9.3] [9.85] [9.86] What the odds of a Shock say of each answer of the enemy, given alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.gmt.attack import declared_attacks as book
from tests.contract.chances import Claim, Policy, Shown, shown

ROLLED = {"retreat": "avoid_charge", "square": "form_square", "counter_charge": "counter_charge"}
"""The die that an answer may cast before the Shock; nothing else is cast but for the Commitment."""
Key = tuple[str, ...]


def words_of_modifiers(modifiers: Shown) -> str:
    return str(sorted(modifiers))


def declining(_fork: Session, ask: Ask) -> Choice | None:
    """Decline whatever can be declined, and use the Command Rating, as the odds of a Shock do."""
    if ask.kind == "command_drm":
        return "apply"
    if ask.kind in ("fire", "move_piece", "stack_order", "rally"):
        return None
    if ask.kind == "cavalry_against_infantry":
        return "stand"
    return PASS if ask.why_not(PASS) is None else None


def gmt_answers(
    session: Session, about: str, targets: list[str], rows: list[dict[str, Any]]
) -> Iterator[tuple[list[Claim], Policy]]:
    """Give each answer of the enemy: with which modifiers the Shock is fought once it is given."""
    found: dict[Key, list[dict[str, Any]]] = {}
    for row in rows:
        if row["stage"] in ROLLED and (key := _key(row)):
            found.setdefault(key, []).append(row)
    for key, told in found.items():
        first = told[0]["target"]
        # The outcomes of an answer that are told with those of another one are no whole.
        if sum(Fraction(row["chance"]) for row in told if row["target"] == first) != 1:
            continue
        claims = []
        for target in targets:
            ends: dict[str, Fraction] = {}
            for row in told:
                if row["target"] == target:
                    end = _end(row)
                    ends[end] = ends.get(end, Fraction(0)) + Fraction(row["chance"])
            if ends:
                look = _after(ROLLED[key[0]], target)
                claims.append(Claim(f"{about}, {' '.join(key)}, against {target}", ends, look))
        yield claims, _policy(session, key, {*targets})


def _key(row: dict[str, Any]) -> Key:
    """Return what answer a row is of: who retreats where, which hex answers the Charge and whom."""
    stage, words = row["stage"], row["answer"].split()
    if stage == "retreat":
        return (stage, row["by"], row["to"], str(row["facings"][0])) if row.get("to") else ()
    if stage == "square":
        return stage, words[-1]
    source = words[-1] if words[-2] == "against" else ""
    at = words[words.index("from") + 1]
    # Cavalry that meets infantry is named one by one, and rolls no die.
    return stage, at, source, "" if _rolls(row) else row["answer"].partition(" counter-charge")[0]


def _rolls(row: dict[str, Any]) -> bool:
    return row["rule"] == "9.86"


def _end(row: dict[str, Any]) -> str:
    return words_of_modifiers(shown(row["modifiers"])) if row["modifiers"] else "no Shock"


def _after(purpose: str, target: str) -> Callable[..., tuple[str, None] | None]:
    """Read the modifiers of the Shock that follows an answer, all attackers committed."""

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        rolls = [entry.roll for entry in entries if entry.roll is not None]
        first = next((n for n, roll in enumerate(rolls) if roll.purpose == "shock"), len(rolls))
        before = rolls[:first]
        if any(r.purpose == "commitment" and r.result != "committed" for r in before):
            return None
        if any(r.purpose not in ("commitment", purpose) for r in before):
            return None
        for n, roll in enumerate(rolls[first:]):
            if roll.purpose != "shock" or (n and roll.rule != "9.22.drm"):
                break
            if roll.subject.endswith(f">{target}"):
                return words_of_modifiers(shown(roll.modifiers)), None
        return "no Shock", None

    return look


def _policy(session: Session, key: Key, targets: set[str]) -> Policy:
    """Give one answer, decline everything else, and resolve the Shock that is asked about first."""
    names = {uid: kind.name for uid, kind in session.setup.types.items()}

    def policy(fork: Session, ask: Ask) -> Choice | None:
        chosen: Choice | None = None
        if ask.kind == "shock_order":
            chosen = next((one for one in ask.choices if _strikes(fork, one, targets)), None)
        elif key[0] == "retreat" and ask.subject == (key[1],):
            chosen = _retreat(ask, key)
        elif key[0] == "square" and (ask.kind, ask.where) == ("form_square", (key[1],)):
            chosen = "square"
        elif key[0] == "counter_charge" and ask.kind == "counter_charge":
            here = {fork.table.state.units[uid].at for uid in ask.subject} == {key[1]}
            chosen = (key[2] or ask.where[0]) if here else None
        elif key[0] == "counter_charge" and ask.kind == "cavalry_against_infantry":
            met = names[ask.subject[0]] in key[3] and fork.table.state.units[ask.subject[0]].at
            chosen = "counter_charge" if met == key[1] else None
        return declining(fork, ask) if chosen is None else chosen

    return policy


def _strikes(fork: Session, aid: Choice, targets: set[str]) -> bool:
    return not targets.isdisjoint(book.attack_of(fork.table.state, str(aid)).targets)


def _retreat(ask: Ask, key: Key) -> Choice | None:
    """Return the way to the hex, with the facing there."""
    if ask.kind == "cavalry_against_infantry":
        return "retreat"
    if ask.kind != "retreat_before_shock":
        return None
    ways: list[Any] = [choice for choice in ask.choices if choice != PASS]
    found = [way for way in ways if (way["route"][-1], str(way["facing"])) == key[2:]]
    return found[0] if found else None
