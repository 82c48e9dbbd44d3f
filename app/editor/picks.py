"""What the fields of a scenario may name: pieces, groups, places, records of its stage; nobody has to know an id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from grognard.app.editor.maps.steps import Step, rows, text_of
from grognard.app.editor.shelf import stem_of
from grognard.app.editor.window.preview import Preview, reader_of
from grognard.engines.core.board.hexnumbers import HexError, parse_hexes
from grognard.engines.core.data.schema import ListOf, Number, Path, Record, Schema, Str
from grognard.engines.core.data.text import capital, spell, tr, trn, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.fields import Ref
from grognard.engines.core.scenario.hexmaps import HEX

OF_KEY = {
    "piece": "piece",
    "units": "piece",
    "with": "piece",
    "within": "piece",
    "attached": "piece",
    "group": "group",
    "zone": "zone",
    "by": "seat",
}
"""What a field of this name names, wherever it stands."""
ON_MAP = ("at", "among", "first", "hold", "hexes", "but")
"""Fields whose names are those of places."""
ONE_HEXSIDE = "between"
"""The field that names a hexside by the hexes at it, as 0403/0504."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One line of a list to choose from: what is written, what it is called, and the heading it stands under."""

    id: str
    words: str
    under: str = ""


class Picks:
    """Tells of each field what it may name, in the scenario that was shown to it last."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.envelope = reader_of(game).envelope
        self.show(Preview(None, None, ()), {})

    def show(self, found: Preview, scenario: Plain) -> None:
        """Take over a scenario as it stands, and what its file says."""
        self.found, self.scenario = found, scenario
        self._lists: dict[tuple[str, int], list[Pick]] = {}

    def kind(self, at: Path, schema: Schema) -> str:
        """Return what a field names: "piece", "group", "place", "point" and so on, a record's kind; "" for nothing."""
        inner = schema.item if isinstance(schema, ListOf) else schema
        key = next((step for step in reversed(at) if isinstance(step, str)), "")
        if isinstance(inner, Ref):
            return f"record:{inner.of}"
        if isinstance(inner, Number):
            return "point" if key == "point" else ""
        if not isinstance(inner, Str) or inner.choices or "clock" in at:
            return ""
        if key == "group" and "arrivals" in at and self.found.coming is not None:
            return "coming"
        if key == ONE_HEXSIDE:
            return "hexside"
        return OF_KEY.get(key, "") or ("place" if inner is HEX or key in ON_MAP else "")

    def of(self, kind: str, at: Path) -> list[Pick]:
        """Return what may be named, in the order of its list."""
        key = kind, _stage(at)
        if key not in self._lists:
            self._lists[key] = self._list(kind, at)
        return self._lists[key]

    def _list(self, kind: str, at: Path) -> list[Pick]:
        found = self.found
        lists: dict[str, Callable[[], list[Pick]]] = {
            "piece": lambda: [self._piece(uid) for uid in found.pieces],
            "group": lambda: self._called(found.groups),
            "coming": lambda: self._called(found.coming or ()),
            "zone": lambda: self._called(found.zones) or self._named_places(),
            "seat": self._seats,
            "place": self._places,
        }
        what, _, of = kind.partition(":")
        return self._called(self._records(at, of)) if of else lists.get(what, list)()

    def words(self, kind: str, at: Path, names: Sequence[str]) -> list[str]:
        """Return what some names are called; what is not known stands as it is written."""
        called = {pick.id: pick.words for pick in self.of(kind, at)}
        return [called.get(name, name) for name in names]

    def meant(self, kind: str, at: Path, words: str) -> str:
        """Return the name that typed words mean: as written, or as it is called; else the words."""
        there = self.of(kind, at)
        if any(pick.id == words for pick in there):
            return words
        low = words.lower()
        return next((pick.id for pick in there if pick.words.lower() == low), words)

    def _piece(self, uid: str) -> Pick:
        side, corps = self.found.sides.get(uid, ""), self.found.orders.get(uid, "")
        heads = [
            spell("seat", capital(side)) if side else "",
            spell("unit", corps) if corps else "",
        ]
        return Pick(uid, self.name(uid), " · ".join(head for head in heads if head))

    def name(self, uid: str) -> str:
        """Return what a piece, a group or a record is called."""
        said = self.found.names.get(uid, "") or self.found.titles.get(uid, "")
        if said:
            return spell("unit", said)
        inside = [self.name(one) for one in self.found.groups.get(uid, ()) if one != uid]
        if not inside:
            return capital(str(self.game.term(uid.replace("-", "_"))))
        first, more = verbatim(inside[0]), len(inside) - 1
        if not more:
            return inside[0]
        return trn("{who} and {n} more", "{who} and {n} more", n=more, who=first)

    def _called(self, names: Iterable[str]) -> list[Pick]:
        return [Pick(name, self.name(name)) for name in names]

    def _records(self, at: Path, of: str) -> tuple[str, ...]:
        stage, records = _stage(at), self.found.records
        return records[stage].get(of, ()) if stage < len(records) else ()

    def _seats(self) -> list[Pick]:
        rows_ = rows(self.scenario, "seats")
        return [Pick(text_of(r, "id"), spell("seat", text_of(r, "name"))) for r in rows_]

    def _places(self) -> list[Pick]:
        board = self.found.board
        spaces = board.spaces if board is not None else ()
        return [Pick(s.id, str(s.called) if s.called else s.label or s.id) for s in spaces]

    def _named_places(self) -> list[Pick]:
        """Return the parts of a table that have a name: its ground has no zones besides."""
        return [pick for pick in self._places() if pick.words != pick.id]

    def each(self, names: Sequence[str]) -> list[str]:
        """Return every space that some names stand for: a hexside is of two hexes, a range of many."""
        found = [part for name in names for part in name.split("/")]
        try:
            return [*parse_hexes(found)]
        except HexError:  # areas, or what is no hex yet
            return found

    # -- records that are made where they are wanted ---------------------------------------------------

    def fresh(self, at: Path, of: str, name: str, side: str) -> tuple[str, list[Step]]:
        """Return the id of a new record of a stage, and the steps that write it; none where there is no such list."""
        stage = ("stages", _stage(at))
        key = next(self._kept_in(), "")
        if not key:
            return "", []
        there = rows(_at(self.scenario, stage), key)
        taken = {text_of(row, "id") for row in there}
        uid = fresh_id(name, taken)
        side = side or next((text_of(row, "side") for row in there), "") or self._first_side()
        row: Plain = {"id": uid, "name": name, "side": side}
        path = (*stage, key)
        return uid, [
            Step((*path, len(there)), "insert", row) if there else Step(path, "set", [row])
        ]

    def _first_side(self) -> str:
        return next((text_of(row, "side") for row in rows(self.scenario, "seats")), "")

    def _kept_in(self) -> Iterator[str]:
        """Give the lists of a stage whose records have an id, a name and a side, and need no more."""
        for key, schema in self.envelope.stage_schema.known.items():
            item = schema.item if isinstance(schema, ListOf) else None
            if isinstance(item, Record) and {*item.required} == {"id", "name", "side"}:
                yield key


def fresh_id(name: str, taken: set[str]) -> str:
    """Return an id that nobody has, made of a name."""
    stem = stem_of(name) or "new"
    numbered = (f"{stem}-{n}" for n in range(2, len(taken) + 3))
    return next(uid for uid in (stem, *numbered) if uid not in taken)


def _stage(at: Path) -> int:
    """Return the stage that a path leads into, the first where it leads into none."""
    return at[1] if len(at) > 1 and isinstance(at[1], int) else 0


def _at(plain: Plain, path: Path) -> Plain:
    for step in path:
        if isinstance(plain, dict) and isinstance(step, str):
            plain = plain.get(step, {})
        elif isinstance(plain, list) and isinstance(step, int) and step < len(plain):
            plain = plain[step]
        else:
            return {}
    return plain


def new_words() -> str:
    """Return the line of a list that makes something new."""
    return tr("New...")


def asked(of: str) -> str:
    """Return the question for the name of something new."""
    return tr("What is the new {what} called?", what=verbatim(of))
