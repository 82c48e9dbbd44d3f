"""[9.41] [9.61] The exact chances of a declared Shock or Charge, a row for each enemy answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grognard.engines.core.data.text import Text, all_of, either, percent, text
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.core.show.views import Answer
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.field.position import COMPASS, cohesion, fighters
from grognard.engines.gmt.field.rollwords import RESULTS
from grognard.engines.gmt.odds.enemy_answers import FACES, Case, answers, at_most, declared, scratch
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shock.commitment import command_modifier, commitment_modifiers
from grognard.engines.gmt.shock.shock import Declarations, attack_from
from grognard.engines.gmt.shock.shock_modifiers import shock_modifiers, terrain_choices
from grognard.engines.gmt.shock.shock_resolution import (
    Outcome,
    earlier,
    joined,
    prune,
    result_name,
    shoot_gunners,
)
from grognard.engines.gmt.state import Attack, State

ASKED = "asked"
CHARGE_RULES = ("9.83", "9.85.effects", "9.86.drm", "9.87.repeat")
"""[9.55] The modifiers that only Charges bring."""

_END = {"vacated": text("nobody left to attack"), "cancelled": text("the attack comes to nothing")}


def result_chances(modifiers: tuple[Modifier, ...]) -> dict[str, Fraction]:
    """[9.61] Return the chance of each row of the Shock Resolution Table."""
    names = [result_name(int(total)) for total in FACES + sum(m.value for m in modifiers)]
    return {name: Fraction(names.count(name), len(FACES)) for name in dict.fromkeys(names)}


def shock_odds(setup: Setup, state: State, seat: str | None, choice: Choice) -> Answer:
    """[9.1] Give the chances of each stage, all declared attackers taken as committed.

    The value has `commitment` {chance, modifiers}, `may_retreat` [unit, ...] and `rows`, for each
    answer of the enemy, each of its outcomes and each target hex one of {stage, answer, chance,
    target, modifiers, results}, of a retreat also {by, to, facings}; of an attack that may not be declared it has `refused`, the rule.
    Chances are fractions as text. Every answer is taken alone, the others as not given; chargers
    do not Recall; of several terrains (9.53) the one its chooser would take counts. `first` are the
    hexes of attacks that are resolved before this one on the same defenders (9.23): what those do to
    them is not reckoned with.
    """
    del seat
    if choice == PASS or not isinstance(choice, dict):
        return Answer({}, ())
    choice = _read(choice)
    why = Declarations(setup, state).why_not(choice)
    if why is not None:
        return _refused(why)
    attack = Attack(id=ASKED, **attack_from(setup, state, choice))
    return _Odds(setup, declared(setup, state, attack)).answer()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a computer player asks of an attack: does it come off, and what then, row by row.

    A row of `rows` is the answer's stage, its chance, the target hex, and the chance of each result.
    """

    commits: Fraction
    rows: tuple[tuple[str, Fraction, str, Mapping[str, Fraction]], ...]


def foresee(setup: Setup, state: State, choice: Choice, stages: tuple[str, ...]) -> Foreseen | None:
    """[9.1] Give the chances of an attack by some of the enemy's answers, without a word about them.

    Returns None where the attack may not be declared.
    """
    if Declarations(setup, state).why_not(choice) is not None:
        return None
    attack = Attack(id=ASKED, **attack_from(setup, state, choice))
    odds = _Odds(setup, declared(setup, state, attack))
    return Foreseen(
        odds.commits(book.attack_of(odds.state, ASKED))[0],
        tuple(
            (case.stage, case.chance, row["target"], row["results"])
            for case in answers(setup, odds.state, ASKED, stages)
            if case.stage in stages
            for row in odds.rows_of(case)
        ),
    )


def _read(choice: dict[str, Any]) -> dict[str, Any]:
    """A case may write the facing as text."""
    facing = choice.get("facing")
    if isinstance(facing, str) and facing.isdecimal():
        return {**choice, "facing": int(facing)}
    return choice


