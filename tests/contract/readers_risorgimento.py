"""The readers of the chances that the odds of Risorgimento show: fires, tests, melees."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry, Roll
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.field.ranges import BAND_NAMES
from tests.contract.chances import Claim, Policy, Shown, stop

VOLLEY = "{units} at {target}: strength {n}, {band}, fire value {v}"


def risorgimento(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[D.3.result] [F.2.result] The loss points of a fire, and the fire values behind them."""
    rows: Any = answer.value.get("rows")
    if not rows or answer.value.get("refused") or session.ask is None:
        return
    kind = session.ask.kind
    target = choice["at"] if isinstance(choice, dict) else session.ask.subject[-1]
    units = {uid for row in rows for uid in row["units"]}
    whole: Any = answer.value["chances"]
    about = f"risorgimento {kind}: {choice}"

    def volleys(entries: list[LogEntry]) -> list[tuple[int, tuple[int, str]]]:
        """Give loss points, fire value and band of each volley of these units at the target."""
        found: list[tuple[int, tuple[int, str]]] = []
        now: tuple[int, str] | None = None
        for entry in entries:
            given = dict(entry.text.args)
            if entry.text.key == VOLLEY:
                ours = entry.pieces[-1] == target and units & {*entry.pieces[:-1]}
                now = (int(str(given["v"])), str(given["band"])) if ours else None
            elif now is not None and entry.roll is not None and entry.roll.rule in RESULTS:
                found.append((int(entry.roll.result), now))
                now = None
            elif now is not None and entry.text.key == "{units}: no effect":
                found.append((0, now))
                now = None
            elif now is not None and entry.text.key.endswith("without a roll: {n}"):
                found.append((int(str(given["n"])), now))
                now = None
        return found

    def points(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        found = volleys(entries)
        return (str(sum(n for n, _ in found)), None) if found else None

    def values(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        found = volleys(entries)
        return (str(sorted(v for _, v in found)), None) if found else None

    expected = str(sorted((int(row["value"]), str(BAND_NAMES[row["band"]])) for row in rows))
    claims = [
        Claim(f"{about}, loss points", {n: Fraction(p) for n, p in whole.items()}, points),
        Claim(f"{about}, fire value and range", {expected: Fraction(1)}, values),
    ]

    def policy(fork: Session, ask: Ask) -> Choice | None:
        """Give no further orders of fire, on either side, so that those given are carried out."""
        if kind in ("opportunity_fire", "guns_fire") or ask.kind != kind:
            return None
        return PASS if ask.why_not(PASS) is None else None

    yield claims, policy


RESULTS = ("D.3.result", "F.2.result")
REASON, NO_TEST = "{n}: {why}", "{unit} needs no test."


def risorgimento_test(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[B.1.test] The test a choice leads to at once, and the nerve of who is charged in reaction.

    Where the test hangs on a distance nobody may measure, each case is told, and none is compared.
    """
    if "passes" not in answer.value or session.ask is None:
        return
    about = f"risorgimento {session.ask.kind}: {choice}"
    claims = [_tested(about, str(answer.value["unit"]), answer.rules[0], answer, always=True)]
    target: Any = answer.value.get("target")
    if target is not None:
        chance = Fraction(target["passes"])
        look = _roll_of(target["unit"], "E.1.morale", always=False)
        shares = {"passed": chance, "failed": 1 - chance}
        claims.append(Claim(f"{about}, its target", shares, look))
    yield claims, stop


def risorgimento_charge(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[E.1.morale] The nerve of the target of a charge that is revealed now.

    Of a note that is only being written the charge comes phases later, when things stand otherwise.
    """
    if "passes" not in answer.value or session.ask is None or session.ask.kind != "next_charge":
        return
    about = f"risorgimento next_charge: {choice}"
    claim = _tested(about, str(answer.value["unit"]), "E.1.morale", answer, always=False)
    yield [claim], stop


def risorgimento_order(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[E.5.test] [B.1.test] The first test on the way of an order, if it comes to it.

    The melee of a charge is not compared: all that the enemy does against it comes between.
    """
    tests: Any = answer.value.get("tests")
    if not tests or session.ask is None:
        return
    about = f"risorgimento {session.ask.kind}: {choice}"
    uid, first = str(answer.value["unit"]), tests[0]
    chance = Fraction(first["passes"])
    shares = {"passed": chance, "failed": 1 - chance}
    yield [Claim(about, shares, _roll_of(uid, first["rule"], always=False))], stop


def _tested(about: str, uid: str, rule: str, answer: Answer, *, always: bool) -> Claim:
    """[B.1.test] [morale.test] What is shown of the test of a unit that a rule calls for."""
    chance = Fraction(str(answer.value["passes"]))
    shares = {"passed": chance, "failed": 1 - chance}
    if answer.lines[0].key == NO_TEST:
        shares = {"no test": Fraction(1)}
    reasons: set[tuple[int, str, str]] = set()
    for line in answer.lines[1:]:
        if line.key != REASON:
            break
        given = dict(line.args)
        reasons.add((int(str(given["n"])), "", str(given["why"])))
    return Claim(about, shares, _roll_of(uid, rule, always=always), frozenset(reasons))


def _roll_of(uid: str, rule: str, *, always: bool) -> Any:
    """Read the first roll of a unit for a rule; without one there was no test, or it was not reached."""

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown | None] | None:
        for roll in (entry.roll for entry in entries if entry.roll is not None):
            if (roll.subject, roll.rule) == (uid, rule):
                # The lines of an answer tell no rule with each reason.
                return roll.result, frozenset((m.value, "", str(m.reason)) for m in roll.modifiers)
        return ("no test", None) if always else None

    return look


def risorgimento_brigade(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[G.3.order] The first melee of a brigade: the others are fought when it has changed things."""
    melees: Any = answer.value.get("melees")
    if not melees or session.ask is None:
        return
    row = melees[0]
    pair = (str(row["attacker"]["unit"]), str(row["defender"]["unit"]))
    claims = []
    for side, uid, enemy in (("attacker", *pair), ("defender", *reversed(pair))):
        about = f"risorgimento {session.ask.kind}: {choice}, {uid} against {enemy}"
        results = {name: Fraction(chance) for name, chance in row[side]["results"].items()}
        total = str(row[side]["modifiers"])

        def result(
            entries: list[LogEntry], _fork: Session, uid: str = uid
        ) -> tuple[str, None] | None:
            roll = _melee_rolls(entries, pair).get(uid)
            return (roll.result, None) if roll is not None else None

        def sum_of(
            entries: list[LogEntry], _fork: Session, uid: str = uid
        ) -> tuple[str, None] | None:
            roll = _melee_rolls(entries, pair).get(uid)
            return (str(sum(m.value for m in roll.modifiers)), None) if roll is not None else None

        claims.append(Claim(about, results, result))
        claims.append(Claim(f"{about}, modifiers", {total: Fraction(1)}, sum_of))
        if "gives_way" in row:
            chance = Fraction(row["gives_way"][uid])
            look = _gives_way(pair, uid, enemy)
            shares = {"gives way": chance, "stands": 1 - chance}
            claims.append(Claim(f"{about}, gives way", shares, look))

    def policy(_fork: Session, ask: Ask) -> Choice | None:
        """[G.5.hold] Who may hold a village at a price does not."""
        return "leave" if ask.kind == "village_hold" else None

    yield claims, policy


def _melee_rolls(entries: list[LogEntry], pair: tuple[str, str]) -> dict[str, Roll]:
    """[G.3.roll] Return the dice of the first melee if it is that of these two."""
    rolls = [entry.roll for entry in entries if entry.roll is not None][:2]
    found = {roll.subject: roll for roll in rolls if roll.purpose == "melee"}
    return found if {*found} == {*pair} else {}


def _gives_way(pair: tuple[str, str], uid: str, enemy: str) -> Any:
    """[G.3.result] [G.3.retreat] Read whether a unit failed its test, or was gone before it had one."""

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        blow = _melee_rolls(entries, pair).get(enemy)
        if blow is None:
            return None
        if blow.result == "-":
            return "stands", None
        begun = [n for n, entry in enumerate(entries) if entry.text.key == MELEE]
        own = entries[: begun[1]] if len(begun) > 1 else entries
        tests = (entry.roll for entry in own if entry.roll is not None)
        test = next((r for r in tests if (r.purpose, r.subject) == ("morale_melee", uid)), None)
        return ("stands" if test is not None and test.result == "passed" else "gives way"), None

    return look


MELEE = "Melee: {a} against {b}"
