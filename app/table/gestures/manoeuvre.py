"""manoeuvre: a base is wheeled by its corners, carried by its middle, and told words. No widget in here.

The order grows action by action: turn, leg, turn, leg, with the game's own words in between. What is
legal is asked of the choices at every change; what it costs is asked of an inquiry, where the table
allows measuring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import floor, hypot, radians, sin
from typing import Any

from grognard.app.board.hand.standing import base_of, piece_at, turned_over
from grognard.app.table.gestures.gesture import DECLINING, Gesture, Marks
from grognard.engines.core.board.tabletop import Base, Bases, Point, Pose, bearing, turn_between
from grognard.engines.core.data.text import Text, text, tr
from grognard.engines.core.show.asks import Ask, Choice, Drill
from grognard.engines.core.show.choices import actions_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer, PieceView, TableView

SNAP, PARALLEL = 0.35, 3.0
"""How near in cm and degrees another base draws a base into line."""
NO_WAY_YET = text(
    "Nothing is ordered yet: drag the base, or set the fields and add them to the order."
)
NEIGHBOUR = 6.0
"""How far in cm a base looks for others to stand in line with."""
FINE = 0.1
"""Shorter legs are none, in cm."""
STRAIGHT = 0.005
"""Aside by less than this is straight ahead, in cm."""
DEGREE = 1.0
WHEEL, CARRY = "wheel", "carry"


class Manoeuvre(Gesture):
    """The order of one base as it grows."""

    editor = "manoeuvre"
    drawn = True
    doing = text("Carry it out")
    moves = True
    """Whether the base may leave its place."""
    help = text(
        "Drag a corner to wheel, the base to move; Shift wheels and moves. "
        "Q and E turn by 1\N{DEGREE SIGN}, Alt with arrows moves by 1 mm (Ctrl: 1 cm)."
    )

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self._passing = [choice for choice in self.all if choice in DECLINING]
        self.actions = []
        self.piece = next(
            (p for p in view.pieces if p.id in ask.subject and p.pose is not None), None
        )
        self.start = base_of(self.piece) if self.piece is not None else None
        found = ((p, base_of(p)) for p in view.pieces if p is not self.piece)
        self.others = [(p, base) for p, base in found if base is not None and p.footprint != (0, 0)]
        self._near = Bases(base for _, base in self.others)
        self.cost: Callable[[Choice], Answer | None] = lambda _choice: None
        self.mode = ""
        self.pointer: Point | None = None
        self._grip: tuple[float, float] = (0.0, 0.0)
        self._anchor: Base | None = None
        self._kept: list[dict[str, Any]] = []
        self._known: tuple[str, Refusal | None, Answer | None] | None = None

    @property
    def actions(self) -> list[dict[str, Any]]:
        """The order so far."""
        return self._actions

    @actions.setter
    def actions(self, actions: list[dict[str, Any]]) -> None:
        self._actions = _joined(actions)
        # Done never passes by accident: with an order begun it carries that out or does nothing.
        self.declines = [] if actions else self._passing

    @property
    def measures(self) -> bool:
        """Whether numbers and costs may be shown before the order is given."""
        choices = self.ask.choices
        return choices.measures if isinstance(choices, Drill) else True

    # -- the order as it stands ----------------------------------------------------------------

    def value(self) -> Choice:
        """Return the order, legal or not."""
        return {"do": [dict(action) for action in self.actions]}

    def places(self, actions: Sequence[dict[str, Any]] | None = None) -> list[Base]:
        """Return where the base stands at the start and after each action, if nothing stops it."""
        if self.start is None:
            return []
        done = self.actions if actions is None else actions
        found = [self.start]
        for n, action in enumerate(done):
            found.append(self._after(found[-1], action, done[: n + 1]))
        return found

    def _after(self, base: Base, action: dict[str, Any], done: Sequence[dict[str, Any]]) -> Base:
        (verb, value), *_ = action.items()
        if verb == "turn":
            return base.at(base.pose.turned(value / 100))
        if verb == "about":
            return base.at(base.pose.turned(180.0))
        if verb == "leg":
            return base.at(base.pose.moved(value[0] / 1000, base.heading + value[1] / 100))
        choices = self.ask.choices
        size = choices.footprint(done) if isinstance(choices, Drill) else None
        return Base(base.pose, *size) if size is not None else base

    def ghost(self) -> Base | None:
        """Return where the base stands at the end of the order."""
        places = self.places()
        return places[-1] if places else None

    def _judged(self) -> tuple[Refusal | None, Answer | None]:
        """Ask once for each order whether it is legal and what it costs."""
        key = repr(self.actions)
        if self._known is None or self._known[0] != key:
            choice = self.value()
            why = (self.ask.why_not(choice) or self._why_not_end()) if self.actions else None
            cost = self.cost(choice) if self.actions and self.measures else None
            self._known = (key, why, cost)
        return self._known[1], self._known[2]

    def _why_not_end(self) -> Refusal | None:
        """Return why the base should not be moved to where its last leg ends, as the map shows."""
        choices, ghost = self.ask.choices, self.ghost()
        if ghost is None or "leg" not in self.actions[-1] or not isinstance(choices, Drill):
            return None
        return choices.why_not_end(ghost.centre)

    def why_not(self) -> Refusal | None:
        """Return what refuses the order as it stands."""
        return self._judged()[0]

    def stuck(self) -> Refusal | None:
        """Return what an order still lacks that has no action and may not be declined."""
        if self.actions or self.declines:
            return super().stuck()
        return super().stuck() or Refusal(next(iter(self.ask.rules), ""), NO_WAY_YET)

    def answer(self) -> Answer | None:
        """Return what the order costs, None where that may not be known."""
        return self._judged()[1]

    def shortened(self) -> list[dict[str, Any]]:
        """Return the order with its last leg as long as it may be, [] where that cannot be told or mends nothing."""
        answer, start = self.answer(), self.places(self.actions[:-1])
        end = answer.value.get("end") if answer is not None else None
        if (
            self.why_not() is None
            or not isinstance(end, list)
            or not start
            or "leg" not in self.actions[-1]
        ):
            return []
        run, off = self.actions[-1]["leg"]
        x, y = turned_over((float(end[0]), float(end[1])))
        short = floor(1000 * hypot(x - start[-1].centre[0], y - start[-1].centre[1]))
        made = [*self.actions[:-1], {"leg": [short, off]}]
        fits = FINE * 1000 <= short < run and self.ask.why_not({"do": made}) is None
        return made if fits else []

    def shorten(self) -> None:
        """Go no farther than may be."""
        self.actions = self.shortened() or self.actions

    def chosen(self) -> Choice | None:
        return self.value() if self.actions and self.why_not() is None else None

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if not self.actions or choice != self.value():
            return ()
        answer = self.answer()
        told = super().describe(choice) if self.why_not() is None else ()
        return (*told, *(answer.lines if answer is not None else ()))

    def label(self, choice: Choice) -> str:
        if isinstance(choice, dict):
            return tr("Carry it out")
        return super().label(choice)

    def words(self) -> list[tuple[dict[str, Any], str, Refusal | None]]:
        """Return the actions without geometry that may come next."""
        choices = self.ask.choices
        if not isinstance(choices, Drill):
            return []
        return [(dict(action), str(said), why) for action, said, why in choices.words(self.actions)]

    def steps(self) -> list[str]:
        """Return the order in words, an action a line; without numbers where nothing is measured."""
        found = []
        for action in self.actions:
            (verb, value), *_ = action.items()
            if verb == "turn":
                turn = tr("turn left") if value > 0 else tr("turn right")
                angle = f" {abs(value) / 100:g}\N{DEGREE SIGN}" if self.measures else ""
                found.append(turn + angle)
            elif verb == "leg":
                far = tr("move {cm} cm", cm=f"{value[0] / 1000:.1f}")
                found.append((far if self.measures else tr("move")) + _aside(value[1]))
            else:
                found.append(str(self.ask.choices.label({"do": [action]})))
        return found

    # -- drags ---------------------------------------------------------------------------------

    def handles(self) -> list[Point]:
        """Return where the ghost can be wheeled: off its front corners."""
        ghost = self.ghost()
        if ghost is None:
            return []
        fl, fr, _, _ = ghost.corners
        return [_out(ghost.centre, corner) for corner in (fl, fr)]

    def begin(self, at: Point, reach: float) -> bool:
        """Take hold of a corner or of the base; return whether anything is there."""
        ghost = self.ghost()
        if ghost is None:
            return False
        self._kept = self.actions
        grips = [*self.handles(), *ghost.corners[:2]]
        if min(hypot(at[0] - x, at[1] - y) for x, y in grips) <= reach:
            self.mode, self._anchor = WHEEL, ghost
            self._grip = (bearing(ghost.centre, at), 0.0)
            if self.actions and "turn" in self.actions[-1]:
                # Taken up again, a turn is made anew from where it began.
                self._kept = self.actions[:-1]
                self._anchor = self.places(self._kept)[-1]
                turned = self.actions[-1]["turn"] / 100
                self._grip = (bearing(ghost.centre, at) - turned, 0.0)
            return True
        ahead, aside = ghost.ahead(at)
        if abs(ahead) <= ghost.depth / 2 + reach and abs(aside) <= ghost.width / 2 + reach:
            self.mode = CARRY
            self._grip = (at[0] - ghost.centre[0], at[1] - ghost.centre[1])
            self._anchor = ghost
            if self.actions and "leg" in self.actions[-1]:
                self._kept = self.actions[:-1]
                self._anchor = self.places(self._kept)[-1]
            return True
        return False

    def move(self, at: Point, *, wheel: bool = False, free: bool = False) -> None:
        """Carry what is held to a point; `wheel` turns toward it first, `free` does not snap."""
        if self._anchor is None:
            return
        self.pointer = at
        kept = self._kept
        if self.mode == WHEEL:
            turn = turn_between(self._grip[0], bearing(self._anchor.centre, at))
            turn = turn if free else self._parallel(self._anchor, turn)
            self.actions = [*kept, *_turned(turn)]
            return
        to = (at[0] - self._grip[0], at[1] - self._grip[1])
        listed = self._at_whom_it_is_asked(at) if not kept and not free else []
        if listed:
            self.actions = listed
        elif wheel:
            self.actions = [*kept, *self._wheel_and_advance(self._anchor, to)]
        else:
            self.actions = [
                *kept,
                *self._leg(self._anchor, to if free else self._drawn(self._anchor, to)),
            ]

    def _at_whom_it_is_asked(self, at: Point) -> list[dict[str, Any]]:
        """Return the first order listed if the base is carried to one whom the question is about: a charge, say."""
        aims = (base for piece, base in self.others if piece.id in self.ask.where)
        if not any(_covers(base, at) for base in aims):
            return []
        return next(([dict(a) for a in actions_of(c)] for c in self.all if isinstance(c, dict)), [])

    def lead(self, to: Point) -> None:
        """Order the base to a point: straight there, wheeled first where it may not go aslant."""
        if self.start is None:
            return
        self.actions = straight = self._leg(self.start, to)
        if self.why_not() is not None:
            self.actions = self._wheel_and_advance(self.start, to)
            if self.why_not() is not None:
                self.actions = straight

    def end(self) -> None:
        """Let go: the order stands until it is carried out or taken back."""
        self.mode, self._anchor, self.pointer = "", None, None

    def _leg(self, base: Base, to: Point) -> list[dict[str, Any]]:
        run = hypot(to[0] - base.centre[0], to[1] - base.centre[1])
        if run < FINE / 2:
            return []
        off = turn_between(base.heading, bearing(base.centre, to))
        if abs(off) < 90.0 and run * sin(radians(abs(off))) < STRAIGHT:
            off = 0.0
        return [{"leg": [round(run * 1000), round(off * 100)]}]

    def _wheel_and_advance(self, base: Base, to: Point) -> list[dict[str, Any]]:
        turn = turn_between(base.heading, bearing(base.centre, to))
        run = hypot(to[0] - base.centre[0], to[1] - base.centre[1])
        if run < FINE / 2:
            return []
        return [*_turned(turn), {"leg": [round(run * 1000), 0]}]

    # -- snapping ------------------------------------------------------------------------------

    def _neighbours(self, base: Base) -> list[Base]:
        if not len(self._near):
            return []
        return [self._near.items[i] for i in self._near.within(base, NEIGHBOUR)[:8].tolist()]

    def _parallel(self, base: Base, turn: float) -> float:
        """Fall into line with a base near by: the same front, or square to it."""
        heading = base.heading + turn
        best = PARALLEL
        for other in self._neighbours(base):
            for quarter in (0.0, 90.0, 180.0, 270.0):
                off = turn_between(heading, other.heading + quarter)
                if abs(off) < best:
                    best, turn = abs(off), turn_between(base.heading, other.heading + quarter)
        return turn

    def _drawn(self, base: Base, to: Point) -> Point:
        """Draw the base into contact or into line with bases near by whose edges are parallel to its own."""
        moved = base.at(Pose.of(*to, base.heading))
        pulls: list[tuple[float, float]] = []
        for other in self._neighbours(moved):
            if abs((turn_between(base.heading, other.heading) + 45.0) % 90.0 - 45.0) > PARALLEL:
                continue
            pulls += _pulls(moved, other)
        ahead = min((p for p in pulls if p[0]), key=lambda p: abs(p[0]), default=None)
        aside = min((p for p in pulls if p[1]), key=lambda p: abs(p[1]), default=None)
        x, y = to
        fx, fy = base.pose.forward
        if ahead is not None and abs(ahead[0]) <= SNAP:
            x, y = x + fx * ahead[0], y + fy * ahead[0]
        if aside is not None and abs(aside[1]) <= SNAP:
            x, y = x - fy * aside[1], y + fx * aside[1]
        return (x, y)

    # -- keys and exact entry ------------------------------------------------------------------

    def turn(self, steps: int) -> bool:
        """Turn by single degrees, clockwise positive."""
        return self._turn_by(-steps * DEGREE)

    def _turn_by(self, angle: float) -> bool:
        if self.start is None:
            return False
        last = self.actions[-1]["turn"] if self.actions and "turn" in self.actions[-1] else 0
        kept = self.actions[:-1] if last else self.actions
        self.actions = [*kept, *_turned(last / 100 + angle)]
        return True

    def nudge(self, ahead: float, aside: float) -> bool:
        """Move the base by some cm along its heading and to its left."""
        if self.start is None:
            return False
        again = bool(self.actions and "leg" in self.actions[-1])
        kept = self.actions[:-1] if again else self.actions
        base, ghost = self.places(kept)[-1], self.places()[-1]
        (x, y), (fx, fy) = ghost.centre, ghost.pose.forward
        to = (x + fx * ahead - fy * aside, y + fy * ahead + fx * aside)
        self.actions = [*kept, *self._leg(base, to)]
        return True

    def enter(self, turn: float, run: float, off: float) -> None:
        """Add a turn (degrees, left positive) and a leg (cm, degrees to the left of the heading)."""
        legs = [{"leg": [round(run * 1000), round(off * 100)]}] if run > 0 else []
        self.actions = [*self.actions, *_turned(turn), *legs]

    def say(self, action: dict[str, Any]) -> None:
        """Add one of the game's words."""
        self.actions = [*self.actions, action]

    def back(self) -> bool:
        had = bool(self.actions)
        self.actions = self.actions[:-1]
        return had

    # -- what the board shows ------------------------------------------------------------------

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        return None

    def refusal(self, names: Iterable[str]) -> Refusal | None:
        return self._passed_by([*names])

    def marks(self) -> Marks:
        return Marks(legal=self.ask.where, chosen=self.ask.subject)

    def _shown(self) -> list[Base]:
        """Return where the base stands after each action; what stops a legal order stops its end."""
        places, choices = self.places()[1:], self.ask.choices
        end = None
        if isinstance(choices, Drill) and self.why_not() is None:
            end = choices.ends(self.actions)
        return places if end is None else [*places[:-1], places[-1].at(Pose.of(*end))]

    def ghosts(self) -> list[PieceView]:
        """Return the piece as it would stand after each action that moves it, the end last."""
        if self.piece is None or not self.actions:
            return []
        found = [piece_at(self.piece, base) for base in self._shown()]
        formed = [a["form"] for a in self.actions if "form" in a]
        if formed:
            badges = (formed[-1], *self.piece.badges[1:])
            found = [replace(piece, badges=badges) for piece in found]
        return [
            p for n, p in enumerate(found) if n == len(found) - 1 or p.pose != found[n + 1].pose
        ]


