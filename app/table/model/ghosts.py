"""The ghost is the choice: pieces as they would stand, tried in a world where all that a seat cannot know is dealt anew."""

from __future__ import annotations

from dataclasses import replace

from grognard.app.table.gestures.gesture import DECLINING, path_of, posed
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.model.called import TABLE
from grognard.app.table.model.model import TableModel
from grognard.engines.core.play.session import RuleFault, WrongChoice
from grognard.engines.core.show.asks import Choice, actors
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.views import PieceView, TableView

SEED = "ghost"
MOVED = "moved"


def ghosts_of(model: TableModel, choice: Choice | None) -> tuple[PieceView, ...]:
    """Return those whom a choice is about as it would have them stand, if it moves or turns them."""
    ask, gesture = model.ask, model.gesture
    if ask is None or choice is None or choice in DECLINING or isinstance(gesture, Manoeuvre):
        return ()
    if model.board.kind == TABLE:
        return ()
    known = model.holding.foreseen
    key = repr(choice)
    if key not in known:
        known[key] = _foreseen(model, choice)
    return known[key]


def _foreseen(model: TableModel, choice: Choice) -> tuple[PieceView, ...]:
    names = _concerned(model, choice)
    goal = _goal(model, choice)
    if not names:
        return ()
    tried = _tried(model, choice)
    if tried is not None:
        now = {piece.id: piece for piece in tried.pieces}
        moved = tuple(
            _fresh(model, now[n]) for n in names if n in now and _stands_else(model, now[n])
        )
        stay = all(model.lookup.pieces[name].at == goal for name in names)
        if not goal or stay or any(piece.at == goal for piece in moved):
            return moved
    if model.ask is not None and model.ask.form == "target":
        return ()  # its place is that of an enemy
    # Dice or a question come between: so it is meant.
    return tuple(_meant(model, names[:1], choice, goal)) if goal else ()


def _concerned(model: TableModel, choice: Choice) -> list[str]:
    """Return the pieces that a choice may move: who acts by it, and who is asked about."""
    held = (model.trial.piece, *model.taken) if model.trial is not None else ()
    asked = model.ask.subject if model.ask is not None else ()
    named = actors(choice) if isinstance(choice, dict) else []
    known = model.lookup.pieces
    return [name for name in dict.fromkeys((*named, *held, *asked)) if name in known]


def _goal(model: TableModel, choice: Choice) -> str:
    """Return the place that a choice leads to, "" for none."""
    spots = model.lookup.spots()
    at = word_of(choice, "at", "") if isinstance(choice, dict) else str(choice)
    end = (path_of(choice) or (at,))[-1]
    return end if end in spots and end not in model.lookup.pieces else ""


def _tried(model: TableModel, choice: Choice) -> TableView | None:
    """Return what is seen once a choice is made in an imagined world, None where a die has a say in it."""
    ask = model.ask
    if ask is None:
        return None
    played = model.trial.world if model.trial is not None else model.session
    world = played.imagine(ask.seat, SEED)
    if world is None:
        return None
    rolled = world.table.dice.rolled()
    try:
        world.choose(ask.seat, choice)
    except (WrongChoice, RuleFault):
        return None
    return world.view(ask.seat) if world.table.dice.rolled() == rolled else None


def _stands_else(model: TableModel, after: PieceView) -> bool:
    """Whether a piece is on the board, and elsewhere, otherwise turned or formed than now."""
    now = model.lookup.pieces[after.id]
    changed = (now.at, now.pose, now.facing, now.footprint, now.badges[:1]) != (
        *(after.at, after.pose, after.facing, after.footprint, after.badges[:1]),
    )
    return changed and (after.at is not None or after.pose is not None)


def _fresh(model: TableModel, after: PieceView) -> PieceView:
    """Return a ghost without the shade of those that have moved: it has not yet."""
    had = model.lookup.pieces[after.id].badges
    return replace(after, badges=tuple(b for b in after.badges if b != MOVED or b in had))


def _meant(model: TableModel, names: list[str], choice: Choice, goal: str) -> list[PieceView]:
    """Return a piece moved and turned by what a choice says alone."""
    found = posed(choice, model.ask, model.view) if model.ask is not None else None
    turned = model.bearing(found[2]) if found is not None else None
    return [_moved(model, model.lookup.pieces[name], goal, turned) for name in names]


def _moved(model: TableModel, piece: PieceView, to: str, turned: float | None) -> PieceView:
    spots = model.lookup.spots()
    facing = turned if turned is not None and piece.facing is not None else piece.facing
    if piece.pose is None or piece.at not in spots:
        return replace(piece, at=to, pose=None, stack=0, facing=facing)
    (x, y, heading), (hx, hy), (tx, ty) = piece.pose, spots[piece.at], spots[to]
    pose = (x + tx - hx, y + ty - hy, heading if turned is None else turned)
    return replace(piece, at=to, pose=pose, stack=0)
