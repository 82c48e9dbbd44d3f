"""How each form of an Ask is answered with clicks and keys. Plain objects; no widget in here.

A gesture holds what the player has pointed out so far and tells which choice that means. It never
decides legality: everything comes from the Ask's choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from grognard.app.table.gestures.facing import apart, facing_in, heading_of, stepped
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import fields_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.passing import Passing, why_passed_by
from grognard.engines.core.show.views import TableView

DECLINING = (PASS, "done")
MOST_LISTED = 4000
MOST_SHOWN = 200
OF_PIECES = ("piece", "subset", "order", "allocate")
NAMED_IN_FULL = ("target", "pick", "form", "number", "manoeuvre", "heading")
"""The forms of questions that are answered with pieces, and those that no single thing answers."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What the board should mark: ids of spaces, hexsides and pieces."""

    legal: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    path: tuple[str, ...] = ()


def mentions(choice: Choice | None) -> tuple[str, ...]:
    """Return the ids a choice is about, the most telling first."""
    if isinstance(choice, str):
        return () if choice in DECLINING else (choice,)
    if not isinstance(choice, dict):
        return ()
    found: list[str] = []
    for key in ("at", "piece", "target"):
        if isinstance(choice.get(key), str):
            found.append(choice[key])
    route = choice.get("route")
    if isinstance(route, list) and route:
        found.append(str(route[-1]))
    for key, value in choice.items():
        if key in {"route", "facing"}:
            continue
        listed = value if isinstance(value, list) else [value]
        found.extend(item for item in listed if isinstance(item, str))
    return tuple(dict.fromkeys(found))


def path_of(choice: Choice | None) -> tuple[str, ...]:
    """Return the spaces a choice leads along."""
    if isinstance(choice, dict) and isinstance(choice.get("route"), list):
        return tuple(str(item) for item in choice["route"])
    return ()


def posed(choice: Choice | None, ask: Ask, view: TableView) -> tuple[str, str, int] | None:
    """Return (piece, space, facing) of a choice that turns or places a piece, as the board shows it."""
    if not isinstance(choice, dict) or not isinstance(choice.get("facing"), int):
        return None
    here = {piece.id: piece.at for piece in view.pieces}
    by = choice.get("by")
    named = [choice.get("piece"), *(by if isinstance(by, list) else [by]), *ask.subject]
    piece = next((name for name in named if isinstance(name, str) and name in here), None)
    if piece is None:
        return None
    at = None if by is not None else choice.get("at")
    end = at if isinstance(at, str) else (path_of(choice) or (here[piece],))[-1]
    return (piece, end, choice["facing"]) if end else None