def _refused(why: Refusal) -> Answer:
    rules = (why.rule,) if why.rule else ()
    return Answer({"refused": why.rule}, rules, (why.message,))


class _Odds:
    """The odds of the attack `asked` in a position where all attacks are declared."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.state = setup, state
        self.rules: dict[str, None] = {"2.3": None, "9.41": None, "9.61": None}
        self.lines: list[Text] = []
        self.told: dict[str, tuple[Modifier, ...]] = {}
        self.first: dict[str, Attack] = {}

    def answer(self) -> Answer:
        """Put together what the inquiry returns."""
        attack = book.attack_of(self.state, ASKED)
        commitment = self._commitment(attack)
        cases = list(answers(self.setup, self.state, ASKED))
        leaving = [case for case in cases if case.stage == "retreat"]
        told = list(self._merged(cases))
        self._say_first()
        value: dict[str, object] = {
            "commitment": commitment,
            "may_retreat": self._who(leaving, attack),
            "first": list(self.first),
            "rows": [row for case in told for row in self._tell(case)],
        }
        commits = Fraction(str(commitment["chance"]))
        shares = _shares(commits, told)
        gist = () if shares else tuple(_gist(self.setup, commits, told))
        others = self.first or any(case.stage != "stand" for case, _ in told)
        given = text("if the defenders stand as they are") if others else None
        rules, lines = tuple(self.rules), tuple(self.lines)
        return Answer(value, rules, lines, shares=shares, given=given, gist=gist)

    def _who(self, leaving: list[Case], attack: Attack) -> list[str]:
        """[9.31] Name the defenders that may Retreat Before Shock."""
        here = [uid for target in attack.targets for uid in self.state.stacks[target]]
        gone = {
            uid
            for case in leaving
            for uid in here
            if case.state.units[uid].at != self.state.units[uid].at
        }
        return [uid for uid in here if uid in gone]

    def _commitment(self, attack: Attack) -> dict[str, object]:
        """[9.41] [9.42.command] The Commitment roll, with the Command Rating if it may be used."""
        chance, modifiers = self.commits(attack)
        self.lines.append(text("Commitment: {chance}", chance=percent(chance)))
        self._explain(modifiers)
        return {"chance": str(chance), "modifiers": _listed(modifiers)}

    def commits(self, attack: Attack) -> tuple[Fraction, tuple[Modifier, ...]]:
        """[9.41] Return the chance that an attack is committed, and what modifies it."""
        modifiers = commitment_modifiers(self.setup, self.state, attack)
        command = command_modifier(self.setup, self.state, attack)
        if command:
            modifiers = (command, *modifiers)
        goal = cohesion(self.setup, self.state.units[attack.units[0]])
        return at_most(goal, modifiers), modifiers

    def _explain(self, modifiers: tuple[Modifier, ...], known: tuple[Modifier, ...] = ()) -> None:
        """Say which modifiers count, and which of those `known` count no longer."""
        for m in modifiers:
            self.rules[m.rule] = None
            if m.rule in CHARGE_RULES:
                self.rules["9.55"] = None
            if m not in known:
                words = text("{n} {why}", n=f"{m.value:+d}", why=m.reason)
                self.lines.append(words)
        for m in known:
            if m not in modifiers:
                words = text("no {n} {why}", n=f"{m.value:+d}", why=m.reason)
                self.lines.append(words)

    # -- rows --------------------------------------------------------------------------------------

    def _say_first(self) -> None:
        """[9.23] Say which attacks on the same defenders are resolved before this one."""
        for at, attack in self.first.items():
            self.rules["9.23"] = None
            words = text(
                "The attack from {hex} comes first. The chances below hold if it leaves the defenders as they are.",
                hex=self.setup.map.place(at),
            )
            if attack.charge:
                words = text(
                    "The Charge from {hex} comes first. The chances below hold if it leaves the defenders as they are.",
                    hex=self.setup.map.place(at),
                )
            self.lines.append(words)

    def _merged(self, cases: list[Case]) -> Iterator[tuple[Case, list[dict[str, Any]]]]:
        """Tell as one the retreats of a unit that come to the same; name hexes that matter."""
        found: dict[str, tuple[list[Case], list[dict[str, Any]]]] = {}
        for index, case in enumerate(cases):
            rows = list(self.rows_of(case))
            one = "" if case.to else index
            key = f"{one} {case.stage} {case.name} {case.chance} {rows}"
            found.setdefault(key, ([], rows))[0].append(case)
        ends: dict[str, set[Text]] = {}
        for alike, _ in found.values():
            ends.setdefault(alike[0].by, set()).add(_places(self.setup, alike, cases))
        for alike, rows in found.values():
            name, by = alike[0].name, alike[0].by
            if by and len(ends[by]) > 1:
                name = text("{answer} to {hex}", answer=name, hex=_places(self.setup, alike, cases))
            yield replace(alike[0], name=name), rows

    def rows_of(self, case: Case) -> Iterator[dict[str, Any]]:
        """[9.22.drm] One row for each target hex of the Shock the attack is part of."""
        setup, table = self.setup, scratch(self.setup, case.state)
        book.widen(table)
        prune(table)
        attack = book.attack_of(table.state, ASKED)
        if attack.status != "committed":
            yield from _nothing(attack)
            return
        pending = book.live(table.state, ("committed",))
        ids = next(fight for fight in joined(setup, pending) if ASKED in fight)
        self.first |= {other.at: other for other in earlier(setup, pending, ids)}
        yield from fight_rows(table, ids)

    def _tell(self, told: tuple[Case, list[dict[str, Any]]]) -> Iterator[dict[str, object]]:
        """Put the rows of one answer into words and plain data."""
        case, rows = told
        self.rules[case.rule] = None
        for row in rows:
            target, modifiers, results = row["target"], row["modifiers"], row["results"]
            words = text(
                "{answer} ({chance}); then against {hex}:",
                answer=case.name,
                chance=percent(case.chance),
                hex=self.setup.map.place(target),
            )
            standing = text("Against {hex}, which holds:", hex=self.setup.map.place(target))
            self.lines.append(standing if case.stage == "stand" else words)
            self._explain(modifiers, self.told.get(target, ()) if modifiers else ())
            self.told.setdefault(target, modifiers)
            self._name_results(case.stage, target, results)
            yield {
                "stage": case.stage,
                "rule": case.rule,
                "answer": str(case.name),
                "chance": str(case.chance),
                "target": target,
                "modifiers": _listed(modifiers),
                "results": {name: str(chance) for name, chance in results.items()},
                **_retreat(case),
            }

    def _name_results(self, stage: str, target: str, results: Mapping[str, Fraction]) -> None:
        """[9.25] [9.72] [8.6.cancel] [6.22] Say what comes of it, and by which rule if not by the die."""
        for name, chance in results.items():
            if name == "eliminated":
                self.rules["9.25"] = None
                self.lines.append(
                    text("The artillery in {hex} is eliminated.", hex=self.setup.map.place(target))
                )
            elif name == "vacated":
                self.rules["9.72"] = None
                self.lines.append(
                    text("No unit is left to attack in {hex}.", hex=self.setup.map.place(target))
                )
            elif name == "cancelled":
                self.rules["8.6.cancel" if stage == "reaction_fire" else "6.22"] = None
                self.lines.append(text("The attack comes to nothing."))
            else:
                told = text("{chance} {name}", chance=percent(chance), name=RESULTS[name])
                self.lines.append(told)


def _shares(
    commits: Fraction, told: list[tuple[Case, list[dict[str, Any]]]]
) -> tuple[tuple[Text, float], ...]:
    """[9.41] [9.61] What comes of it where one hex is attacked and its defenders stand."""
    rows = _standing(told)
    if len(rows) != 1 or not set(rows[0]["results"]) <= set(RESULTS):
        return ()
    results = rows[0]["results"].items()
    stays = [(text("not committed"), float(1 - commits))]
    return (*stays, *((RESULTS[name], float(commits * chance)) for name, chance in results))


def _standing(told: list[tuple[Case, list[dict[str, Any]]]]) -> list[dict[str, Any]]:
    """The rows of the answer that the defenders stand."""
    return next((rows for case, rows in told if case.stage == "stand"), [])


def _gist(
    setup: Setup, commits: Fraction, told: list[tuple[Case, list[dict[str, Any]]]]
) -> Iterator[Text]:
    """[9.41] [9.61] In short where several hexes are attacked, or no die decides: each hex in a line."""
    yield text("{chance} not committed", chance=percent(1 - commits))
    for row in _standing(told):
        results = all_of(
            text(
                "{chance} {name}",
                chance=percent(commits * chance),
                name=_END.get(name) or RESULTS[name],
            )
            for name, chance in row["results"].items()
        )
        yield text("{hex}: {results}", hex=setup.map.place(row["target"]), results=results)


def _places(setup: Setup, alike: list[Case], cases: list[Case]) -> Text:
    """Name the hexes that some retreats end in, with the facings where they come to several things."""
    first = alike[0]
    namesakes = [case for case in cases if (case.by, str(case.name)) == (first.by, str(first.name))]
    ends: dict[str, list[int]] = {}
    for case in alike:
        ends.setdefault(case.to, []).extend(case.facings)
    words: list[Text] = []
    for end, facings in sorted(ends.items()):
        every = {facing for case in namesakes if case.to == end for facing in case.facings}
        ways = either(COMPASS[facing] for facing in sorted(set(facings)))
        there = setup.map.place(end)
        words.append(
            there if every == set(facings) else text("{hex} facing {ways}", hex=there, ways=ways)
        )
    return all_of(words)


def _retreat(case: Case) -> dict[str, object]:
    """[9.31] Say of a retreat who goes where, and which ways it may face there."""
    return {"by": case.by, "to": case.to, "facings": list(case.facings)} if case.to else {}


def _listed(modifiers: tuple[Modifier, ...]) -> list[dict[str, object]]:
    return [{"value": m.value, "rule": m.rule, "reason": str(m.reason)} for m in modifiers]


def _nothing(attack: Attack) -> Iterator[dict[str, Any]]:
    """An attack that has nobody left to attack, or was broken up by fire."""
    name = "vacated" if attack.status == "vacated" else "cancelled"
    for target in attack.targets:
        yield {"target": target, "modifiers": (), "results": {name: Fraction(1)}}


def fight_rows(table: Board, ids: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """[9.22.drm] [9.25] What a Shock of committed attacks comes to: one row for each hex attacked."""
    setup = table.setup
    shoot_gunners(table, ids, Outcome())
    state = table.state
    fight = [book.attack_of(state, other) for other in ids]
    targets = [t for t in book.target_hexes(fight) if fighters(setup, state, t)]
    for target in book.target_hexes(fight):
        if target not in targets:
            yield {"target": target, "modifiers": (), "results": {"eliminated": Fraction(1)}}
    for target in targets:
        over = _terrain_side(terrain_choices(setup, state, fight, target))
        modifiers = shock_modifiers(setup, state, fight, target, targets, over)
        results = result_chances(modifiers)
        yield {"target": target, "modifiers": modifiers, "results": results}


def _terrain_side(options: dict[str, int]) -> str:
    """[9.53] Take the terrain its chooser would take."""
    worst = min(options, key=lambda h: options[h])
    return worst if options[worst] < 0 else max(options, key=lambda h: options[h])
