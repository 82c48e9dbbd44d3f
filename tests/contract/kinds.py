"""Of what kinds the choices of a question are, found from their form: what a player might be seen never to do.

A kind is the question and what is done there, whatever piece, place or number it is done with: `move: by`,
`courier: order=reserve`, `marchers: subset empty`, `manoeuvre: do turn`, `rally: pass`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from grognard.engines.core.data.tabledata import whole_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import ACTORS, PASS, Ask, Choice

SAMPLES = 2
"""So many choices stand for those of a question whose choices nobody can list."""
OWN_NAMES = (*ACTORS, "group", "groups", "target", "commander", "unit")
"""Fields that name somebody, also by a name that no view has: a marker still in the box, an officer in the hand."""


def names_of(game: AnyGame, setup: Any) -> frozenset[str]:
    """Return what a scenario names: whatever it keeps by its id, and the places of its board."""
    board = game.board(setup)
    found = {one.id for one in board.spaces} | {one.id for one in board.edges}
    for part in fields(setup):
        kept = getattr(setup, part.name)
        records = kept.values() if isinstance(kept, Mapping) else kept
        if isinstance(records, Sequence | type({}.values())) and not isinstance(records, str):
            ids = (getattr(one, "id", None) for one in records if is_dataclass(one))
            found.update(one for one in ids if isinstance(one, str))
    return frozenset(found)


def seen_names(session: Session, seat: str) -> set[str]:
    """Return what else a seat's view names: its markers, cards and formations."""
    view = session.view(seat)
    return {one.id for part in (view.pieces, view.cards, view.roster, view.trays) for one in part}


def kinds_of(ask: Ask, choice: Choice, names: set[str]) -> set[str]:
    """Return of what kinds a choice is."""
    if choice == PASS or not isinstance(choice, dict):
        return {f"{ask.kind}: {_plain(choice, names)}"}
    found: set[str] = set()
    for key, value in choice.items():
        found |= {f"{ask.kind}: {said}" for said in _field(key, value, names)}
    return found


def _field(key: str, value: Choice, names: set[str]) -> set[str]:
    if isinstance(value, Mapping):
        return {f"{key} none" if not value else key}
    if key == "do" and isinstance(value, list):
        return {f"do {word}" for action in value if isinstance(action, dict) for word in action}
    if isinstance(value, list):
        return {f"{key} {('empty', 'one', 'many')[min(len(value), 2)]}"}
    if isinstance(value, str) and value not in names and key not in OWN_NAMES:
        said = _word(value)
        return {key if said == "number" else f"{key}={said}"}
    return {key}


def _plain(choice: Choice, names: set[str]) -> str:
    if isinstance(choice, str):
        return "name" if choice in names else _word(choice)
    return "number" if choice else "none"


def _word(said: str) -> str:
    """Return a word without what it is said about: `align` of "align:17e-chasseurs"."""
    return said.partition(":")[0].rstrip("0123456789") or "number"


def offered_kinds(
    ask: Ask, options: Sequence[Choice] | None, names: set[str], rng: Random
) -> set[str]:
    """Return the kinds that a question offers; of what cannot be listed some choices are drawn."""
    listed = (
        list(options) if options is not None else [ask.choices.sample(rng) for _ in range(SAMPLES)]
    )
    if options is None and ask.why_not(PASS) is None:
        listed.append(PASS)
    return {kind for one in listed for kind in kinds_of(ask, one, names)}


def declared(game: str) -> dict[str, str]:
    """Return the kinds that the captain of a game never chooses, each with the reason that its data gives."""
    raw = whole_of(f"grognard.engines.{game}.opponent", "opponent.yaml").get("unused", [])
    return {kind: str(one["because"]) for one in raw for kind in one["kinds"]}
