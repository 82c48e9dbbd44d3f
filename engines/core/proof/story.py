"""A case told to a reader: what happens step by step, in plain sentences, with the board of each step.

The sentences are the engine's own: its questions, its log, its dice, its refusals, its answers.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.text import Text, all_of, named, text, tr, verbatim
from grognard.engines.core.play.dice import Dice, HashDice, ScriptedDice
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.caserun import CaseRun
from grognard.engines.core.proof.cases import Case, CaseStep, fill, load_setup
from grognard.engines.core.proof.examples import Example, case_of
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed
from grognard.engines.core.show.explain import LogEntry, Roll
from grognard.engines.core.show.terms import INQUIRIES
from grognard.engines.core.show.views import BoardView, Overlay, TableView

PLACES = ("at", "to", "route", "hex", "area", "target")
"""Under which words a choice says where."""
NO_EFFECT = "-"
"""What a table says where nothing comes of a roll."""
JOINTS = re.compile(r"[|/>]")
"""What stands between the two ends of a border, or the two sides of a fight."""


class OpenDice(ScriptedDice):
    """The dice of an example: those that are given, then any: a reader may try other choices."""

    def _cast(self, purpose: str, subject: str, sides: int) -> int:
        key = f"{purpose} {subject}"
        value = HashDice("example", self.counts).draw(purpose, subject, sides)
        self.count(key)
        return value

    def face(self, purpose: str, subject: str, sides: int, first: int) -> int:
        if self.used >= len(self.script) or not first <= self.script[self.used] < first + sides:
            return first + self._cast(purpose, subject, sides)
        return super().face(purpose, subject, sides, first)

    def pick(self, purpose: str, subject: str, pool: Any) -> int:
        if self.drawn >= len(self.draws) or self.draws[self.drawn] not in pool:
            return self._cast(purpose, subject, len(pool))
        return super().pick(purpose, subject, pool)

    def restarted(self, counts: Mapping[str, int], seed: str) -> OpenDice:
        return OpenDice(self.script, self.draws, counts)


@record
class Line:
    """One sentence: `tone` is asked, looked (up), chosen, refused, told, rolled or outcome."""

    words: Text
    rules: tuple[str, ...] = ()
    tone: str = "told"


@record
class Scene:
    """One step: what is said, the position after it, who looks, and how many choices led there."""

    lines: tuple[Line, ...]
    state: Any
    seat: str | None
    choices: int
    lit: tuple[str, ...] = ()
    """Pieces and places that the step is about."""
    overlays: tuple[Overlay, ...] = ()


class Story(CaseRun):
    """One run of a case that remembers what it saw."""

    def __init__(self, case: Case, game: Any, setup: Any, values: Mapping[str, str]) -> None:
        self.scenes: list[Scene] = []
        self._lines: list[Line] = []
        self._lit: list[str] = []
        self._overlays: tuple[Overlay, ...] = ()
        self.played = False
        self._forced = False
        self._looks: str | None = None
        self._names: dict[str, str] | None = None
        self._places: dict[str, str] | None = None
        super().__init__(case, game, setup, values)
        self._open()

    def _dice(self, faces: list[int], draws: list[str]) -> Dice:
        return OpenDice(faces, draws)

    # -- names ---------------------------------------------------------------------------------

    def _known(self) -> dict[str, str]:
        """Return what pieces and places are called."""
        if self._names is None:
            found = {space.id: space.label or space.id for space in self.board.spaces}
            began = self.scenes[0].state if self.scenes else self.session.table.state
            for seat in [seat.id for seat in self.setup.info.seats]:
                view = self.game.view(self.setup, began, seat)
                found |= {p.id: p.name for p in view.pieces if p.name and not p.hidden}
            self._names = found | self._seats()
        return self._names

    def _place_names(self) -> dict[str, str]:
        """Return the places with a name of their own, where their label on the map is a number."""
        if self._places is None:
            named_at = {one.points[0]: one.text for one in self.board.labels if one.text}
            self._places = {
                space.id: named_at[space.centre]
                for space in self.board.spaces
                if space.label == space.id and space.centre in named_at
            }
        return self._places

    def called(self, word: object) -> Text:
        """Return what a word of a case is called: a piece, a place, a seat, else a term of the game."""
        if isinstance(word, Mapping):
            parts = [
                text("{what} {value}", what=self.game.term(str(key)), value=self.called(value))
                for key, value in word.items()
            ]
            return all_of(parts)
        if isinstance(word, list | tuple):
            return all_of([self.called(one) for one in word])
        if isinstance(word, bool):
            return self.game.term("yes" if word else "no")
        return text("none") if word is None else self._called(str(word))

    def _called(self, word: str) -> Text:
        known, places = self._known(), self._place_names()
        if word in places:
            return text("{place} ({hex})", place=named("place", places[word]), hex=verbatim(word))
        if word in known:
            return named("unit", known[word])
        ends = JOINTS.split(word)
        if len(ends) > 1 and all(end in known for end in ends):
            return text("{a} - {b}", a=self._called(ends[0]), b=self._called(ends[-1]))
        if not word:
            return text("off the map")
        return self.game.term(word) if word[:1].isalpha() else verbatim(word)

    def _choice(self, ask: Ask | None, choice: Choice) -> Text:
        """Return a choice in words."""
        if choice == PASS:
            return text("no, thank you") if ask is None else ask.choices.label(choice)
        if ask is not None and (label := _labelled(ask, choice)) is not None:
            return label
        if not isinstance(choice, Mapping):
            return self.called(choice)
        return self._picked(ask, choice) or self._fields(choice)

    def _picked(self, ask: Ask | None, choice: Mapping[str, Choice]) -> Text | None:
        """Return what was picked of a question's own things (cards of a hand), or how much each was given."""
        called = getattr(ask.choices, "called", None) if ask is not None else None
        chosen, shares = choice.get("subset"), choice.get("allocate")
        if isinstance(shares, Mapping):
            name = called or self.called
            return all_of(
                text("{n} for {what}", n=str(n), what=name(one)) for one, n in shares.items()
            )
        if called is None or chosen is None:
            return None
        picked = chosen if isinstance(chosen, list) else [chosen]
        return all_of(called(str(one)) for one in picked) if picked else text("none of them")

    def _fields(self, choice: Mapping[str, Choice]) -> Text:
        """Return a choice of several parts in words: who, where to, and the rest."""
        who: list[object] = []
        where: list[object] = []
        rest: list[Text] = []
        for key, value in choice.items():
            if _is_seen(key, value):
                continue
            values = list(value) if isinstance(value, list) else [value]
            if key in PLACES:
                where += values
            elif all(str(one) in self._known() for one in values):
                who += values
            else:
                rest.append(
                    text("{what} {value}", what=self.game.term(key), value=self.called(value))
                )
        words = self.called(who) if who else None
        if where and words is not None:
            words = text("{who}: {where}", who=words, where=self._way(where))
        elif where:
            words = self._way(where)
        if rest:
            more = all_of(rest)
            words = more if words is None else text("{first}, {others}", first=words, others=more)
        return words or text("nothing")

    def _way(self, places: list[object]) -> Text:
        """Return places one comes through, the last of them the goal."""
        words = self.called(places[0])
        for place in places[1:]:
            words = text("{a}, then {b}", a=words, b=self.called(place))
        return words

    # -- telling -------------------------------------------------------------------------------

    def _say(self, words: Text, rules: tuple[str, ...] = (), tone: str = "told") -> None:
        self._lines.append(Line(words, tuple(rule for rule in rules if rule), tone))

    def _seats(self) -> dict[str, str]:
        return {seat.id: seat.name for seat in self.setup.info.seats}

    def _seat(self, seat: str) -> Text:
        return named("seat", self._seats().get(seat, seat))

    def _open(self) -> None:
        """Tell how it begins."""
        ask = self.session.ask
        self._looks = ask.seat if ask is not None else None
        self._first = self.session.view(self._looks)
        self._say(text("{phase}.", phase=self._first.phase), tone="told")
        if ask is not None:
            self._asked_of(ask)
        self._close()

    def _asked_of(self, ask: Ask) -> None:
        words = text("{seat} is asked: {question}", seat=self._seat(ask.seat), question=ask.prompt)
        self._say(words, ask.rules, "asked")

    def _close(self) -> None:
        """End the scene, if there is anything in it."""
        if self._lines:
            table = self.session.table
            scene = Scene(
                tuple(self._lines),
                table.state,
                self._looks,
                len(self.session.choices),
                tuple(dict.fromkeys(self._lit)),
                self._overlays,
            )
            self.scenes.append(scene)
        self._lines, self._lit, self._overlays = [], [], ()

    def _notice_entry(self, entry: LogEntry) -> None:
        super()._notice_entry(entry)
        words = entry.private or entry.text
        self._say(words, entry.rules, "told")
        self._lit += [*entry.pieces, *entry.where, *entry.path]
        if entry.roll is not None:
            self._say(self._roll_words(entry.roll), (entry.roll.rule,), "rolled")
            for one in entry.roll.modifiers:
                self._say(
                    text("{value}: {reason}", value=f"{one.value:+d}", reason=one.reason),
                    (one.rule,),
                    "rolled",
                )

    def _roll_words(self, roll: Roll) -> Text:
        if roll.drawn is not None:
            return text("Drawn: {drawn}.", drawn=roll.drawn)
        words = text("The die shows {n}", n=roll.natural)
        if roll.total != roll.natural and roll.base is None:
            words = text("{words}, {total} in all", words=words, total=roll.total)
        if roll.target is not None and roll.upward:
            words = text("{words}; {target} or more is needed", words=words, target=roll.target)
        elif roll.target is not None:
            words = text("{words}; {target} or less is needed", words=words, target=roll.target)
        if roll.result:
            none = roll.result == NO_EFFECT
            result = text("no effect") if none else self.game.called(roll.result)
            words = text("{words}: {result}", words=words, result=result)
        return text("{words}.", words=words)

    def _choose(self, seat: str, choice: Choice) -> None:
        ask = self.session.ask
        if not self._forced and ask is not None:
            said = self._choice(ask, choice)
            words = text("{seat} answers: {choice}.", seat=self._seat(seat), choice=said)
            if not self._already(ask):
                self._asked_of(ask)
            self._say(words, ask.rules[:1], "chosen")
            self._looks = seat
            self._lit += self._mentioned(choice)
        super()._choose(seat, choice)

    def _already(self, ask: Ask) -> bool:
        """Whether the question was the last thing asked."""
        told = [*(line for scene in self.scenes for line in scene.lines), *self._lines]
        asked = next((line for line in reversed(told) if line.tone == "asked"), None)
        words = text("{seat} is asked: {question}", seat=self._seat(ask.seat), question=ask.prompt)
        return asked is not None and asked.words == words

    def _mentioned(self, choice: Choice) -> Iterator[str]:
        if isinstance(choice, str):
            yield choice
        elif isinstance(choice, Mapping):
            for part in choice.values():
                yield from self._mentioned(part)
        elif isinstance(choice, list | tuple):
            for part in choice:
                yield from self._mentioned(part)

    def _answer_forced(self, ask: Ask) -> bool:
        was, self._forced = self._forced, True
        try:
            return super()._answer_forced(ask)
        finally:
            self._forced = was

    def _step(self, step: CaseStep) -> None:
        super()._step(step)
        self._close()

    def _asked(self, step: CaseStep) -> None:
        super()._asked(step)
        ask = self.session.ask
        if "choose" not in step and ask is not None and not self._already(ask):
            self._asked_of(ask)

    def _offers(self, ask: Ask, offers: Any, *, exactly: bool) -> None:
        """Tell what may be chosen, before one of it is."""
        super()._offers(ask, offers, exactly=exactly)
        if not self._already(ask):
            self._asked_of(ask)
        shown = [
            self._offer(ask, offer) for offer in (offers if isinstance(offers, list) else [offers])
        ]
        if shown and exactly:
            self._say(text("The choices are: {what}.", what=all_of(shown)))
        elif shown:
            self._say(text("The choices include: {what}.", what=all_of(shown)))

    def _offer(self, ask: Ask, offer: Choice) -> Text:
        if offer == PASS:
            label = ask.choices.label(PASS)
            return text("none of it") if label is None else label
        return self._choice(ask, self._expanded(ask, offer)[0])

    def _refused(self, step: CaseStep) -> None:
        super()._refused(step)
        self._tell_refusal(step["seat"], step["choose"])

    def _not_offered(self, step: CaseStep) -> None:
        super()._not_offered(step)
        self._tell_refusal(step["seat"], step["not_offered"])

    def _tell_refusal(self, seat: str, wanted: Choice) -> None:
        ask = self.session.ask
        refusal = self._trial(seat, ask, wanted) if ask is not None else None
        if ask is None or refusal is None:
            return
        if not self._already(ask):
            self._asked_of(ask)
        self._looks = seat
        said = self._choice(ask, self._expanded(ask, wanted)[0] if _is_order(wanted) else wanted)
        words = text("{seat} may not choose: {choice}.", seat=self._seat(seat), choice=said)
        self._say(words, (), "refused")
        self._say(refusal.message, (refusal.rule,), "refused")
        self._lit += [*self._mentioned(wanted), *refusal.where]

    def _inquire(self, step: CaseStep) -> None:
        super()._inquire(step)
        self._looks = step["seat"]
        for name, said in step["inquire"].items():
            about = dict(said) if isinstance(said, Mapping) else {}
            answer = self.game.inquiries[name].ask(
                self.setup, self.session.table.state, step["seat"], **about
            )
            asks = self.called([*about.values()]) if about else text("the whole table")
            words = text(
                "Looked up: {what} ({about}).",
                what=INQUIRIES.get(name) or self.game.term(name),
                about=asks,
            )
            self._say(words, (), "looked")
            for line in answer.lines:
                self._say(line, answer.rules)
            wanted = {k: v for k, v in step["answer"].items() if k not in ("rules", "rule")}
            for words, share in () if answer.lines else answer.shares:
                percent = text("{n}\u202f%: {what}", n=round(100 * share), what=words)
                self._say(percent, answer.rules, "outcome")
            if wanted and not answer.lines and not answer.shares:
                self._say(text("{found}.", found=self.called(wanted)), answer.rules, "outcome")
            self._overlays += answer.overlays
            self._lit += self._mentioned(about)

    def _shortfall(self, step: CaseStep) -> None:
        super()._shortfall(step)
        for short in self.session.table.shortfalls[self.short :]:
            if short.rule == step["shortfall"]:
                self._say(short.message, (short.rule,), "refused")
                self._lit.append(short.where)

    def _view(self, step: CaseStep) -> None:
        super()._view(step)
        who = step["view"]
        wanted = step.get("hides") or step["shows"]
        unit, field = self.called(wanted["unit"]), wanted.get("field")
        seat = text("everybody") if who == "public" else self._seat(who)
        what = (
            unit
            if field is None
            else text("{what} of {unit}", what=self.game.term(field), unit=unit)
        )
        if "hides" in step:
            self._say(text("Hidden from {seat}: {what}.", seat=seat, what=what), (), "outcome")
        else:
            self._say(text("Open to {seat}: {what}.", seat=seat, what=what), (), "outcome")

    def _no_ask(self, step: CaseStep) -> None:
        super()._no_ask(step)
        self._say(text("Nobody is asked about that."), (), "outcome")

    def _undo(self, step: CaseStep) -> None:
        super()._undo(step)
        self._say(text("Taken back."), (), "chosen")

    def _check(self, step: CaseStep) -> None:
        super()._check(step)
        for unit, facts in step["check"].get("units", {}).items():
            told = self._told_of(facts)
            self._say(
                text("Now {unit}: {facts}.", unit=self.called(unit), facts=told), (), "outcome"
            )
            self._lit.append(unit)

    def _expect(self, expect: Mapping[str, Any]) -> None:
        super()._expect(expect)
        for unit, facts in expect.get("units", {}).items():
            told = self._told_of(facts)
            words = text("At the end, {unit}: {facts}.", unit=self.called(unit), facts=told)
            self._say(words, (), "outcome")
            self._lit.append(unit)
        self._tell_pending(expect.get("pending"))
        verdict = self.session.verdict
        if verdict is not None and expect.get("verdict") not in (None, "null"):
            self._say(verdict.reason, (verdict.rule,), "outcome")
        self._close()

    def _told_of(self, facts: Mapping[str, object]) -> Text:
        """Say what a case has seen of a unit, but for what the board shows."""
        told = [self._fact(k, v) for k, v in facts.items() if not _is_seen(k, v)]
        return all_of(told or [text("as the board shows")])

    def _fact(self, key: str, value: object) -> Text:
        nothing = value in ([], {}, "", "null", "none", None)
        said = text("none") if nothing else self.called(value)
        if key == "at" and str(value) in self._known():
            return text("at {place}", place=said)
        if key == "state" and nothing:
            return text("in good order")
        if key in ("at", "place", "state"):
            return said
        if value is True or value in ("yes", "true"):
            return self.game.term(key)
        if value is False or value in ("no", "false"):
            return text("not {what}", what=self.game.term(key))
        return text("{what} {value}", what=self.game.term(key), value=said)

    def _tell_pending(self, pending: object) -> None:
        ask = self.session.ask
        if isinstance(pending, Mapping) and ask is not None:
            words = text(
                "Next {seat} is asked: {question}", seat=self._seat(ask.seat), question=ask.prompt
            )
            self._say(words, ask.rules, "outcome")

    # -- seeing --------------------------------------------------------------------------------

    @property
    def board(self) -> BoardView:
        """The map of it all."""
        return _board(self.game, self.setup)

    def view_of(self, scene: Scene) -> TableView:
        """Return what is seen of a scene by the one whose step it is."""
        if scene is self.scenes[0]:
            return self._first
        view: TableView = self.game.view(self.setup, scene.state, scene.seat)
        return view

    @property
    def about(self) -> list[str]:
        """The names in what is done and expected: what is looked at before anything has been played."""
        told = [self.case.data.get("steps", []), self.case.data.get("expect", {})]
        return list(dict.fromkeys(_words(fill(told, self.values))))

    def session_at(self, scene: Scene) -> Session:
        """Return a game of its own at a scene, to be played on in any way."""
        session = self.session.fork()
        if scene.choices < len(session.choices):
            session.rewind(scene.choices)
        session.redoable.clear()
        return session