def _covers(base: Base, at: Point) -> bool:
    ahead, aside = base.ahead(at)
    return abs(ahead) <= base.depth / 2 and abs(aside) <= base.width / 2


def _aside(hundredths: int) -> str:
    off = hundredths / 100
    if not off:
        return ""
    degrees = f"{round(abs(off), 1 if abs(off) < 10 else 0):g}"
    if off > 0:
        return ", " + tr("{degrees}\N{DEGREE SIGN} to the left", degrees=degrees)
    return ", " + tr("{degrees}\N{DEGREE SIGN} to the right", degrees=degrees)


def _joined(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make one turn of two that follow each other."""
    found: list[dict[str, Any]] = []
    for action in actions:
        if "turn" in action and found and "turn" in found[-1]:
            found[-1:] = _turned((found[-1]["turn"] + action["turn"]) / 100)
        else:
            found.append(action)
    return found


def _turned(angle: float) -> list[dict[str, Any]]:
    hundredths = round(turn_between(0.0, angle) * 100)
    return [{"turn": hundredths}] if hundredths else []


def _out(centre: Point, corner: Point) -> Point:
    """A point a little way out beyond a corner."""
    dx, dy = corner[0] - centre[0], corner[1] - centre[1]
    grow = 1.0 + 0.45 / max(1e-9, hypot(dx, dy))
    return (centre[0] + dx * grow, centre[1] + dy * grow)


def _pulls(base: Base, other: Base) -> list[tuple[float, float]]:
    """What would bring edges together or into one line: (ahead, 0) or (0, to the left), in cm."""
    inside = [base.ahead(corner) for corner in other.corners]
    aheads, asides = [a for a, _ in inside], [s for _, s in inside]
    half, wide = base.depth / 2, base.width / 2
    beside = min(asides) < wide + SNAP and max(asides) > -wide - SNAP
    abreast = min(aheads) < half + SNAP and max(aheads) > -half - SNAP
    found: list[tuple[float, float]] = []
    if beside:  # front to edge, or edge to rear
        found += [(min(aheads) - half, 0.0), (max(aheads) + half, 0.0)]
    if abreast:  # flank to flank, and fronts in one line
        found += [(0.0, min(asides) - wide), (0.0, max(asides) + wide)]
        found.append((max(aheads) - half, 0.0))
    return found
