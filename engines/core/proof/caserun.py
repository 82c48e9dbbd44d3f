"""Playing cases: each step is carried out in turn, and the first difference ends the case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import Text, text, tr
from grognard.engines.core.play.dice import Dice, ScriptedDice, ScriptError
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.proof.cases import (
    Case,
    CaseResult,
    CaseStep,
    fill,
    load_setup,
    read_case,
)
from grognard.engines.core.proof.differing import reason, refused, told, where
from grognard.engines.core.proof.malformed import why_malformed
from grognard.engines.core.proof.matching import TRUTH, as_list, matches
from grognard.engines.core.scenario.reading import PositionError, nearest
from grognard.engines.core.show.asks import Ask, Choice, as_listed
from grognard.engines.core.show.explain import LogEntry, Refusal, Roll

FORCED_LIMIT = 400


class Difference(Exception):  # noqa: N818 - what a case is run to find, not an error
    """The game did not do what the case says."""


def run_case(path: Path) -> CaseResult:
    """Run a case file, once for each variation; whatever is wrong with it is in the result."""
    try:
        case = read_case(path)
    except ScenarioError as wrong:
        return _unusable(path, path.stem, "", wrong.problems)
    return run_read(case)


def run_read(case: Case) -> CaseResult:
    """Run a case that was read, likewise."""
    path = case.path
    runs = 0
    rules: set[str] = set()
    spare: tuple[str, ...] = ()
    for values in case.variants():
        runs += 1
        try:
            game, setup = load_setup(case, values)
            run = CaseRun(case, game, setup, values)
        except ScenarioError as wrong:
            return _unusable(path, case.name, case.data["game"], wrong.problems)
        except Exception as wrong:  # noqa: BLE001 - other cases are waiting
            fault = case.source.problem(("case",), reason(wrong))
            return _unusable(path, case.name, case.data["game"], [fault])
        difference = run.play()
        rules |= run.rules
        spare = spare or run.spare
        if difference is not None:
            line, words = difference
            return CaseResult(
                str(path),
                case.name,
                game.id,
                False,
                line,
                words,
                runs,
                frozenset(rules),
                values=values,
            )
    return CaseResult(
        str(path),
        case.name,
        case.data["game"],
        True,
        runs=runs,
        rules=frozenset(rules),
        left_over=spare,
    )


def _unusable(path: Path, name: str, game: str, problems: list[Problem]) -> CaseResult:
    words = str(problems[0]) if problems else tr("the case cannot be used")
    line = problems[0].line if problems else 0
    return CaseResult(str(path), name, game, False, line, words, problems=tuple(problems))


class CaseRun:
    """One run of a case with the values of one variation."""

    def __init__(
        self, case: Case, game: AnyGame, setup: AnySetup, values: Mapping[str, str]
    ) -> None:
        self.case = case
        self.game = game
        self.setup = setup
        self.values = values
        self.rules: set[str] = set()
        self.kinds: list[str] = []
        self.seen = 0
        self.short = 0
        self.spare: tuple[str, ...] = ()
        self.unchecked: list[Roll] = []
        self.session = self._start()
        self._notice()

    def _start(self) -> Session:
        """Set the position up and run to the first Ask."""
        data = self.case.data
        state = self.game.initial(self.setup, "case")
        try:
            edits = fill(data.get("set", {}), self.values)
            if edits:
                self.setup, state = self.game.arrange(self.setup, state, edits)
            faces = [int(fill(die, self.values)) for die in data.get("dice", [])]
            dice = self._dice(faces, fill(data.get("draws", []), self.values))
            return Session(self.game, self.setup, "case", dice=dice, state=state)
        except ScenarioError:
            raise
        except PositionError as wrong:
            raise ScenarioError(self._misplaced(wrong)) from wrong
        except ScriptError as wrong:
            raise ScenarioError([self.case.source.problem(("dice",), str(wrong))]) from wrong
        except Exception as wrong:
            words = told(text("the position cannot be set: {wrong}"), wrong=reason(wrong))
            raise ScenarioError([self.case.source.problem(("set",), words)]) from wrong

    def _dice(self, faces: list[int], draws: list[str]) -> Dice:
        """Return the dice of the case; where it is only told, they need not run out."""
        return ScriptedDice(faces, draws)

    def _misplaced(self, wrong: PositionError) -> list[Problem]:
        """Return what is wrong with a position, each fault where it is written."""
        return [
            self.case.source.problem(
                ("set", *fault.path), f"{fault.where}: {fault.message}", fault.mend
            )
            for fault in wrong.faults
        ]

    def play(self) -> tuple[int, str] | None:
        """Carry out all steps; return line and words of the first difference."""
        line = self.case.line("case")
        try:
            for number, step in enumerate(self.case.data["steps"]):
                line = self.case.line("steps", number)
                self._step(fill(step, self.values))
            line = self.case.line("dice")
            self._all_rolled()
            line = self.case.line("expect")
            self._expect(fill(self.case.data.get("expect", {}), self.values))
        except Difference as found:
            return line, str(found)
        except Exception as wrong:  # noqa: BLE001 - whatever an engine raises is a finding
            return line, reason(wrong)
        return None

    # -- what the engine says ----------------------------------------------------------------

    def _notice(self) -> None:
        """Collect rules, rolls and ask kinds since the last look."""
        table = self.session.table
        for entry in table.entries[self.seen :]:
            self._notice_entry(entry)
        self.seen = len(table.entries)
        if self.session.ask is not None:
            self.rules.update(self.session.ask.rules)
            self.kinds.append(self.session.ask.kind)
        if self.session.verdict is not None:
            self.rules.add(self.session.verdict.rule)

    def _notice_entry(self, entry: LogEntry) -> None:
        self.rules.update(entry.rules)
        if entry.roll is not None:
            self.unchecked.append(entry.roll)
            self.rules.add(entry.roll.rule)
            self.rules.update(modifier.rule for modifier in entry.roll.modifiers)

    def _choose(self, seat: str, choice: Choice) -> None:
        refusal = self.session.why_not(seat, choice)
        if refusal is not None:
            self._fail(
                text("{seat} may not choose {choice}: {refusal}"),
                seat=seat,
                choice=repr(choice),
                refusal=refused(refusal),
            )
        self.session.choose(seat, choice)
        self._notice()

    def _fail(self, words: Text, **shown: object) -> None:
        raise Difference(f"{told(words, **shown)} [{where(self.session)}]")

    # -- steps -----------------------------------------------------------------------------

    def _step(self, step: CaseStep) -> None:
        handlers: tuple[tuple[str, Callable[[CaseStep], None]], ...] = (
            ("refused", self._refused),
            ("not_offered", self._not_offered),
            ("inquire", self._inquire),
            ("roll", self._roll),
            ("shortfall", self._shortfall),
            ("view", self._view),
            ("no_ask", self._no_ask),
            ("undo", self._undo),
            ("check", self._check),
        )
        for key, handler in handlers:
            if key in step and not (key == "refused" and "not_offered" in step):
                handler(step)
                return
        self._asked(step)

    def _asked(self, step: CaseStep) -> None:
        """Check the Ask, what it offers, and answer it."""
        self._settle(lambda ask: self._fits(ask, step))
        ask = self._ask_of(step)
        if "offers" in step:
            self._offers(ask, step["offers"], exactly=step.get("exactly") in TRUTH[True])
        if "choose" not in step:
            return
        self.unchecked, self.kinds = [], []
        self.short = len(self.session.table.shortfalls)
        for choice in self._expanded(ask, step["choose"]):
            self._settle(lambda now, wanted=choice: as_listed(now, wanted) in now.choices)  # type: ignore[misc]
            now = self.session.ask
            self._choose(step["seat"], choice if now is None else as_listed(now, choice))

    def _fits(self, ask: Ask, step: CaseStep) -> bool:
        if ask.seat != step["seat"] or ask.kind != step.get("ask", ask.kind):
            return False
        if "choose" not in step or "refused" in step:
            return True
        try:
            first = self._expanded(ask, step["choose"])[0]
            return first in ask.choices or (isinstance(first, str) and first in ask.asides)
        except (ValueError, KeyError, TypeError, LookupError):
            return False

    def _settle(self, fits: Callable[[Ask], bool]) -> None:
        """Answer Asks with one possibility, or with what is usual, until one fits."""
        for _ in range(FORCED_LIMIT):
            ask = self.session.ask
            if ask is None or fits(ask) or not self._answer_forced(ask):
                return

    def _answer_forced(self, ask: Ask) -> bool:
        usual = self.game.wording.usual.get(ask.kind) if self.game.wording else None
        if usual is not None and usual in ask.choices:
            self._choose(ask.seat, usual)
            return True
        if not ask.choices.finite:
            return False
        listed = []
        for choice in ask.choices:
            listed.append(choice)
            if len(listed) > 1:
                return False
        if listed:
            self._choose(ask.seat, listed[0])
        return bool(listed)

    def _ask_of(self, step: CaseStep) -> Ask:
        ask = self.session.ask
        if ask is None:
            raise Difference(told(text("the game has ended [{where}]"), where=where(self.session)))
        if ask.seat != step["seat"] or ask.kind != step.get("ask", ask.kind):
            wanted = f"{step['seat']} {step.get('ask', '')}".strip()
            self._fail(text("expected the decision of {wanted}"), wanted=wanted)
        return ask

    def _expanded(self, ask: Ask, wanted: Choice) -> list[Choice]:
        if isinstance(wanted, Mapping):
            first, *rest = self.game.expand(self.setup, self.session.table.state, ask, wanted)
            return [as_listed(ask, first), *rest]
        if wanted not in ask.choices:
            for listed in ask.choices if ask.choices.finite else ():
                if listed == wanted or str(listed) == wanted or wanted in _names(listed):
                    return [listed]
        return [wanted]

    def _trial(self, seat: str, ask: Ask, wanted: Choice) -> Refusal | None:
        """Return what refuses a choice, or a part of it, without making it."""
        first, *rest = self._expanded(ask, wanted)
        refusal = self.session.why_not(seat, first)
        if refusal is not None or not rest:
            return refusal
        future = self.session.fork()
        made = first
        for choice in rest:
            future.choose(seat, made)
            if future.ask is not None:
                self.rules.update(future.ask.rules)
                choice = as_listed(future.ask, choice)  # noqa: PLW2901 - the same, in its order
            refusal = future.why_not(seat, choice)
            if refusal is not None:
                return refusal
            # The last part is only judged: making it could need dice the case does not have.
            made = choice
        return None

    def _refused(self, step: CaseStep) -> None:
        wanted = step["refused"]

        def fits(ask: Ask) -> bool:
            if not self._fits(ask, step):
                return False
            found = self._trial(step["seat"], ask, step["choose"])
            # Not understood here at all: the choice may belong to a later Ask.
            return found is None or not found.misread

        self._settle(fits)
        ask = self._ask_of(step)
        refusal = self._trial(step["seat"], ask, step["choose"])
        if refusal is None:
            self._fail(
                text("{choice} is legal, expected a refusal by {wanted}"),
                choice=step["choose"],
                wanted=wanted,
            )
        elif refusal.rule != wanted:
            self._fail(
                text("expected a refusal by {wanted}, got {refusal}"),
                wanted=wanted,
                refusal=refused(refusal),
            )
        self.rules.add(wanted)

    def _not_offered(self, step: CaseStep) -> None:
        self._settle(lambda ask: self._fits(ask, step))
        ask = self._ask_of(step)
        refusal = self._trial(step["seat"], ask, step["not_offered"])
        if refusal is None:
            self._fail(text("{choice} is offered"), choice=step["not_offered"])
            return
        if refusal.misread or "refused" not in step:
            self._judge(ask, step["not_offered"])
        if "refused" in step:
            if refusal.rule != step["refused"]:
                self._fail(
                    text("expected a refusal by {wanted}, got {refusal}"),
                    wanted=step["refused"],
                    refusal=refused(refusal),
                )
            self.rules.add(refusal.rule)

    def _judge(self, ask: Ask, wanted: Choice) -> None:
        """Fail where a choice that is not offered could not be offered by any question."""
        why = why_malformed(self.session, ask, self._expanded(ask, wanted)[0])
        if why is not None:
            self._fail(text("{wanted} is malformed: {why}"), wanted=wanted, why=why)

    def _offers(self, ask: Ask, offers: Choice, *, exactly: bool) -> None:
        left = list(ask.choices) if ask.choices.finite else []
        for offer in offers if isinstance(offers, list) else [offers]:
            refusal = self._trial(ask.seat, ask, offer)
            if refusal is not None:
                self._fail(
                    text("{offer} is not offered: {refusal}"),
                    offer=offer,
                    refusal=refused(refusal),
                )
            first = self._expanded(ask, offer)[0]
            left = [
                choice
                for choice in left
                if choice != first and not (isinstance(offer, str) and offer in _names(choice))
            ]
        if exactly and left:
            self._fail(text("offered besides: {known}"), known=", ".join(map(str, left)))

    def _inquire(self, step: CaseStep) -> None:
        self._settle(lambda _ask: True)
        for name, arguments in step["inquire"].items():
            if name not in self.game.inquiries:
                known = ", ".join(self.game.inquiries)
                self._fail(text("no inquiry {name}; known: {known}"), name=name, known=known)
            asked = arguments if isinstance(arguments, Mapping) else {}
            answer = self.game.inquiries[name].ask(
                self.setup, self.session.table.state, step["seat"], **asked
            )
            self.rules.update(answer.rules)
            expected = dict(step["answer"])
            rules = expected.pop("rules", [])
            for key, value in expected.items():
                if key not in answer.value or not matches(value, answer.value[key]):
                    self._fail(
                        text("{name}: {key} is {found}, expected {wanted}"),
                        name=name,
                        key=key,
                        found=repr(answer.value.get(key)),
                        wanted=value,
                    )
            missing = [rule for rule in as_list(rules) if rule not in answer.rules]
            if missing:
                self._fail(
                    text("{name} cites {rules}, not {missing}"),
                    name=name,
                    rules=list(answer.rules),
                    missing=missing,
                )

    def _roll(self, step: CaseStep) -> None:
        if not self.unchecked:
            self._settle(lambda _ask: bool(self.unchecked))
        if not self.unchecked:
            self._fail(text("no roll for {purpose} was made"), purpose=step["roll"])
        roll = self.unchecked.pop(0)
        expected = {key: value for key, value in step.items() if key not in ("roll", "modifiers")}
        for key, value in {"purpose": step["roll"], **expected}.items():
            if not matches(value, getattr(roll, key)):
                self._fail(
                    text("roll {purpose}: {key} is {found}, expected {wanted}"),
                    purpose=roll.purpose,
                    key=key,
                    found=getattr(roll, key),
                    wanted=value,
                )
        if "modifiers" in step:
            found = sorted((modifier.rule, str(modifier.value)) for modifier in roll.modifiers)
            wanted = sorted((rule, str(int(value))) for rule, value in step["modifiers"])
            if found != wanted:
                self._fail(
                    text("roll {purpose}: modifiers are {found}, expected {wanted}"),
                    purpose=roll.purpose,
                    found=found,
                    wanted=wanted,
                )

    def _shortfall(self, step: CaseStep) -> None:
        found = self.session.table.shortfalls[self.short :]
        for short in found:
            if short.rule == step["shortfall"] and short.where == step.get("where", short.where):
                self.rules.add(short.rule)
                return
        self._fail(
            text("no shortfall by {rule}; found {found}"),
            rule=step["shortfall"],
            found=[s.rule for s in found],
        )

    def _view(self, step: CaseStep) -> None:
        seat = None if step["view"] == "public" else step["view"]
        wanted = step.get("hides") or step["shows"]
        piece = next((p for p in self.session.view(seat).pieces if p.id == wanted["unit"]), None)
        shown = piece is not None
        if piece is not None and "field" in wanted:
            facts = {key for key, value in piece.values if value} | {
                title.key for title, _ in piece.facts
            }
            shown = wanted["field"] in facts or bool(getattr(piece, wanted["field"], None))
        if shown == ("hides" in step):
            shows, hides = (
                text("the view of {seat} shows {wanted}"),
                text("the view of {seat} hides {wanted}"),
            )
            self._fail(shows if shown else hides, seat=step["view"], wanted=wanted)

    def _no_ask(self, step: CaseStep) -> None:
        if step["no_ask"] in self.kinds:
            self._fail(text("{question} was asked"), question=step["no_ask"])

    def _check(self, step: CaseStep) -> None:
        """Look at the position as it is, without going on."""
        self._compare(step["check"])
        wanted = step["check"].get("pending")
        if isinstance(wanted, str):
            self._expect_pending(wanted)
        elif wanted is not None:
            seat = self.session.ask.seat if self.session.ask else ""
            self._ask_of(cast("CaseStep", {"seat": seat, **wanted}))

    def _undo(self, step: CaseStep) -> None:
        for _ in range(int(step["undo"])):
            if not self.session.undo():
                self._fail(text("that cannot be taken back"))
        self.seen = len(self.session.table.entries)
        self.short = len(self.session.table.shortfalls)
        self.unchecked, self.kinds = [], []
        self._notice()

    # -- the end ---------------------------------------------------------------------------

    def _all_rolled(self) -> None:
        """Use up all dice; those left are a difference, or told where the case breaks off at a question.

        A case without `expect:` says nothing of the end: what it scripts beyond is for a game that goes on.
        """

        def used_up(_ask: Ask | None) -> bool:
            dice = self.session.table.dice
            if not isinstance(dice, ScriptedDice):
                return True
            return dice.used == len(dice.script) and dice.drawn == len(dice.draws)

        self._settle(used_up)
        dice = self.session.table.dice
        if isinstance(dice, ScriptedDice) and not used_up(None):
            self.spare = (*map(str, dice.script[dice.used :]), *dice.draws[dice.drawn :])
            if "expect" in self.case.data or self.session.ask is None:
                self._fail(text("dice or draws left over: {known}"), known=", ".join(self.spare))

    def _expect(self, expect: Mapping[str, Any]) -> None:
        self._compare(expect)
        if "pending" in expect:
            self._expect_pending(expect["pending"])

    def _compare(self, expect: Mapping[str, Any]) -> None:
        """Compare units, facts of the position and the verdict with what there is."""
        for unit, wanted in expect.get("units", {}).items():
            facts = self._facts(unit)
            for key, value in wanted.items():
                if key not in facts:
                    self._fail(
                        text("{name} has no {key}; known: {known}"),
                        name=unit,
                        key=key,
                        known=", ".join(facts),
                    )
                if not matches(value, facts[key]):
                    self._fail(
                        text("{name}: {key} is {found}, expected {wanted}"),
                        name=unit,
                        key=key,
                        found=repr(facts[key]),
                        wanted=value,
                    )
        self._expect_told(expect.get("facts", {}))
        if "verdict" in expect:
            self._expect_verdict(expect["verdict"])

    def _expect_told(self, wanted: Mapping[str, object]) -> None:
        told = self.game.told(self.setup, self.session.table.state) if wanted else {}
        for key, value in wanted.items():
            if key not in told:
                self._fail(
                    text("the position has no {key}; {mend}"), key=key, mend=nearest(key, told)
                )
            if not matches(value, told[key]):
                self._fail(
                    text("{key} is {found}, expected {wanted}"),
                    key=key,
                    found=repr(told[key]),
                    wanted=value,
                )

    def _facts(self, unit: str) -> Mapping[str, object]:
        try:
            return self.game.facts(self.setup, self.session.table.state, unit)
        except KeyError as unknown:
            raise Difference(str(unknown.args[0])) from unknown

    def _expect_pending(self, pending: str | Mapping[str, str]) -> None:
        if isinstance(pending, str):
            if self.session.ask is not None:
                self._fail(text("expected no further decision"))
            return
        seat = self.session.ask.seat if self.session.ask else ""
        step = cast("CaseStep", {"seat": seat, **pending})
        if "seat" in pending:
            self._settle(lambda ask: self._fits(ask, step))
        self._ask_of(step)

    def _expect_verdict(self, wanted: object) -> None:
        verdict = self.session.verdict
        if wanted == "null" or verdict is None:
            if (wanted == "null") != (verdict is None):
                self._fail(
                    text("the verdict is {found}, expected {wanted}"), found=verdict, wanted=wanted
                )
            return
        facts = {
            "winner": verdict.winner,
            "level": verdict.level,
            "rule": verdict.rule,
            "points": dict(verdict.points),
        }
        if not matches(wanted, facts):
            self._fail(
                text("the verdict is {found}, expected {wanted}"), found=facts, wanted=wanted
            )


def _names(choice: Choice) -> tuple[str, ...]:
    """Return the short words a case may use for a choice: its space, last space or only piece."""
    if not isinstance(choice, dict):
        return (str(choice),)
    names: Iterable[object] = [choice.get("at"), choice.get("piece"), *choice.get("route", [])[-1:]]
    pieces = choice.get("pieces", [])
    return tuple(str(name) for name in (*names, *(pieces if len(pieces) == 1 else ())) if name)
