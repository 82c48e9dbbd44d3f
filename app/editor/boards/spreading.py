"""A gesture on the one map that boards make, spread over the files of the boards it lies on.

The gesture is known by what it makes of the one map. What lies within a board goes to that board;
what lies across an edge, on a tile or where no board is, to the scenario's own `ground`, which goes
before what boards and tiles show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import groupby

from grognard.app.editor.boards.joining import Joined, Part
from grognard.app.editor.maps import hexes
from grognard.app.editor.maps.steps import Step, appended, dropped, rows, section, text_of, texts
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.yamlio import Plain

Line = tuple[str, str, tuple[str, ...]]
Name = tuple[str, str, str]


def applied(doc: Plain, steps: Iterable[Step]) -> Plain:
    """Return what a file says after some steps."""
    found = deepcopy(doc)
    do_in(found, steps)
    return found


def do_in(found: Plain, steps: Iterable[Step]) -> None:
    """Do steps in what a file says, in its place."""
    for step in steps:
        box: Plain = found
        for key in step.path[:-1]:
            if isinstance(box, dict):
                box = box.setdefault(str(key), {})
            elif isinstance(box, list) and isinstance(key, int):
                box = box[key]
        _one(box, step)


def _one(box: Plain, step: Step) -> None:
    key = step.path[-1]
    if isinstance(box, dict):
        if step.op == "remove":
            box.pop(str(key), None)
        else:
            box[str(key)] = deepcopy(step.value)
    elif isinstance(box, list) and isinstance(key, int):
        if step.op != "insert":
            del box[key]
        if step.op != "remove":
            box.insert(key, deepcopy(step.value))


def spread(
    joined: Joined, before: Plain, after: Plain, layers: Iterable[Layer]
) -> dict[str, list[Step]]:
    """Return the steps for each file after which the one map says `after`."""
    hand = _Hand(joined)
    for layer in layers:
        match layer.drawn:
            case "hexes" if layer.base:
                hand.paint(layer, _differing(before, after, layer))
            case "levels":
                hand.level(layer, _differing(before, after, layer))
            case "sides":
                was, now = _sides(before, layer), _sides(after, layer)
                hand.lay_sides(layer, was - now, now - was)
            case "lines":
                drawn, meant = _lines(before, layer), _lines(after, layer)
                hand.draw(layer, drawn - meant, meant - drawn)
            case "buildings":
                hand.build(layer, _built(before, layer), _built(after, layer))
            case "places":
                old, new = _names(before, layer), _names(after, layer)
                hand.name(layer, old - new, new - old)
    return hand.steps()


def _differing(before: Plain, after: Plain, layer: Layer) -> dict[str, list[str]]:
    """Return the hexes that have become something else, by what they have become."""
    was, now = hexes.kinds_of(before, layer), hexes.kinds_of(after, layer)
    base = text_of(after, "base_terrain") or layer.base
    found: dict[str, list[str]] = {}
    for h in sorted(was.keys() | now.keys()):
        if was.get(h, base) != now.get(h, base):
            found.setdefault(now.get(h, base), []).append(h)
    return found


def _sides(doc: Plain, layer: Layer) -> set[tuple[str, str, str]]:
    return {
        (kind, *_ends(item))
        for kind, items in section(doc, layer.key).items()
        for item in texts(items)
    }


def _ends(item: str) -> tuple[str, str]:
    a, _, b = item.replace(">", "/").partition("/")
    return (a, b) if ">" in item or a < b else (b, a)


def _lines(doc: Plain, layer: Layer) -> Counter[Line]:
    return Counter(
        (text_of(row, "kind"), text_of(row, "name"), _way(row)) for row in rows(doc, layer.key)
    )


def _way(row: Plain) -> tuple[str, ...]:
    return tuple(texts(row.get("hexes"))) if isinstance(row, dict) else ()


def _built(doc: Plain, layer: Layer) -> dict[str, Plain]:
    """Return what is built in each hex."""
    return {text_of(row, "at"): row for row in rows(doc, layer.key)}


def _names(doc: Plain, layer: Layer) -> Counter[Name]:
    return Counter(
        (text_of(row, "name"), text_of(row, "kind"), text_of(row, "at"))
        for row in rows(doc, layer.key)
    )


class _Hand:
    """Does to each part what a gesture means for it; `docs` are the parts as it leaves them."""

    def __init__(self, joined: Joined) -> None:
        self.joined = joined
        self.docs: dict[Part, Plain] = dict(joined.docs)
        self._steps: dict[Part, list[Step]] = {}

    def steps(self) -> dict[str, list[Step]]:
        """Return the steps for each file."""
        found: dict[str, list[Step]] = {}
        ground = self.joined.ground
        for (file, inside), steps in self._steps.items():
            if (file, inside) == ground and not self.joined.docs[ground]:
                steps = [Step(inside, "set", self.docs[ground])]  # noqa: PLW2901 - none is there yet
                inside = ()  # noqa: PLW2901
            found.setdefault(file, []).extend(
                replace(step, path=(*inside, *step.path)) for step in steps
            )
        return found

    def _do(self, part: Part, steps: Sequence[Step]) -> bool:
        if steps:
            self.docs[part] = applied(self.docs[part], steps)
            self._steps.setdefault(part, []).extend(steps)
        return bool(steps)

    # -- ground and heights ------------------------------------------------------------------------

    def paint(self, layer: Layer, kinds: Mapping[str, Collection[str]]) -> None:
        """Give hexes a kind: of the boards on which they lie, or over them."""
        said = replace(layer, base="")  # over the boards every kind is named
        for kind, members in kinds.items():
            over = [h for h in members if h in self.joined.tiled or h not in self.joined.under]
            below = [h for h in members if h not in over]
            ground = self.joined.ground
            self._do(ground, hexes.paint(self.docs[ground], said, kind, over) if over else [])
            self._do(ground, hexes.paint(self.docs[ground], said, "", below))
            self._by_board(below, lambda doc, own, kind=kind: hexes.paint(doc, layer, kind, own))  # type: ignore[misc]

    def level(self, layer: Layer, levels: Mapping[str, Collection[str]]) -> None:
        """Bring hexes to a level."""
        for level, members in levels.items():
            number, ground = int(level or "0"), self.joined.ground
            self._do(ground, hexes.level_at(self.docs[ground], layer, members, 0))
            self._by_board(
                members,
                lambda doc, own, number=number: hexes.level_at(doc, layer, own, number),  # type: ignore[misc]
            )

    def _by_board(
        self, members: Iterable[str], do: Callable[[Plain, list[str]], list[Step]]
    ) -> None:
        own: dict[int, list[str]] = {}
        for h in members:
            if h in self.joined.under:
                index, name = self.joined.under[h]
                own.setdefault(index, []).append(name)
        for index, names in own.items():
            part = self.joined.parts[index]
            self._do(part, do(self.docs[part], names))

    # -- hexsides ----------------------------------------------------------------------------------

    def lay_sides(
        self,
        layer: Layer,
        gone: Iterable[tuple[str, str, str]],
        come: Iterable[tuple[str, str, str]],
    ) -> None:
        """Take something away from sides, and lay something on others."""
        ground = self.joined.ground
        for kind, a, b in sorted(gone):
            self._do(ground, hexes.clear_sides(self.docs[ground], layer, kind, [(a, b)]))
            if (at := self._within((a, b))) is not None:
                part, own = at
                self._do(part, hexes.clear_sides(self.docs[part], layer, kind, [(own[0], own[1])]))
        for kind, a, b in sorted(come):
            part, own = self._within((a, b)) or (ground, (a, b))
            self._do(part, hexes.lay_sides(self.docs[part], layer, kind, [(own[0], own[1])]))

    def _within(self, names: Sequence[str]) -> tuple[Part, tuple[str, ...]] | None:
        """Return the board on which all of some hexes lie, with their numbers there."""
        found = [self.joined.under.get(h) for h in names]
        first = found[0] if found else None
        own = tuple(at[1] for at in found if at is not None and first and at[0] == first[0])
        if first is None or len(own) < len(names):
            return None
        return self.joined.parts[first[0]], own

    # -- lines -------------------------------------------------------------------------------------

    def draw(self, layer: Layer, gone: Counter[Line], come: Counter[Line]) -> None:
        """Take lines away, and draw others."""
        for line in gone.elements():
            self._rub_out(layer, line)
        for kind, name, way in come.elements():
            part, own = self._within(way) or (self.joined.ground, way)
            self._add_line(layer, part, (kind, name, own))

    def _add_line(self, layer: Layer, part: Part, line: Line) -> None:
        kind, name, way = line
        named: dict[str, Plain] = {"name": name} if name else {}
        row: Plain = {"kind": kind, **named, "hexes": [*way]}
        self._do(part, [appended(self.docs[part], layer.key, row)])

    def _rub_out(self, layer: Layer, line: Line) -> None:
        """Take away what is seen of a line; of a row with more to be seen the rest stays."""
        kind, name, way = line
        for part, names in self._parts():
            for index, row in enumerate(rows(self.docs[part], layer.key)):
                if (text_of(row, "kind"), text_of(row, "name")) != (kind, name):
                    continue
                runs = list(_runs(_way(row), names))
                if way in [seen for _, seen in runs]:
                    self._do(part, [dropped(self.docs[part], layer.key, index)])
                    for own, seen in runs:
                        if seen != way:
                            self._add_line(layer, part, (kind, name, own))
                    return

    def _parts(self) -> Iterator[tuple[Part, Mapping[str, str]]]:
        """Give what lies over the boards, and each board, with the hexes that they show by their own numbers."""
        grid = self.joined.map.grid if self.joined.map else ()
        yield self.joined.ground, {h: h for h in grid}
        for index, names in reversed([*self.joined.shown.items()]):
            yield self.joined.parts[index], names

    # -- buildings ---------------------------------------------------------------------------------

    def build(self, layer: Layer, was: Mapping[str, Plain], now: Mapping[str, Plain]) -> None:
        """Pull down what stood in hexes wherever it was said, and build over the boards."""
        for at in sorted(was.keys() | now.keys()):
            if was.get(at) == now.get(at):
                continue
            within = self._within((at,))
            for part, own in ((self.joined.ground, (at,)), *([within] if within else [])):
                self._do(part, hexes.build(self.docs[part], layer, own[0], ""))
            if at in now:
                ground = self.joined.ground
                self._do(ground, [appended(self.docs[ground], layer.key, now[at])])

    # -- names -------------------------------------------------------------------------------------

    def name(self, layer: Layer, gone: Counter[Name], come: Counter[Name]) -> None:
        """Take names away, and write others."""
        over = False
        for name in gone.elements():
            over = self._unname(layer, name) == self.joined.ground or over
        for called, kind, at in come.elements():
            within = None if over else self._within((at,))
            part, own = within or (self.joined.ground, (at,))
            row: Plain = {"name": called, "at": own[0], "kind": kind}
            self._do(part, [appended(self.docs[part], layer.key, row)])

    def _unname(self, layer: Layer, name: Name) -> Part | None:
        called, _, at = name
        for part, names in self._parts():
            for key in (layer.key, "rivers"):
                for index, row in enumerate(rows(self.docs[part], key)):
                    if text_of(row, "name") == called and at in _stands(row, names):
                        self._do(part, [dropped(self.docs[part], key, index)])
                        return part
        return None


def _stands(row: Plain, names: Mapping[str, str]) -> list[str]:
    """Return the hexes of the one map at which a name of a part stands."""
    own = [text_of(row, "at"), *texts(row.get("label_at") if isinstance(row, dict) else None)]
    return [names[h] for h in own if h in names]


def _runs(
    way: Iterable[str], names: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Give the stretches of a line that are in play, in a part's own numbers and in those of the one map."""
    for there, run in groupby(way, lambda h: h in names):
        own = tuple(run)
        if there and len(own) > 1:
            yield own, tuple(names[h] for h in own)
