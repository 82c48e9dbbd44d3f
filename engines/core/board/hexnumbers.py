"""What is written of a hex grid: the description of its numbers, single hexes and ranges."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from grognard.engines.core.data.text import tr, verbatim

MOST = 199
"""The largest column or row number of any map we would read."""
_RANGE = re.compile(r"([0-9]+)(?:\s*-\s*([0-9]+))?", re.ASCII)


class HexError(ValueError):
    """A grid description or a list of hexes that cannot be read.

    `messages` holds every fault found, one sentence each.
    """

    def __init__(self, messages: Iterable[str]) -> None:
        self.messages: tuple[str, ...] = tuple(messages)
        super().__init__("; ".join(self.messages))


def read_description(mapping: Mapping[str, object]) -> dict[str, Any]:
    """The fields of a HexGrid out of a map's description; HexError on any fault."""
    faults: list[str] = []
    if mapping.get("kind", "hex") != "hex":
        faults.append(tr("kind must be hex, not {kind}", kind=verbatim(str(mapping["kind"]))))
    flat = str(mapping.get("flat", "top"))
    lines = "columns" if flat == "top" else "rows"
    columns = _part(mapping, "columns", ("first", "last", "grow"), faults)
    rows = _part(mapping, "rows", ("first", "last", "grow"), faults)
    shifted = _part(mapping, "shifted", (lines, "toward"), faults)
    for key in mapping:
        if key not in ("kind", "columns", "rows", "shifted", "flat"):
            faults.append(tr("unknown key {name}", name=verbatim(key)))
    fields: dict[str, Any] = {
        "first_column": _whole(columns, "columns", "first", faults),
        "last_column": _whole(columns, "columns", "last", faults),
        "columns_grow": columns.get("grow", ""),
        "first_row": _whole(rows, "rows", "first", faults),
        "last_row": _whole(rows, "rows", "last", faults),
        "rows_grow": rows.get("grow", ""),
        "shifted": shifted.get(lines, ""),
        "toward": shifted.get("toward", ""),
        "flat": flat,
    }
    if faults:
        raise HexError(faults)
    return fields


def numbers_of(hex_id: str) -> tuple[int, int]:
    """Return the column and the row in a printed number."""
    half = len(hex_id) // 2
    return int(hex_id[:half]), int(hex_id[half:])


def _part(
    mapping: Mapping[str, object], name: str, keys: tuple[str, ...], faults: list[str]
) -> dict[str, str]:
    """One sub-mapping as text, with its missing and unknown keys noted."""
    part = mapping.get(name)
    if not isinstance(part, Mapping):
        faults.append(
            tr(
                "{name} must be a mapping of {known}",
                name=verbatim(name),
                known=verbatim(", ".join(keys)),
            )
        )
        return {}
    faults.extend(
        tr("{name} lacks {key}", name=verbatim(name), key=verbatim(key))
        for key in keys
        if key not in part
    )
    faults.extend(
        tr("{name} has an unknown key {key}", name=verbatim(name), key=verbatim(key))
        for key in part
        if key not in keys
    )
    return {str(key): str(value) for key, value in part.items()}


def _whole(part: Mapping[str, str], name: str, key: str, faults: list[str]) -> int:
    text = part.get(key)
    if text is None:
        return 0
    if not re.fullmatch(r"[0-9]{1,4}", text, re.ASCII):
        faults.append(
            tr(
                "{name} {key} must be a whole number from 0 to {most}, not {text}",
                name=verbatim(name),
                key=verbatim(key),
                most=MOST,
                text=verbatim(text),
            )
        )
        return 0
    return int(text)


def parse_hexes(items: Iterable[str], grid: Container[str] | None = None) -> tuple[str, ...]:
    """Single hexes and ranges ("4008", "4307-4310") as hexes, each named once.

    A range stays in one column or in one row and may run downwards.  With a
    grid every hex must be on it.  Raises HexError with every fault found.
    """
    found: dict[str, None] = {}
    faults: list[str] = []
    for item in items:
        try:
            hexes = _expand(str(item).strip())
        except HexError as error:
            faults.extend(error.messages)
            continue
        found.update(dict.fromkeys(hexes))
        if grid is not None:
            faults.extend(
                tr("hex {hex_id} is not on the map", hex_id=verbatim(h))
                for h in hexes
                if h not in grid
            )
    if faults:
        raise HexError(faults)
    return tuple(found)


def _expand(item: str) -> list[str]:
    match = _RANGE.fullmatch(item)
    if match is None:
        raise HexError(
            [
                tr(
                    "{item} is neither a hex (4008) nor a range (4307-4310)",
                    item=verbatim(repr(item)),
                )
            ]
        )
    first, last = match[1], match[2] or match[1]
    if len(first) != len(last) or len(first) % 2 or not 4 <= len(first) <= 6:
        raise HexError([tr("{item} must use four-figure hex numbers", item=verbatim(repr(item)))])
    half = len(first) // 2
    (c1, r1), (c2, r2) = ((int(h[:half]), int(h[half:])) for h in (first, last))
    if c1 != c2 and r1 != r2:
        raise HexError(
            [
                tr(
                    "the range {item} stays neither in one column nor in one row",
                    item=verbatim(repr(item)),
                )
            ]
        )
    return [f"{c:0{half}d}{r:0{half}d}" for c in _run(c1, c2) for r in _run(r1, r2)]


def _run(first: int, last: int) -> range:
    """Every number from first to last, both included, upwards or downwards."""
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)
