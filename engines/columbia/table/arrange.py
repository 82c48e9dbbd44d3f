"""Positions for cases: the `set:` section, the choices of a case, and the facts it may check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engines.columbia.battle.rounds import FIGHT
from engines.columbia.field.position import strength
from engines.columbia.map.ground import border_key
from engines.columbia.setup import Setup
from engines.columbia.state import (
    ABSENT,
    BOXES,
    SIDES,
    Battle,
    Block,
    BlockType,
    Entry,
    Hits,
    State,
)
from engines.columbia.turn.turn import TURN
from engines.core.play.turn import Turn
from engines.core.show.asks import Ask, Choice, meant

FLAGS = ("active", "premoved", "moved", "bombarded", "pinned", "known")
TYPE_FIELDS = ("firepower", "steps", "corps", "class", "army", "range", "guard")
"""What a case may change of the printed block, for itself alone."""
YES = ("yes", "true")


def reprint(setup: Setup, edits: Mapping[str, Any]) -> Setup:
    """Return the set-up with the blocks that a case prints otherwise; `setup` itself stays as it is."""
    types = dict(setup.types)
    for line in edits.get("place") or ():
        named = line.get("unit") if isinstance(line, Mapping) else None
        for uid in [named] if isinstance(named, str) else list(named or ()):
            if uid in types:
                types[uid] = _retyped(types[uid], line)
    return setup if types == setup.types else replace(setup, types=types)


def arrange(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    """Apply a case's `set:` section: see CASES.md for the keys.

    Raises:
        ValueError: for an unknown key, block, area or value; the message says how to mend it.
    """
    readers = _readers(setup)
    unknown = [key for key in edits if key not in (*readers, "only", "place")]
    if unknown:
        known = ", ".join(("only", "place", *readers))
        raise ValueError(f"unknown keys in set: {', '.join(unknown)}; known are {known}")
    state = _place(setup, state, edits)
    changes = {key: readers[key](edits[key], f"set.{key}") for key in readers if key in edits}
    if "entries" in changes:
        changes["entries"] = tuple(
            entry if entry.at else replace(entry, at=state.blocks[entry.block].at)
            for entry in changes["entries"]
        )
    if "battle" in changes:
        changes["battle"] = replace(_battle_at(setup, state, edits["battle"]), **changes["battle"])
    return replace(state, **changes)


# -- blocks --------------------------------------------------------------------------------------


def _place(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    """Put the listed blocks where the case has them; with `only` all others are absent."""
    blocks = dict(state.blocks)
    placed: list[str] = []
    for line in edits.get("place") or ():
        named = line.get("unit") if isinstance(line, Mapping) else None
        uids = [named] if isinstance(named, str) else list(named or ())
        if not uids or any(uid not in blocks for uid in uids):
            raise ValueError(f"set.place: {line!r} does not name a block of the scenario")
        for uid in uids:
            blocks[uid] = _placed(setup, blocks[uid], line)
            placed.append(uid)
    if str(edits.get("only", "no")) in YES:
        for uid in blocks.keys() - set(placed):
            blocks[uid] = replace(blocks[uid], at=ABSENT)
    areas: dict[str, tuple[str, ...]] = {}
    for uid in dict.fromkeys([*placed, *blocks]):
        if blocks[uid].at not in BOXES:
            areas[blocks[uid].at] = (*areas.get(blocks[uid].at, ()), uid)
    return replace(state, blocks=blocks, areas=areas)


def _placed(setup: Setup, block: Block, line: Mapping[str, Any]) -> Block:
    where, kind = f"set.place: {block.id}", setup.types[block.id]
    at = str(line.get("at", block.at))
    if at not in BOXES and at not in setup.ground.areas:
        raise ValueError(f"{where} at {at}: no such area, nor one of {', '.join(BOXES)}")
    states = line.get("state") or []
    wrong = [name for name in states if name not in FLAGS]
    if wrong:
        raise ValueError(f"{where}: unknown state {wrong[0]}; known are {', '.join(FLAGS)}")
    more = {"unit", "at", "state", "step", "strength", "role", "orders", "attached", *TYPE_FIELDS}
    extra = [key for key in line if key not in more]
    if extra:
        raise ValueError(f"{where}: unknown field {extra[0]}; known are {', '.join(sorted(more))}")
    role = str(line.get("role", ""))
    if role not in ("", "army", "corps"):
        raise ValueError(f"{where}: a role is army or corps")
    return Block(
        block.id,
        at,
        step=_step(kind, line, block.step, where),
        role=role,
        orders=_whole(line.get("orders", 0), where),
        attached=str(line.get("attached", "")),
        **{name: name in states for name in FLAGS},
    )


def _step(kind: BlockType, line: Mapping[str, Any], now: int, where: str) -> int:
    """Take the step a block stands at, given as such or as the strength it shows."""
    if "strength" in line:
        wanted = _whole(line["strength"], where)
        if wanted not in kind.ladder:
            raise ValueError(f"{where} has no strength {wanted}; its steps are {kind.ladder}")
        return kind.ladder.index(wanted)
    step = _whole(line.get("step", now), where)
    if not 0 <= step < len(kind.ladder):
        raise ValueError(f"{where} has no step {step}; its steps are 0 to {len(kind.ladder) - 1}")
    return step


def _retyped(kind: BlockType, line: Mapping[str, Any]) -> BlockType:
    """Return a block with the face a case gives it."""
    changes: dict[str, Any] = {}
    for key in TYPE_FIELDS:
        if key in line:
            changes.update(_face(key, line[key], f"set.place: {kind.id}: {key}"))
    return replace(kind, **changes)


def _face(key: str, value: Any, where: str) -> dict[str, Any]:
    if key == "firepower":
        letter, number = str(value)[:1], str(value)[1:]
        if letter not in ("A", "B", "C"):
            raise ValueError(f"{where}: write a letter A to C and a number, as in C2")
        return {"letter": letter, "number": _whole(number, where)}
    if key == "steps":
        if not isinstance(value, list) or not value:
            raise ValueError(f'{where}: write the ladder as a list, as in ["3", "2", "1"]')
        return {"ladder": tuple(_whole(step, where) for step in value)}
    if key in ("army", "range"):
        return {{"army": "army", "range": "reach"}[key]: _whole(value, where)}
    if key == "guard":
        return {"guard": str(value) in YES}
    return {{"corps": "corps", "class": "weight"}[key]: str(value)}


# -- everything else -----------------------------------------------------------------------------

Reader = Callable[[Any, str], Any]


def _readers(setup: Setup) -> dict[str, Reader]:
    """Return what reads each key of `set:`; areas, borders, blocks and sides must exist."""
    areas, borders = setup.ground.areas, setup.ground.borders
    area = _among("area", areas)
    side = _among("side", SIDES)
    block = _among("block", setup.types)

    def border(value: Any, where: str) -> str:
        key = border_key(*str(value).split("|", 1)) if "|" in str(value) else str(value)
        return str(_among("border", borders)(key, where))

    return {
        "day": _among("day", {str(day.number): day.number for day in setup.days}),
        "turn": _whole,
        "phase": _cursor(TURN),
        "first": side,
        "active": _among("side", ("", *SIDES)),
        "crossed": _mapping(border, _whole),
        "pins": _mapping(area, _whole),
        "commands": _mapping(_word, block),
        "entries": _items(_entry(setup, block, border, area)),
        "hits": _items(_hits(side, area)),
        "bombarded": _items(border),
        "contested": _items(area),
        "burnt": _items(border),
        "built": _items(border),
        "captured": _items(area),
        "done": _items(_word),
        "arrived": _items(_word),
        "main": _items(_tuple(area, side, border)),
        "rewards": _items(_tuple(side, _whole)),
        "spent": _items(_tuple(_word, area, block)),
        "bid": _items(_tuple(side, _whole)),
        "battle": _battle(area, side, border, block),
    }


def _cursor(turn: Turn[Any]) -> Reader:
    """Return a reader of the words that name a step."""

    def read(value: Any, where: str) -> str:
        why = turn.why_not_cursor(value)
        if why is not None:
            raise ValueError(f"{where}: {why}")
        return str(value)

    return read


def _among(what: str, known: Any) -> Reader:
    """Return a reader of words that must be known; of a mapping it gives the value meant."""

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, str) or value not in known:
            names = list(known)
            listed = ", ".join(map(str, names)) if len(names) < 30 else f"{len(names)} are known"
            raise ValueError(f"{where}: there is no {what} {value}; {listed}")
        found = known[value] if isinstance(known, Mapping) else value
        return found if isinstance(found, int) else value

    return read


def _word(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{where}: write a word, not {value!r}")  # noqa: TRY004 - of the case
    return value


def _whole(value: Any, where: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise ValueError(f"{where}: {value!r} is no whole number") from None


def _items(read: Reader) -> Reader:
    def items(value: Any, where: str) -> tuple[Any, ...]:
        listed = value if isinstance(value, list) else [value]
        return tuple(read(item, where) for item in listed)

    return items


def _tuple(*readers: Reader) -> Reader:
    def parts(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(readers):
            raise ValueError(f"{where}: {value!r} should be a list of {len(readers)}")
        return tuple(read(part, where) for read, part in zip(readers, value, strict=True))

    return parts


def _mapping(key: Reader, value: Reader) -> Reader:
    def pairs(given: Any, where: str) -> dict[Any, Any]:
        if not isinstance(given, Mapping):
            raise ValueError(f"{where}: write a mapping")  # noqa: TRY004 - of the case
        return {key(name, where): value(part, where) for name, part in given.items()}

    return pairs


def _record(value: Any, where: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Read the fields of a record, each with its reader."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{where}: write a mapping, not {value!r}")  # noqa: TRY004 - of the case
    wrong = [key for key in value if key not in readers]
    if wrong:
        raise ValueError(f"{where}: unknown field {wrong[0]}; known are {', '.join(readers)}")
    return {key: readers[key](part, f"{where}.{key}") for key, part in value.items()}


def _entry(setup: Setup, block: Reader, border: Reader, area: Reader) -> Reader:
    """[6.1.roles] {unit, border, round}: it entered the area where the block stands, or `at`."""
    readers = {"unit": block, "border": border, "at": area, "round": _whole}

    def read(value: Any, where: str) -> Entry:
        found = _record(value, where, readers)
        if "unit" not in found or "border" not in found:
            raise ValueError(f"{where}: an entry has unit and border")
        uid = found["unit"]
        return Entry(
            uid, setup.types[uid].side, found["border"], found.get("at", ""), found.get("round", 1)
        )

    return read


def _hits(side: Reader, area: Reader) -> Reader:
    """[6.5.strongest] {side, count, at, rule, group}: hits still to be given."""
    readers = {"side": side, "count": _whole, "at": area, "rule": _word, "group": _word}

    def read(value: Any, where: str) -> Hits:
        found = _record(value, where, readers)
        lacking = [key for key in ("side", "count", "at") if key not in found]
        if lacking:
            raise ValueError(f"{where}: hits lack {lacking[0]}")
        return Hits(**{"rule": "6.5.roll", **found})

    return read


def _battle(area: Reader, side: Reader, border: Reader, block: Reader) -> Reader:
    """Return a reader of the fields of a battle; those left out keep what they begin with."""
    blocks = _items(block)
    readers: dict[str, Reader] = {
        "at": area,
        "attacker": side,
        "round": _whole,
        "step": _cursor(FIGHT),
        "acted": blocks,
        "half": blocks,
        "squares": blocks,
        "sheltered": _items(_tuple(block, block)),
        "declared": _items(_word),
        "crossed": _items(_tuple(border, _whole)),
        "took_part": blocks,
        "main": _items(_tuple(side, border)),
        "bonus": blocks,
        "displaced": block,
        "winner": side,
        "regrouped": blocks,
    }

    return lambda value, where: _record(value, where, readers)


def _battle_at(setup: Setup, state: State, given: Mapping[str, Any]) -> Battle:
    """[6.1.roles] A battle as it begins: the one attacking is Player 1 unless the case says other."""
    if "at" not in given:
        raise ValueError("set.battle: say where it is fought, at: an area")
    if given["at"] not in setup.ground.areas:
        raise ValueError(f"set.battle: there is no area {given['at']}")
    return Battle(at=given["at"], attacker=str(given.get("attacker", state.first)))


# -- choices and facts ---------------------------------------------------------------------------

DOES = {"fire": "fire", "bayonet": "bayonet", "retreat": "retreat", "rest": "pass"}
"""Battle turns: {fire: block, target: square}, {bayonet: block}, {retreat: block, at: area}."""
VERBS = (
    "move",
    "place",
    "activate",
    "bombard",
    "straggle",
    "regroup",
    "displace",
    "supply",
    "hit",
    "attack",
    "reinforce",
    "leave",
    "unit",
)
"""Words that may stand for `piece` in a choice; the ask itself says what is done with it."""


def expand(ask: Ask, wanted: Mapping[str, Any]) -> list[Choice]:
    """Translate {move: block, at: area} and the like into the choice meant.

    What a case leaves out (the HQ that orders a block) is taken from the first choice, legal or
    refused, that has everything the case says.
    """
    plain = _plain(wanted)
    if "subset" in plain and isinstance(plain["subset"], str):
        plain["subset"] = [plain["subset"]]
    if plain in ask.choices:
        return [plain]
    found = meant(ask, plain)
    return [plain if found is None else found]


def _plain(wanted: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for key, value in wanted.items():
        if key in DOES:
            plain |= {"piece": value, "do": DOES[key]}
        else:
            plain["piece" if key in VERBS else key] = value
    return plain


def facts(setup: Setup, state: State, piece: str) -> dict[str, Any]:
    """Return where a block is, what its face says now, its states and its part in a battle."""
    block, kind, battle = state.blocks[piece], setup.types[piece], state.battle
    stack = state.areas.get(block.at, ())
    states = [name for name in FLAGS if getattr(block, name)]
    return {
        "at": block.at,
        "strength": strength(kind, block),
        "step": block.step,
        "firepower": f"{kind.letter}{kind.number}",
        "state": states,
        **{name: getattr(block, name) for name in FLAGS},
        "role": block.role,
        "orders": block.orders,
        "attached": block.attached,
        "corps": kind.corps,
        "side": kind.side,
        "stack": stack.index(piece) if piece in stack else None,
        "commands": [army for army, hq in state.commands.items() if hq == piece],
        "half": battle is not None and piece in battle.half,
        "square": battle is not None and piece in battle.squares,
        "sheltered": battle is not None and any(piece == inner for _, inner in battle.sheltered),
        "acted": battle is not None and piece in battle.acted,
    }
