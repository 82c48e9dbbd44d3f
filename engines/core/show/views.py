"""What a seat sees: plain frozen data the table draws. Nothing hidden is ever in these objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.engines.core.data.text import Text
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.show.explain import LogEntry, Verdict

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SpaceView:
    """One space of a board: a hex or an area.

    `polygon` in board units, x east, y south; `terrain` is a key of the game's theme; `level` the
    elevation step; `label` the printed number or name; `tags` are theme keys of what stands in it
    (village, redoubt). `called` is what it is called in full where that is not its label, and
    `search` the other words by which it is found.
    """

    id: str
    centre: Point
    polygon: tuple[Point, ...]
    terrain: str
    level: int = 0
    label: str = ""
    tags: tuple[str, ...] = ()
    called: Text | None = None
    search: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeView:
    """A hexside or border feature: `kind` is a theme key (stream, redoubt, slope, ...).

    `a` and `b` are its ends; `toward` the centre of the space it protects or descends from, if it
    has a direction; `line` the whole course where it is not straight.
    """

    id: str
    kind: str
    a: Point
    b: Point
    toward: Point | None = None
    line: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class LineView:
    """A road, path or river as a polyline in board units."""

    kind: str
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LabelView:
    """A name on the map: `kind` is place, river, wood, height, redoubt, entry, ..."""

    text: str
    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ShapeView:
    """Ground of one terrain drawn as it lies (a coast, a lake), with what is left out of it."""

    terrain: str
    ring: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class BuildingView:
    """One part of what was built in a space: `kind` is a roof, a yard, a garden, a wall, ...

    `points` are the outline of what has a surface, the course of a wall, a hedge or a gate.
    """

    at: str
    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """The map of a scenario; never changes during a game. Boxes are off-map spaces.

    `scale`: on a measured table, how much larger pieces and marks are than usual in its units.
    `shapes` are drawn in place of the spaces of their terrain; `country` is a key of the theme that
    dresses the ground of one region.
    """

    id: str
    title: str
    kind: str
    spaces: tuple[SpaceView, ...]
    edges: tuple[EdgeView, ...] = ()
    lines: tuple[LineView, ...] = ()
    labels: tuple[LabelView, ...] = ()
    bounds: tuple[float, float, float, float] = (0, 0, 1, 1)
    seed: int = 0
    scale: float = 1.0
    shapes: tuple[ShapeView, ...] = ()
    buildings: tuple[BuildingView, ...] = ()
    country: str = ""


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece as this seat sees it.

    `form` is counter, block, figures or base; `symbol` and `band` are theme keys; `values` are
    (name, text) pairs for the foot of the counter; `badges` theme keys of states; `facing` is a
    compass bearing in degrees or None; `at` a space id or None for a `pose` (x, y in board units,
    heading in degrees); `stack` counts from 0 at the top of the stack.
    """

    id: str
    form: str
    side: str
    symbol: str
    name: str
    at: str | None = None
    pose: tuple[float, float, float] | None = None
    band: str = ""
    values: tuple[tuple[str, str], ...] = ()
    badges: tuple[str, ...] = ()
    facing: float | None = None
    footprint: tuple[float, float] = (0.8, 0.8)
    steps: int | None = None
    stack: int = 0
    group: str = ""
    facts: tuple[tuple[Text, Text], ...] = ()
    hidden: bool = False
    short: str = ""
    """Its name where there is little room, if that is another one."""


