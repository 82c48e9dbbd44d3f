"""What the board marks: everything legal, refused and picked, and what is pointed at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.app.table.gestures.gesture import DECLINING, Gesture, Marks, path_of
from grognard.app.table.model.ghosts import ghosts_of
from grognard.app.table.model.march import March
from grognard.app.table.model.model import TableModel
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.views import PieceView


@dataclass(frozen=True, slots=True)
class Highlights:
    """Ids of spaces, hexsides and pieces: those that may be chosen, those refused with the reason.

    Attributes:
        chosen: what is picked, pointed at or lit up.
        path: the spaces that a choice leads along, from where its piece stands.
        cost: what that costs, in words.
        ghosts: pieces as they would stand.
    """

    legal: tuple[str, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    cost: str = ""
    ghosts: tuple[PieceView, ...] = ()


def highlights(model: TableModel) -> Highlights:
    """Return what the board marks now."""
    if model.march is not None:
        return _of_a_march(model, model.march)
    gesture, meant = model.gesture, model.meant
    marks = gesture.marks() if gesture is not None else Marks()
    pointed = model.pointed if model.pointed is not None else model.hinted
    about = gesture.meant(pointed) if gesture is not None and pointed is not None else ()
    about = (*about, *_of_the_group(model, pointed))
    lit = (model.lit,) if model.lit else ()
    cost = gesture.describe(meant)[:1] if gesture is not None and meant is not None else ()
    return Highlights(
        legal=marks.legal,
        refused=_refused(gesture, marks) if gesture is not None else {},
        chosen=(*marks.chosen, *about, *model.group, *_planned(model), *lit),
        path=_from_its_place(model, path_of(pointed) or marks.path or _aimed(model, meant), meant),
        cost=str(cost[0]) if cost else "",
        ghosts=ghosts_of(model, meant),
    )


def _planned(model: TableModel) -> tuple[str, ...]:
    """Return the places that are gathered for one answer after the other."""
    return tuple(name for wish in model.plan for name in wish.pieces)


def _of_the_group(model: TableModel, choice: Choice | None) -> tuple[str, ...]:
    """Return the pieces of a command that is chosen by its name: who is meant is seen."""
    if not isinstance(choice, str) or not choice or choice in DECLINING:
        return ()
    return tuple(piece.id for piece in model.view.pieces if piece.group == choice)


def _refused(gesture: Gesture, marks: Marks) -> dict[str, str]:
    """Return what is refused with its reason, and what keeps the question from being declined."""
    found = {name: str(gesture.refusals[name].message) for name in marks.refused}
    dead = gesture.ask.choices.why_not_pass() if not gesture.declines else None
    for name in dead.where if dead is not None else ():
        found.setdefault(name, str(dead.message) if dead is not None else "")
    return found


def _of_a_march(model: TableModel, march: March) -> Highlights:
    """Return a group where it would stand, and who of it cannot go."""
    bad = {
        name: str(prospect.refusal.message)
        for wish, prospect in zip(model.plan, model.prospects, strict=True)
        for name in wish.pieces
        if prospect.refusal is not None
    }
    good = tuple(name for wish in model.plan for name in wish.pieces if name not in bad)
    ghosts = tuple(ghost for ghost in march.ghosts if ghost.id in good and ghost.at)
    return Highlights(refused=bad, chosen=good, path=_way(model, march), ghosts=ghosts)


def _way(model: TableModel, march: March) -> tuple[str, ...]:
    home = model.lookup.place_of(march.lead)
    return (home, *march.path) if home and march.path else ()


def _aimed(model: TableModel, choice: Choice | None) -> tuple[str, ...]:
    """Return where an attack that is meant goes."""
    attacks = model.ask is not None and model.ask.form == "target" and isinstance(choice, dict)
    fields = choice if attacks and isinstance(choice, dict) else {}
    at = fields.get("at")
    return (at,) if fields.get("pieces") and isinstance(at, str) else ()


def _from_its_place(
    model: TableModel, path: tuple[str, ...], choice: Choice | None
) -> tuple[str, ...]:
    """Begin a path where the piece that takes it stands."""
    if not path:
        return path
    fields = choice if isinstance(choice, dict) else {}
    by = fields.get("by") or fields.get("pieces")
    asked = next(iter(model.ask.subject if model.ask else ()), "")
    first = str(by[0] if isinstance(by, list) and by else by or asked)
    found = model.lookup
    at = found.place_of(first) or (first if found.pieces_at(first) else "")
    return (at, *path) if at and at != path[0] else path
