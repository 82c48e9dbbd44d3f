"""What a scenario looks like as it stands, with whatever is wrong with it; done in a thread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from grognard.app.editor import setting
from grognard.app.editor.maps.steps import carry_out, rows
from grognard.app.editor.trying import kept_out, late, winless
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import named, tr
from grognard.engines.core.data.yamlio import MapNode, Plain, load_text
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import AnySetup, ScenarioInfo
from grognard.engines.core.scenario.document import Document
from grognard.engines.core.scenario.envelopereader import EnvelopeReader
from grognard.engines.core.scenario.placing import Known
from grognard.engines.core.scenario.scenariofile import open_scenario
from grognard.engines.core.show.views import BoardView, TableView


class Bare:
    """A set-up of which there is the map alone, as long as faults leave no more; it serves to draw it."""

    def __init__(self, info: ScenarioInfo, ground: object) -> None:
        self.info = info
        self.map = self.table = self.ground = ground
        self.scale = 1.0
        self.days: tuple[object, ...] = ()


@dataclass(frozen=True)
class Preview:
    """A scenario as it stands.

    Attributes:
        board: its map, None where it has none that can be drawn.
        pieces, groups: what may be placed, alone and together.
        names, sides: of each piece, as far as the game says them.
        orders: of each piece, the corps (the smallest group) that it belongs to, by name.
        said: of each piece, all words that its order of battle has for it, to be looked for.
        coming: the groups that may arrive, where those are others than may be placed.
        edge: the spaces that arrivals enter at, where they are those of the edge of the map.
        zones: the parts of the map that have names.
        records: of each stage what its records may refer to, by what that is.
        titles: what groups and records are called.
    """

    setup: AnySetup | None
    board: BoardView | None
    problems: tuple[Problem, ...]
    pieces: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    coming: tuple[str, ...] | None = None
    edge: tuple[str, ...] | None = None
    zones: tuple[str, ...] = ()
    records: tuple[Mapping[str, tuple[str, ...]], ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


def preview(game: AnyGame, path: Path) -> Preview:
    """Read a scenario with all its faults (in any thread)."""
    try:
        node, problems = open_scenario(path, str(path))
    except ScenarioError as wrong:
        return Preview(None, None, tuple(wrong.problems))
    reader = reader_of(game)
    reading = reader(node, path.parent, inline=False)
    known = Known(None)
    its_own = reading.known

    bare: Bare | None = None

    def overheard(ground: object) -> Known:
        nonlocal known, bare
        shown = reading.drawn if ground is None else ground
        bare = None if shown is None else Bare(reading.info, shown)
        known = its_own(ground)
        return known

    # What lines may name is asked for once, while reading, and is of use here, too.
    reading.known = overheard  # type: ignore[method-assign, assignment]
    setup: AnySetup | None = reading.read({}, str(path))
    kinds = known.pieces or {}
    names = {uid: said_of(kind, "name") for uid, kind in kinds.items()}
    sides = {uid: said_of(kind, "side") for uid, kind in kinds.items()}
    drawn = setup if setup is not None else bare
    board = None if drawn is None else game.board(cast("AnySetup", drawn))
    found = (*problems, *reading.problems)
    groups = {name: tuple(members) for name, members in known.groups.items()}
    titles = dict(_named_rows(cast("Plain", reading.plain_forces)))
    orders = _orders(groups, titles)
    said = {uid: " ".join(_words_of(kind)) for uid, kind in kinds.items()}
    titles |= dict(_named_rows(node.plain()))
    made = Preview(
        setup,
        board,
        found,
        tuple(kinds),
        groups,
        names,
        sides,
        orders,
        said,
        coming=None if known.coming is None else tuple(known.coming),
        edge=None if known.edge is None else tuple(known.edge),
        zones=tuple(known.zones or ()),
        records=tuple(_records(reading)),
        titles=titles,
    )
    if found:
        return made
    if setup is None:
        return made
    never = (
        *_deserted(node.plain(), made, path),
        *late(node),
        *kept_out(game, setup, node, groups),
        *winless(game, setup, node),
    )
    return replace(made, problems=never)


def _records(reading: EnvelopeReader[AnySetup, object]) -> Iterator[dict[str, tuple[str, ...]]]:
    """Give for each stage what its records may refer to."""
    for row in reading.doc.get("stages") or ():
        yield {of: tuple(there) for of, there in reading.named(row or {}).items()}


def _named_rows(value: Plain) -> Iterator[tuple[str, str]]:
    """Give the id and the name of everything in some orders of battle that has both."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict):
        uid, name = value.get("id"), value.get("name")
        if isinstance(uid, str) and isinstance(name, str):
            yield uid, name
    for part in parts:
        yield from _named_rows(part)