@dataclass(frozen=True, slots=True)
class TrayView:
    """An off-map box: its title and the pieces in it (ids into the view's pieces)."""

    id: str
    title: Text
    side: str
    pieces: tuple[str, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of a hand, or one that has just been turned up.

    `id` is what choices call it, "" of a back; `halves` are what it may be played for: when, its
    name, what it does; `rows` its table, line by line, and `hit` the index of the one that counts.
    A counter that is laid out to be given has `sides`: what choices call each, its name, its number.
    """

    id: str
    owner: str
    title: Text
    halves: tuple[tuple[Text, Text, Text], ...] = ()
    rows: tuple[tuple[Text, Text], ...] = ()
    hit: int = -1
    sides: tuple[tuple[str, Text, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class TrackLine:
    """A line of a display: a marker, a card or a score, with the side it belongs to.

    `state` is a word of the game's own that its theme dresses (`displays.<state>`: colour and
    words); `pieces` are those it is about, ids into the view's pieces. `covert`: the state to show
    instead while others may look over the seat's shoulder ("" when it is no secret).
    """

    label: Text
    state: str = ""
    side: str = ""
    pieces: tuple[str, ...] = ()
    covert: str = ""


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track: turns, victory, phases. `current` indexes `steps`; `notes` explain the state.

    With `lines` it is a display (a pool, orders given, points scored) and is shown line by line.
    """

    id: str
    title: Text
    steps: tuple[Text, ...]
    current: int
    notes: tuple[Text, ...] = ()
    rule: str = ""
    lines: tuple[TrackLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SequenceLine:
    """One line of the sequence of play: `depth` is 0 for its phases; `present` marks the step being played."""

    id: str
    title: Text
    depth: int
    rules: tuple[str, ...] = ()
    present: bool = False


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the order of battle: a command with its units and losses."""

    id: str
    name: str
    side: str
    pieces: tuple[str, ...]
    lost: tuple[str, ...]
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class EngagementRow:
    """The pieces of one side that act together: `label` names the row (a letter, a rank)."""

    label: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngagementSide:
    """One side of an engagement.

    `role` is what it is in this fight (attacker, defender); `rows` its pieces in the order in which
    they act, ids into the view's pieces; `waiting` those that join later, blanks where they are
    hidden; `came` how many came over each border or from each space, in words of the board's ids.
    """

    side: str
    role: Text
    rows: tuple[EngagementRow, ...]
    waiting: tuple[str, ...] = ()
    came: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EngagementView:
    """A fight laid out on a board of its own, apart from the map.

    `at` is the space it is about; `rounds` the track of its rounds and `round` the index of the
    current one; `step` what is being done now. `sides` stand first to last as they act. `turn` are
    the pieces of which one acts next; `acted` those that are done this round; `pairs` join a piece
    to the one it covers. Marks of single pieces (half-hit, in square) are their badges. The dice of
    the fight are the log's: `rolls` gives those of the current round.
    """

    id: str
    title: Text
    at: str
    rounds: tuple[str, ...]
    round: int
    step: Text
    sides: tuple[EngagementSide, ...]
    turn: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    rule: str = ""
    notes: tuple[Text, ...] = ()

    def rolls(self, log: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
        """Return the lines with dice since the last line of kind "phase", which opens a round."""
        found: list[LogEntry] = []
        for entry in reversed(log):
            if entry.kind == "phase":
                break
            if entry.roll is not None:
                found.append(entry)
        return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything one seat (or, with seat None, the public) may know at this moment.

    `decided`: the seats whose sealed answers wait for the others'; `engagement`: the fight that is
    being fought on a board of its own; `standing`: what is drawn until it is over, as declared attacks;
    `cards`: the hands, one's own open, those of others as backs.
    """

    seat: str | None
    turn: Text
    phase: Text
    active: str | None
    pieces: tuple[PieceView, ...]
    trays: tuple[TrayView, ...] = ()
    tracks: tuple[TrackView, ...] = ()
    roster: tuple[RosterLine, ...] = ()
    features: tuple[EdgeView, ...] = ()
    ask: Ask | None = None
    waiting_for: str | None = None
    log: Sequence[LogEntry] = ()
    verdict: Verdict | None = None
    decided: tuple[str, ...] = ()
    engagement: EngagementView | None = None
    standing: tuple[Overlay, ...] = ()
    cards: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """Geometry behind an answer: what it is, and `style`, a theme key.

    `kind` is spaces, pieces, line, links, arrows, area, hexsides or labels. `spaces` are the ids the
    kind is about; of links they are pairs to be joined, of arrows the places it leads over. `points` are the
    course of a line, the outline of an area, pairs of ends of hexsides, or where labels stand that
    stand in no space.
    """

    kind: str
    style: str
    spaces: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of an inquiry: plain data, the rules behind it, words and geometry to draw.

    `shares` are the whole of what may come of a choice, each with its chance from 0 to 1; `given` says
    what is taken for granted there. `gist` is the answer in short where it has no such shares (several
    fights at once): what stands in `lines` is then how it is reckoned. `brief` is the answer in as few
    words as a line of a list has room for.
    """

    value: Mapping[str, object]
    rules: tuple[str, ...]
    lines: tuple[Text, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    shares: tuple[tuple[Text, float], ...] = ()
    given: Text | None = None
    gist: tuple[Text, ...] = ()
    brief: Text | None = None