class Gesture:
    """The answer to one Ask as it grows under the player's hand.

    Attributes:
        ask: the question.
        picked: what has been clicked, oldest first.
        facing, turned_at: the facing that the piece was turned to on purpose, and the place.
        pointed_at: what is pointed at, where it differs by a facing alone.
    """

    editor = ""
    drawn = False
    """Whether what an editor holds is drawn on the board too, so that Enter takes it there."""
    doing = text("Done")
    """What the button of an editor says."""
    bearing: Callable[[int], float | None] = staticmethod(lambda _facing: None)
    """The compass bearing of a facing as choices number it, where the table knows it."""
    passing: Passing = MappingProxyType({})
    """Why the game passes pieces by."""
    carries = False
    """Whether a piece is taken up and put down: then everything pointed at meanwhile is explained."""

    def __init__(self, ask: Ask, view: TableView) -> None:
        self.ask = ask
        self.view = view
        self.picked: list[str] = []
        self.facing: int | None = None
        self.turned_at = ""
        self.pointed_at: list[Choice] = []
        limit = MOST_LISTED if ask.choices.finite else MOST_SHOWN
        self.all: list[Choice] = self._list(limit)
        self.declines = [choice for choice in self.all if choice in DECLINING]
        self.extras: list[Choice] = [one for one in self.all if one in ask.choices.closing]
        self.refusals: dict[str, Refusal] = {}
        self.reasons: dict[str, Refusal] = {}
        for choice, refusal in islice(self._refused(), MOST_LISTED):
            for name in mentions(choice)[:1]:
                self.refusals.setdefault(name, refusal)
            for name in refusal.where if ask.form == "pick" else ():
                self.reasons.setdefault(name, refusal)

    def _list(self, limit: int) -> list[Choice]:
        return list(islice(iter(self.ask.choices), limit))

    def _refused(self) -> Iterable[tuple[Choice, Refusal]]:
        return self.ask.choices.refused()

    def label(self, choice: Choice) -> str:
        """Return the words of a choice, or of a line of the list."""
        return str(self.ask.choices.label(choice))

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """Return what a choice, or a line of the list, costs and does."""
        told = self.ask.choices.describe(choice)
        why = self.ask.choices.why_vain(choice)
        if why is None or why.message in told:
            return told
        return (text("It would achieve nothing: {why}", why=why.message), *told)

    def meant(self, choice: Choice) -> tuple[str, ...]:
        """Return the ids a choice is about: those it names, and those it concerns besides."""
        return (*mentions(choice), *self.ask.choices.about(choice))

    def as_it_faces(self, left: list[Choice]) -> int:
        """Return which of several facings is nearest to that of the piece, the first where none is known.

        Where it has been turned on purpose, which of them was meant; and before that the one that does
        not turn it at all.
        """
        if self.facing is not None:
            turned = (n for n, choice in enumerate(left) if facing_in(choice) == self.facing)
            if (meant := next(turned, None)) is not None:
                return meant
        unturned = (n for n, choice in enumerate(left) if "facing" not in fields_of(choice))
        if (meant := next(unturned, None)) is not None:
            return meant
        known = {p.id: turn for p in self.view.pieces if (turn := heading_of(p)) is not None}
        offs = [self._off(choice, known) for choice in left]
        return offs.index(min(offs)) if offs else 0

    def _off(self, choice: Choice, known: dict[str, float]) -> float:
        """Return by how many degrees a choice turns its piece."""
        pose = posed(choice, self.ask, self.view)
        turned = self.bearing(pose[2]) if pose is not None else None
        return (
            apart(known[pose[0]], turned)
            if pose and turned is not None and pose[0] in known
            else 180.0
        )

    def looks(self, choice: Choice) -> int | None:
        """Return the facing that a choice has, named or kept; None where it has none."""
        return facing_in(choice)

    # -- turning where it is pointed at ----------------------------------------------------------

    def over(self, choices: list[Choice]) -> Choice | None:
        """Several choices are pointed at that differ by a facing alone; return the one that is meant."""
        self.pointed_at = choices
        return choices[self.as_it_faces(choices)] if choices else None

    def facings(self) -> list[int]:
        """Return which ways the piece may look where it is pointed at."""
        found = [facing_in(choice) for choice in self.pointed_at]
        return [facing for facing in found if facing is not None]

    def face(self, facing: int) -> Choice | None:
        """Turn the piece where it is pointed at; return the choice that this means."""
        meant = next((one for one in self.pointed_at if facing_in(one) == facing), None)
        if meant is not None:
            self.facing, self.turned_at = facing, self._place_of(meant)
        return meant

    def _turn_over(self, steps: int) -> bool:
        """Turn the piece clockwise where it is pointed at."""
        if len(self.facings()) < 2:
            return False
        now = self.as_it_faces(self.pointed_at)
        kept = self._looks_on(self.pointed_at)
        to = self.pointed_at[stepped(self.pointed_at, now, steps, self.bearing, kept)]
        facing = facing_in(to)
        return self.let_go() if facing is None else self.face(facing) is not None

    def _looks_on(self, choices: list[Choice]) -> float | None:
        """Return the bearing in which the piece that choices turn looks now, None where it is not known."""
        poses = (posed(choice, self.ask, self.view) for choice in choices)
        turned = next((pose[0] for pose in poses if pose is not None), None)
        return next((heading_of(p) for p in self.view.pieces if p.id == turned), None)

    def _place_of(self, choice: Choice | None) -> str:
        pose = posed(choice, self.ask, self.view) if choice is not None else None
        return pose[1] if pose is not None else ""

    def let_go(self) -> bool:
        """Forget how the piece was turned; return whether it was."""
        had, self.facing, self.turned_at = self.facing is not None, None, ""
        return had

    def lift(self, piece: str) -> bool:
        """A piece is taken up to be carried; return whether it may be."""
        return False

    @property
    def explains(self) -> bool:
        """Whether what is pointed at now is explained if it means nothing."""
        return self.carries or not self.picked

    def candidates(self) -> list[Choice]:
        """Return the choices that fit what has been picked so far."""
        return [choice for choice in self.all if choice not in DECLINING]

    def listed(self) -> list[Choice]:
        """Return the choices worth a line in a list."""
        return [choice for choice in self.candidates() if choice not in self.extras]

    @property
    def heading(self) -> Text | None:
        """What is said above the list, where its lines alone do not tell what they are for."""
        return None

    def is_step(self, choice: Choice) -> bool:
        """Whether a line of the list only says who it is about: then a click on it is no choice yet."""
        return False

    def settle(self, choice: Choice) -> Choice | None:
        """Take a line of the list; return the choice that it settles."""
        return choice

    def chosen(self) -> Choice | None:
        """Return the one choice that is meant now, if there is just one."""
        return None

    def turned_there(self) -> Choice | None:
        """Return what is pointed at and was turned there: Enter takes it as a second click does."""
        if self.facing is None or not self.pointed_at or self.chosen() is not None:
            return None
        meant = self.pointed_at[self.as_it_faces(self.pointed_at)]
        return meant if self.turned_at and self.turned_at == self._place_of(meant) else None

    def marks(self) -> Marks:
        """Return what to mark on the board."""
        legal = dict.fromkeys(name for choice in self.candidates() for name in self.meant(choice))
        refused = tuple(name for name in self.refusals if name not in legal)
        return Marks(tuple(legal), refused, tuple(self.picked), path_of(self.chosen()))

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        """Take a click on things lying at one point; return a choice that it settles."""
        return None

    def take(self, names: Iterable[str]) -> None:
        """A drag begins on things lying at one point."""
        self.click(names)

    def drop(self, names: Iterable[str]) -> Choice | None:
        """Let go of what was dragged; return the choice that it makes."""
        choice = self.click(names)
        return choice if choice is not None else self.chosen()

    def hover(self, names: Iterable[str]) -> Choice | None:
        """Return the choice that a click here would mean."""
        return None

    def refusal(self, names: Iterable[str]) -> Refusal | None:
        """Return why a click here means nothing."""
        listed = list(names)
        known = next((self.refusals[name] for name in listed if name in self.refusals), None)
        if known is None:
            known = next((self.reasons[name] for name in listed if name in self.reasons), None)
        about = self._asked_of(listed)
        misread = None
        for choice in self.attempts(about) if known is None and about else ():
            why = self.ask.why_not(choice)
            if why is not None and why.rule and not why.misread:
                return why
            misread = misread or why
        return known or self._passed_by(listed) or misread

    def _passed_by(self, names: list[str]) -> Refusal | None:
        """Return why the question says nothing of a piece of the seat's own."""
        seat, known = self.ask.seat, {*self.ask.subject, *self.marks().legal}
        if not known.isdisjoint(names):
            return None
        own = (p for p in self.view.pieces if p.id in names and p.side == seat and not p.hidden)
        piece = next(own, None)
        return why_passed_by(self.passing, self.ask, piece) if piece is not None else None

    def _asked_of(self, names: list[str]) -> str:
        """Return which of the things pointed at the question could mean: a piece, or a place."""
        if self.ask.form in NAMED_IN_FULL:
            return ""
        pieces = {piece.id for piece in self.view.pieces}
        wants = self.ask.form in OF_PIECES
        return next((name for name in names if (name in pieces) == wants), "")

    def why_not(self) -> Refusal | None:
        """Return why what is put together so far may not be chosen, where the answer grows in parts."""
        return None

    def stuck(self) -> Refusal | None:
        """Return why the question cannot be declined now, or why there is nothing but to decline."""
        if not self.declines:
            return self.ask.choices.why_not_pass()
        return self.ask.choices.why_none() if len(self.all) == len(self.declines) else None

    def attempts(self, name: str) -> list[Choice]:
        """Return the choices a player who points at `name` may have had in mind."""
        return [name]

    def back(self) -> bool:
        """Take the last click back; return whether there was one."""
        if self.picked:
            self.picked.pop()
            return True
        return self.let_go()

    def turn(self, steps: int) -> bool:
        """Turn what is being placed; return whether that meant anything."""
        return False

    def mark(self, choice: Choice) -> bool:
        """Mark one of the choices that differ by a facing alone; return whether that could be done."""
        return False

    def finish(self) -> Choice | None:
        """Return the choice that Done means now, if any."""
        chosen = self.chosen()
        if chosen is not None:
            return chosen
        return self.declines[0] if self.declines else None
