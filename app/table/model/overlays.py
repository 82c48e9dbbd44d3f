"""Overlays and tools: whatever inquiries the game has, drawn on the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.app.table.model.called import SIGHT, TABLE
from grognard.app.table.model.changes import Drawn
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.odds import answer_or_none
from grognard.app.table.model.outside import Work
from grognard.engines.core.data.text import named
from grognard.engines.core.play.inquiries import Inquiry, NoAnswer
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.terms import ASKED, INQUIRIES
from grognard.engines.core.show.views import Answer, Overlay

FIRE_ODDS = "fire_odds"
"""The odds of a question about fire: its choices have lines of fire."""
SPACE_ARGUMENTS = ("space", "at", "where")
NOT_DRAWN = ("move_cost", "objective")
"""What is told of a choice, or of the place that is looked at, and drawn of nothing."""
PIECE_ARGUMENTS = ("piece", "unit", "subject")
SIDE_ARGUMENTS = ("side", "owner", "seat_of")
PAIRS = (
    ("origin", "target"),
    ("a", "b"),
    ("start", "end"),
    ("from_", "to"),
    ("source", "target"),
    ("at", "to"),
    ("here", "there"),
)


def arguments_of(inquiry: Inquiry) -> dict[str, bool]:
    """Return the arguments of an inquiry, with whether it needs them."""
    return {name: argument.needed for name, argument in inquiry.arguments.items()}


def filling(wanted: Mapping[str, bool], known: Mapping[str, str]) -> dict[str, Any] | None:
    """Fill the arguments with what is pointed at; None when a needed one is missing."""
    filled: dict[str, Any] = {}
    for name, needed in wanted.items():
        if name in known:
            filled[name] = known[name]
        elif name in PIECE_ARGUMENTS and "piece" in known:
            filled[name] = known["piece"]
        elif name in SPACE_ARGUMENTS and "space" in known:
            filled[name] = known["space"]
        elif needed:
            return None
    return filled


class Overlays:
    """Which inquiries are switched on, and what they answer about the thing pointed at."""

    def __init__(self, model: TableModel, work: Work) -> None:
        self.model, self.work = model, work
        self.on: list[str] = []
        self.held: list[str] = []
        self.about: dict[str, str] = {}
        self.sight: list[str] = []
        self.sighting = False
        self.answers: dict[str, Answer] = {}
        self.decided: list[Overlay] = []
        self._aim: tuple[str, list[Answer]] = ("", [])
        self._when = ("", "")

    def _changed(self) -> None:
        self.model.changes.tell(Drawn())

    def names(self) -> list[str]:
        """Return the inquiries that can be drawn of a piece or place alone, and may be at this table."""
        inquiries, pointed = self.model.game.inquiries, {"piece": "", "space": ""}
        apart = {"choice", "edge", "rule", "attacker"}
        return [
            name
            for name, inquiry in inquiries.items()
            if name not in NOT_DRAWN
            and not apart & set(wanted := arguments_of(inquiry))
            and filling(wanted, pointed) is not None
            and (self.model.measuring or not inquiry.measures)
        ]

    def about_a(self, piece: str, space: str) -> list[str]:
        """Return those that tell of a piece, else of a place, else of the whole board."""
        wanted = PIECE_ARGUMENTS if piece else SPACE_ARGUMENTS if space else ()
        inquiries = self.model.game.inquiries
        of_things = {*PIECE_ARGUMENTS, *SPACE_ARGUMENTS}
        return [
            name
            for name in self.names()
            for takes in (set(arguments_of(inquiries[name])),)
            if (takes & {*wanted} if wanted else not takes & of_things)
        ]

    def start_with(self, names: object) -> None:
        """Switch on what a theme shows from the beginning, as far as this game has it."""
        known = self.names()
        self.on = [name for name in names if name in known] if isinstance(names, list) else []

    def waits_for_a_subject(self, name: str) -> bool:
        """Whether an inquiry is about a piece or a place, and none is pointed at."""
        inquiry = self.model.game.inquiries.get(name)
        return inquiry is not None and filling(arguments_of(inquiry), self.about) is None

    def title(self, name: str) -> str:
        """Return what an overlay is called in a menu."""
        own = self.model.game.terms.get(name + ASKED)
        return str(own or INQUIRIES.get(name) or named("term", name))

    def hold(self, name: str, on: bool) -> None:
        """Show an overlay while a key is held."""
        held = [name] if on and name in self.model.game.inquiries else []
        if held != self.held:
            self.held = held
            self.refresh()

    def quiet(self) -> None:
        """The curtain falls: nothing is shown and nothing comes later."""
        self.work.cancel()
        self.about, self.answers, self.held, self.decided = {}, {}, [], []
        self._aim = ("", [])

    def switch(self, name: str, on: bool) -> None:
        """Show an overlay or take it away."""
        if on and name not in self.on:
            self.on.append(name)
        elif not on and name in self.on:
            self.on.remove(name)
        self.refresh()

    def point(self, piece: str, space: str) -> None:
        """Make a piece or space the subject of the overlays."""
        subject = {key: v for key, v in (("piece", piece), ("space", space)) if v}
        if subject != self.about:
            self.about, self._when = subject, self._now()
            if self.on:
                self.refresh()

    def _now(self) -> tuple[str, str]:
        """Return the turn of the position that is shown, and its phase."""
        turn = self.model.game.turn_now(self.model.shown.table.state)
        return turn, str(self.model.view.phase)

    def decide(self, entries: Iterable[LogEntry]) -> None:
        """Keep the geometry that decided what some lines of the log tell, until the next are told."""
        found: list[Overlay] = []
        for entry in entries:
            if entry.rules and (entry.pieces or entry.where):
                answer = self.model.decided(entry)
                found += answer.overlays if answer is not None else ()
        if found or self.decided:
            self.decided = list(dict.fromkeys(found))
            self._changed()

    def dismiss(self) -> bool:
        """Put away what decided the last action; return whether there was anything."""
        had, self.decided = bool(self.decided), []
        if had:
            self._changed()
        return had

    def aim(self, choice: Choice | None) -> None:
        """On a table without spaces: draw the lines of fire of a choice that is pointed at."""
        lines = self._lines_of(choice) if self.model.board.kind == TABLE else []
        key = repr((self.model.position, lines)) if lines else ""
        if key != self._aim[0]:
            answers = [self.model.inquire(SIGHT, origin=one, target=at) for one, at in lines]
            self._aim = (key, [answer for answer in answers if answer is not None])
            self._changed()

    def _lines_of(self, choice: Choice | None) -> list[tuple[str, str]]:
        """Return who fires at whom in a choice of fire."""
        ask = self.model.ask
        if ask is None or ask.odds != FIRE_ODDS or not isinstance(choice, dict):
            return []
        if SIGHT not in self.model.game.inquiries:
            return []
        at = choice.get("at") or next(iter(ask.where), "")
        return [(one, at) for one in choice.get("pieces", ())] if at else []

    def aimed_words(self) -> list[str]:
        """Return what is to be said of the lines of fire that are drawn."""
        return [str(line) for answer in self._aim[1] for line in answer.lines]

    def see(self, on: bool) -> None:
        """Take up or lay down the line-of-sight tool."""
        self.sighting, self.sight = on, []
        self.refresh()

    def look_at(self, space: str) -> None:
        """The line-of-sight tool is pointed at a space: from there, then to there."""
        if len(self.sight) != 1:
            self.sight = [space]
        else:
            self.sight.append(space)
        self.refresh()

    def refresh(self) -> None:
        """Ask every inquiry that is on again; what was pointed at in a phase that is over is past.

        Rings of an HQ's range, left over, would lie on those whom the next question is about.
        """
        self.answers = {}
        if self.about and self._when != self._now():
            self.about = {}
        self.work.cancel()
        for name in dict.fromkeys((*self.on, *self.held)):
            self._ask(name, self.about)
        if len(self.sight) == 2:
            self._ask_line()
        self._changed()

    def _ask(self, name: str, known: Mapping[str, str]) -> None:
        inquiry = self.model.game.inquiries.get(name)
        filled = filling(arguments_of(inquiry), known) if inquiry else None
        if filled is None:
            return
        if inquiry is not None and inquiry.slow:
            self._ask_later(name, filled)
            return
        try:
            answer = self.model.inquire(name, **filled)
        except NoAnswer:
            return
        if answer is not None:
            self.answers[name] = answer

    def _ask_later(self, name: str, filled: dict[str, Any]) -> None:
        question = self.model.question(name, **filled)
        if question is not None:
            job = answer_or_none(question)
            self.work.start(job, lambda answer: self._answered(name, answer))

    def _answered(self, name: str, answer: Answer | None) -> None:
        """A slow inquiry has its answer; those of older positions are cancelled."""
        if answer is not None and self.model.covered is None:
            self.answers[name] = answer
            self._changed()

    def told(self, names: Iterable[str], space: str) -> list[Answer]:
        """Return what inquiries say of a space, whether they are drawn or not; of what is hidden nothing."""
        found = []
        for name in names:
            inquiry = self.model.game.inquiries.get(name)
            filled = filling(arguments_of(inquiry), {"space": space}) if inquiry else None
            asked = self.model.question(name, **filled) if filled else None
            answer = answer_or_none(asked)() if asked and name not in self.answers else None
            found += [answer] if answer is not None else []
        return found

    def _ask_line(self) -> None:
        inquiry = self.model.game.inquiries.get(SIGHT)
        wanted = list(arguments_of(inquiry)) if inquiry else []
        pair = next((p for p in PAIRS if set(p) <= set(wanted)), tuple(wanted[:2]))
        if len(pair) == 2:
            self._ask(SIGHT, dict(zip(pair, self.sight, strict=True)))

    def drawn(self) -> list[Overlay]:
        """Return the geometry of all answers."""
        overlays = [*self.model.view.standing, *self.decided]
        overlays += (item for answer in self._aim[1] for item in answer.overlays)
        overlays += (item for answer in self.answers.values() for item in answer.overlays)
        if self.sight:
            overlays.append(Overlay("spaces", "los", tuple(self.sight)))
        return overlays
