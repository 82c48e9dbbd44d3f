"""How each form of an Ask is answered with clicks and keys. Plain objects; no widget in here.

A gesture holds what the player has pointed out so far and tells which choice that means. It never
decides legality: everything comes from the Ask's choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice

from engines.core.data.text import Text, text
from engines.core.show.asks import PASS, Ask, Choice, actors
from engines.core.show.choices import fields_of, word_of
from engines.core.show.explain import Refusal
from engines.core.show.views import TableView

DECLINING = (PASS, "done")
MOST_LISTED = 4000
MOST_SHOWN = 200
FACINGS = range(12)
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


def _acting(choice: Choice) -> list[str]:
    """Return the pieces that act by a choice."""
    by = choice.get("pieces") if isinstance(choice, dict) else None
    return [name for name in by if isinstance(name, str)] if isinstance(by, list) else []


class Gesture:
    """The answer to one Ask as it grows under the player's hand.

    Attributes:
        ask: the question.
        picked: what has been clicked, oldest first.
    """

    editor = ""
    doing = text("Done")
    """What the button of an editor says."""
    bearing: Callable[[int], float | None] = staticmethod(lambda _facing: None)
    """The compass bearing of a facing as choices number it, where the table knows it."""
    carries = False
    """Whether a piece is taken up and put down: then everything pointed at meanwhile is explained."""

    def __init__(self, ask: Ask, view: TableView) -> None:
        self.ask = ask
        self.view = view
        self.picked: list[str] = []
        limit = MOST_LISTED if ask.choices.finite else MOST_SHOWN
        self.all: list[Choice] = self._list(limit)
        self.declines = [choice for choice in self.all if choice in DECLINING]
        self.extras: list[Choice] = []
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
        return self.ask.choices.describe(choice)

    def meant(self, choice: Choice) -> tuple[str, ...]:
        """Return the ids a choice is about: those it names, and those it concerns besides."""
        return (*mentions(choice), *self.ask.choices.about(choice))

    def as_it_faces(self, left: list[Choice]) -> int:
        """Return which of several facings the piece has already, the first where none is known."""
        faces = {piece.id: piece.facing for piece in self.view.pieces if piece.facing is not None}
        for number, choice in enumerate(left):
            pose = posed(choice, self.ask, self.view)
            if pose is not None and pose[0] in faces and self.bearing(pose[2]) == faces[pose[0]]:
                return number
        return 0

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
        return self.candidates()

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
        return None

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
        if known is not None or not about:
            return known
        for choice in self.attempts(about):
            why = self.ask.why_not(choice)
            if why is not None and why.rule:
                return why
        return None

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
        return False

    def turn(self, steps: int) -> bool:
        """Turn what is being placed; return whether that meant anything."""
        return False

    def finish(self) -> Choice | None:
        """Return the choice that Done means now, if any."""
        chosen = self.chosen()
        if chosen is not None:
            return chosen
        return self.declines[0] if self.declines else None


class Narrowing(Gesture):
    """pick, piece, place, pose, target: each click narrows what may be meant, none commits by itself.

    When several choices remain at one spot they differ by facing or by their labels: Q, E, the
    wheel and the list walk through them.
    """

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.index = 0
        self._loose = False
        spots = {c.get("at") for c in super().candidates() if isinstance(c, dict)}
        if ask.form == "pose" and len(spots) == 1:
            self.picked = [str(spot) for spot in spots]

    def candidates(self) -> list[Choice]:
        left = super().candidates()
        for name in self.picked:
            left = [choice for choice in left if name in self.meant(choice)]
        return left

    def marks(self) -> Marks:
        found = super().marks()
        # A question about pieces shows which; where pieces are to be clicked these keep their own mark.
        about = self.ask.form == "pick" or self.ask.interrupt
        # What may be chosen keeps the mark of that, though the question is about it.
        where = (name for name in self.ask.where if name not in found.legal)
        return replace(found, chosen=(*self.ask.subject, *where, *found.chosen)) if about else found

    @property
    def _open(self) -> bool:
        """Whether more targets are legal than are listed, and those who are to act are picked."""
        if self.ask.form != "target" or self.ask.choices.finite or not self.picked:
            return False
        return any(self.picked[0] in _acting(choice) for choice in self.all)

    @property
    def explains(self) -> bool:
        return super().explains or self._open

    def _unlisted(self, names: Iterable[str]) -> Choice | None:
        """Return the choice of a legal target that no line of the list names."""
        tried = [choice for name in names for choice in self._aimed(name)]
        return next((choice for choice in tried if choice in self.ask.choices), None)

    def _aimed(self, name: str) -> list[Choice]:
        """Return the choice that aims those picked at a piece of another side."""
        sides = {piece.id: piece.side for piece in self.view.pieces}
        mine = {sides.get(one) for one in self.picked}
        if not self._open or name not in sides or sides[name] in mine:
            return []
        return [{"pieces": list(self.picked), "at": name}]

    def refusal(self, names: Iterable[str]) -> Refusal | None:
        if not self._open:
            return super().refusal(names)
        tried = [self.ask.why_not(choice) for name in names for choice in self._aimed(name)]
        return next((why for why in tried if why is not None and why.rule), None)

    def _step(self, names: Iterable[str]) -> str | None:
        """Return the one of `names` that narrows the candidates."""
        left = self.candidates()
        for name in names:
            if name not in self.picked and any(name in self.meant(choice) for choice in left):
                return name
        return None

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        """Mark what is clicked; a second click on it makes the choice that is marked."""
        listed = list(names)
        if self._loose and self._again(listed):
            return self.chosen()
        self._loose = False
        if self._again(listed):
            return self.chosen()
        name = self._step(listed)
        if name is None and (aimed := self._unlisted(listed)) is not None:
            self.all.append(aimed)
            name = word_of(aimed, "at")
        if name is None and self.picked:
            self.picked.clear()
            name = self._step(listed)
        if name is not None:
            self.picked.append(name)
            self.index = 0
        return None

    def take(self, names: Iterable[str]) -> None:
        listed = list(names)
        if not self._again(listed):
            self.click(listed)

    def drop(self, names: Iterable[str]) -> Choice | None:
        """Let go of what was dragged: of several choices that this may mean the plainest is marked."""
        listed = list(names)
        if not self.picked or self._step(listed) is None:
            return super().drop(listed)
        choice = super().drop(listed)
        self._loose = choice is None and len(self.candidates()) > 1
        return choice

    def _plainest(self) -> list[Choice]:
        """Return what may be meant: what those picked do themselves, and that which names the least.

        Others may act through the hex that was picked, as those do who charge through friends.
        """

        def distance(choice: Choice) -> tuple[bool, int]:
            return not set(actors(choice)) & set(self.picked), len(mentions(choice))

        return sorted(self.candidates(), key=distance)

    def _again(self, names: list[str]) -> bool:
        """Whether what was picked is clicked again: nothing that could be picked lies above it."""
        fresh = {name for choice in super().candidates() for name in self.meant(choice)}
        first = next((name for name in names if name in fresh or name in self.picked), None)
        return first is not None and first in self.picked

    def hover(self, names: Iterable[str]) -> Choice | None:
        listed = list(names)
        name = self._step(listed)
        if name is None:
            return self._unlisted(listed)
        return next((c for c in self.candidates() if name in self.meant(c)), None)

    def chosen(self) -> Choice | None:
        left = self.candidates()
        if self._loose and left:
            return self._plainest()[self.index % len(left)]
        if not self.picked or not left or not self._same_spot(left):
            # What names just the things picked is meant, though others name more besides.
            exact = [c for c in left if set(mentions(c)) == set(self.picked)]
            meant = left if len(left) == 1 else exact
            return meant[0] if len(meant) == 1 and self.picked else None
        unturned = next((n for n, c in enumerate(left) if "facing" not in fields_of(c)), None)
        first = self.as_it_faces(left) if unturned is None else unturned
        return left[(first + self.index) % len(left)]

    @staticmethod
    def _same_spot(left: list[Choice]) -> bool:
        """Whether what is left differs in nothing but where a piece looks."""
        spots = {(c.get("at"), c.get("piece")) for c in left if isinstance(c, dict)}
        if len(spots) == 1 and all(isinstance(c, dict) and "facing" in c for c in left):
            return True
        deeds = [{**fields_of(c), "facing": None} for c in left if isinstance(c, dict)]
        return len(deeds) == len(left) > 1 and all(deed == deeds[0] for deed in deeds)

    def turn(self, steps: int) -> bool:
        left = self.candidates()
        if self.chosen() is None or len(left) < 2:
            return False
        self.index = (self.index + steps) % len(left)
        return True

    def back(self) -> bool:
        self.index, self._loose = 0, False
        return super().back()

    def attempts(self, name: str) -> list[Choice]:
        if self.ask.form == "pose":
            return [{"at": name, "facing": 0}]
        return [name]


class Route(Gesture):
    """route: hovering shows the cheapest path, a click marks it, a second one takes it.

    Shift+click sets way points. What is pointed at can be turned before the click, which then takes
    way and facing together.
    """

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.turns: list[Choice] = []
        self.index = 0
        self.fixed: list[str] = []
        self.home = next((p.at for p in view.pieces if p.id in ask.subject), None)
        self.facing: int | None = None
        self._over: Choice | None = None

    def listed(self) -> list[Choice]:
        if self.turns:
            return self.turns
        ends = {path_of(c)[-1:]: c for c in reversed(self.candidates())}
        return [c for c in self.candidates() if ends[path_of(c)[-1:]] is c]

    def settle(self, choice: Choice) -> Choice | None:
        if self.turns or len(self._facings(choice)) < 2:
            return choice
        self._open(choice)
        return None

    def candidates(self) -> list[Choice]:
        if self.turns:
            return self.turns
        left = super().candidates()
        if self.fixed:
            size = len(self.fixed)
            left = [c for c in left if list(path_of(c))[:size] == self.fixed]
        return left

    def _toward(self, names: Iterable[str]) -> Choice | None:
        for name in names:
            if name == self.home and not self.fixed:
                found = next((c for c in self.candidates() if not path_of(c)), None)
            elif self.fixed:
                found = next((c for c in self.candidates() if path_of(c)[-1:] == (name,)), None)
                found = found if found is not None else self._extended(name)
            else:
                found = self.ask.choices.toward(name)
            if found is not None:
                return found
        return None

    def _extended(self, name: str) -> Choice | None:
        """Return the route through the way points and one step on, when that is legal."""
        for extra in ({}, *({"facing": facing} for facing in FACINGS)):
            choice: Choice = {"route": [*self.fixed, name], **extra}
            if choice in self.ask.choices:
                return choice
        return None

    def hover(self, names: Iterable[str]) -> Choice | None:
        self._over = None if self.turns else self._faced(self._toward(names))
        return self._over

    def _faced(self, choice: Choice | None) -> Choice | None:
        """Return a route with the facing that the wheel has chosen, where it is legal there."""
        if self.facing is None or not isinstance(choice, dict):
            return choice
        turned: Choice = {**choice, "facing": self.facing}
        return turned if turned in self.ask.choices else choice

    def face(self, facing: int) -> Choice | None:
        """Have the route that is pointed at end with a facing; return it if that is legal."""
        turned: Choice = {"route": list(path_of(self._over)), "facing": facing}
        if self.turns or self._over is None or turned not in self.ask.choices:
            return None
        self.facing, self._over = facing, turned
        return turned

    def facings(self) -> list[int]:
        """Return which ways the piece may look at the end of the route that is pointed at."""
        way = list(path_of(self._over))
        if self._over is None or self._over in DECLINING:
            return []
        return [f for f in FACINGS if {"route": way, "facing": f} in self.ask.choices]

    def _turn_over(self, steps: int) -> bool:
        """Turn the piece where it is pointed to, on from the way it faces there or now."""
        open_to = self.facings()
        if len(open_to) < 2:
            return False
        if self.facing not in open_to:
            piece = next((p for p in self.view.pieces if p.id in self.ask.subject), None)
            shown = piece.facing if piece is not None else None
            bearings = {self.bearing(facing): facing for facing in open_to}
            self.facing = bearings.get(shown, open_to[0] if steps < 0 else open_to[-1])
        where = open_to.index(self.facing) + steps
        return self.face(open_to[where % len(open_to)]) is not None

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        listed = list(names)
        if self.turns:
            end = (path_of(self.turns[0]) or (self.home,))[-1]
            if any(name == end for name in listed):
                return self.chosen()
            self.turns = []
        choice = self._faced(self._toward(listed))
        if choice is None:
            return None
        if self.facing is not None and not extend:
            return choice  # it was turned before
        if extend:
            self.fixed = list(path_of(choice))
            self.picked = [*self.picked, self.fixed[-1]] if self.fixed else self.picked
            return None
        self._open(choice)
        return None

    def _open(self, choice: Choice) -> None:
        """Mark a route, and let the facing be chosen where there is more than one."""
        variants = self._facings(choice)
        self.turns, self.index = variants, variants.index(choice)
        if self.facing is None:
            self.index = self.as_it_faces(variants)
        self.picked.append((path_of(choice) or (self.home or "",))[-1])

    def _facings(self, choice: Choice) -> list[Choice]:
        if not isinstance(choice, dict) or "facing" not in choice:
            return [choice]
        tried = [{**choice, "facing": facing} for facing in FACINGS]
        return [c for c in tried if c == choice or c in self.ask.choices]

    def chosen(self) -> Choice | None:
        return self.turns[self.index % len(self.turns)] if self.turns else None

    def turned_there(self) -> Choice | None:
        turned = isinstance(self._over, dict) and self._over.get("facing") == self.facing
        return self._over if self.facing is not None and turned and not self.turns else None

    def turn(self, steps: int) -> bool:
        if not self.turns:
            return self._turn_over(steps)
        self.index = (self.index + steps) % len(self.turns)
        return True

    def back(self) -> bool:
        had = bool(self.picked or self.turns or self.fixed)
        self.facing = None
        self.turns, self.fixed, self.picked = [], [], []
        return had

    def marks(self) -> Marks:
        ends = dict.fromkeys(p[-1] for c in self.candidates() if (p := path_of(c)))
        others = {n: None for c in self.candidates() if not path_of(c) for n in mentions(c)}
        here = any(isinstance(c, dict) and not path_of(c) for c in self.candidates())
        home = (self.home,) if here and self.home else ()
        legal = (*ends, *others, *home)
        refused = tuple(name for name in self.refusals if name not in legal)
        path = path_of(self.chosen()) or tuple(self.fixed)
        return Marks(legal, refused, (*self.ask.subject, *self.picked), path)

    def refusal(self, names: Iterable[str]) -> Refusal | None:
        listed = list(names)
        place = self._asked_of(listed) if not self.fixed else ""
        why = self.ask.choices.why_not_toward(place) if place else None
        return why or super().refusal(listed)

    def attempts(self, name: str) -> list[Choice]:
        return [{"route": [*self.fixed, name]}, {"route": [*self.fixed, name], "facing": 0}]