def _orders(groups: Mapping[str, Sequence[str]], names: Mapping[str, str]) -> dict[str, str]:
    """Return for each piece the name of the smallest group of more than itself that it belongs to."""
    found: dict[str, str] = {}
    for group in sorted(groups, key=lambda group: -len(groups[group])):
        if len(groups[group]) > 1:
            found.update(dict.fromkeys(groups[group], names.get(group, group)))
    return found


def _words_of(kind: object) -> Iterator[str]:
    """Give the words that an order of battle has for a piece."""
    keys = kind if isinstance(kind, Mapping) else getattr(kind, "__dataclass_fields__", ())
    yield from (said_of(kind, key) for key in keys)


def _deserted(scenario: Plain, found: Preview, path: Path) -> Iterator[Problem]:
    """Give the seats that have nobody on the map and nobody to come: no file says that they should."""
    if found.setup is None or not any(found.sides.values()):
        return
    there: set[str] = set()
    for stage, row in enumerate(rows(scenario, "stages")):
        there |= setting.at_home(scenario, stage, found.groups)
        if rows(row, "arrivals"):
            return
    for seat in found.setup.info.seats:
        if not any(found.sides.get(uid) == seat.side for uid in there):
            words = tr("{seat} has nobody on the map", seat=named("seat", seat.name))
            yield Problem(str(path), 0, 0, words, tr("place some pieces"))


def first_view(game: AnyGame, setup: AnySetup) -> TableView:
    """Return what stands on the map at first, all that each seat knows of its own (in any thread)."""
    state = game.initial(setup, "preview")
    seats = [seat.id for seat in setup.info.seats]
    views = [game.view(setup, state, seat) for seat in seats]
    pieces = {
        piece.id: piece for view in reversed(views) for piece in view.pieces if not piece.hidden
    }
    return replace(views[0], pieces=tuple(pieces.values()))


def all_looks(game: AnyGame, path: Path, found: Preview, stage: int) -> TableView | None:
    """Return all pieces as they look, those without a place as if they had one (in any thread)."""
    scenario = Document.open(path).plain()
    home = setting.at_home(scenario, stage, found.groups)
    missing = [uid for uid in found.pieces if uid not in home]
    setup = _all_placed(game, path, found, stage, missing)
    view = None if setup is None else first_view(game, setup)
    there = set() if view is None else {piece.id for piece in view.pieces}
    lost = [uid for uid in found.pieces if uid in home and uid not in there]
    if not (found.problems and lost):
        return view
    # The lines of these cannot be read: they are looked at without them, and stand where these say.
    setup = _all_placed(game, path, found, stage, [*missing, *lost])
    return view if setup is None else first_view(game, setup)


def _all_placed(
    game: AnyGame, path: Path, found: Preview, stage: int, missing: Sequence[str]
) -> AnySetup | None:
    """Return the scenario with a line of its own for each missing piece, spread over the map."""
    if not missing or found.board is None:
        return found.setup
    document = Document.open(path)
    for uid in missing:
        carry_out(document, setting.take_off(document.plain(), stage, uid))
    placing = reader_of(game).envelope.placing
    rows: list[Plain] = [
        {"piece": uid, **_somewhere(found.board, index, "pose" in placing.ways)}
        for index, uid in enumerate(missing)
    ]
    there = setting.lines(document.plain(), stage)
    document.set((*setting.stage_path(stage), "setup"), [*there, *rows])
    node, _ = load_text(document.text, str(path))
    if not isinstance(node, MapNode):
        return None
    setup: AnySetup | None = reader_of(game)(node, path.parent, inline=False).read({}, str(path))
    return setup


def _somewhere(board: BoardView, index: int, table: bool) -> dict[str, Plain]:
    if not table:
        return {"at": board.spaces[index * 7 % len(board.spaces)].id}
    west, north, east, south = board.bounds
    across, down = (index * 0.37) % 1, (index * 0.61) % 1
    x, y = west + (0.1 + 0.8 * across) * (east - west), north + (0.1 + 0.8 * down) * (south - north)
    return {"pose": [f"{x:.1f}", f"{-y:.1f}"]}


def said_of(kind: object, key: str) -> str:
    """Return what a piece of an order of battle, a record or a row, says; "" for nothing."""
    found = kind.get(key, "") if isinstance(kind, Mapping) else getattr(kind, key, "")
    return found if isinstance(found, str) else ""


def reader_of(game: AnyGame) -> type[EnvelopeReader[AnySetup, object]]:
    """Return the class that reads the scenarios of a game.

    Raises:
        TypeError: the game reads them some other way, and cannot be edited here.
    """
    reader = game.reader
    if not (isinstance(reader, type) and issubclass(reader, EnvelopeReader)):
        raise TypeError(game.id)
    return reader