_BOARDS: deque[tuple[object, BoardView]] = deque(maxlen=8)
"""Boards of the setups shown last: many examples stand on the map of one scenario."""


def _board(game: AnyGame, setup: Any) -> BoardView:
    """Return the board of a setup, the very same one for the same setup."""
    for known, board in (*_BOARDS,):
        if known is setup:
            return board
    made = game.board(setup)
    _BOARDS.append((setup, made))
    return made


def _is_seen(key: str, value: object) -> bool:
    """Whether a fact is seen on the board and is told in numbers that say nothing to a reader."""
    return key in ("facing", "heading") or (key == "at" and isinstance(value, list))


def _words(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from _words([*data, *data.values()])
    elif isinstance(data, list | tuple):
        for part in data:
            yield from _words(part)


def _is_order(choice: Choice) -> bool:
    return isinstance(choice, Mapping) and "do" in choice


def _labelled(ask: Ask, choice: Choice) -> Text | None:
    """Return what the question itself calls a choice: a line of its list, the actions of an order."""
    if isinstance(ask.choices, Listed):
        known = choice in ask.choices or any(choice == one for one, _ in ask.choices.refused())
        label = ask.choices.label(choice) if known else None
    elif isinstance(choice, Mapping) and isinstance(choice.get("do"), list):
        orders = [ask.choices.label({"do": [one]}) for one in cast("list[Choice]", choice["do"])]
        return all_of(orders) if orders else text("to stay as it is")
    else:
        return None
    return label if label is not None and label.key != "{choice}" else None


def tell(example: Example) -> Story:
    """Play an example and return what there is to be told.

    Raises:
        ScenarioError: its case cannot be used, or does not come out as it says.
    """
    return finished(begun(example))


def begun(example: Example) -> Story:
    """Return an example with its position alone: what happens is still to be played.

    Raises:
        ScenarioError: its case cannot be used.
    """
    case = case_of(example.path)
    values = dict(example.values) or next(iter(case.variants()))
    game, setup = load_setup(case, values)
    return Story(case, game, setup, values)


def finished(story: Story) -> Story:
    """Play an example to its end, once.

    Raises:
        ScenarioError: it does not come out as it says.
    """
    if not story.played:
        story.played = True
        wrong = story.play()
        if wrong is not None:
            line, words = wrong
            raise ScenarioError(
                [
                    story.case.source.problem(
                        ("case",), tr("line {line}: {words}", line=line, words=verbatim(words))
                    )
                ]
            )
    return story


def firsts(examples: Iterable[Example]) -> Iterator[Example]:
    """Give one example of each scenario: once these are begun, the others begin at once.

    Raises:
        ScenarioError: a case cannot be used.
    """
    met: set[str] = set()
    for example in examples:
        data = case_of(example.path).data
        scenario = f"{data.get('scenario', '')} {data.get('options')}"
        if "scenario" in data and scenario not in met:
            met.add(scenario)
            yield example
