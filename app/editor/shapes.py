"""How many shapes an SVG drawing draws, counted before anything is drawn.

A few lines that repeat a group ten times, which repeats another ten times, and so on, draw more than a
machine can in a lifetime. Each shape counts as often as it is drawn: a group by `use`, a pattern, mask or
clip by what is painted with it, a marker by each corner it stands on.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

DEEPEST = 200
"""So deep may shapes stand in one another, and refer to others that refer to others."""
ENDLESS = 1 << 40
"""What a drawing counts for that refers to itself, or is too deep to be counted."""
_PAINTED = re.compile(r"url\(\s*[\"']?#([^\"')\s]+)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?|\.\d)")
_NAME = re.compile(r"\{.*\}")


def shapes_of(data: bytes) -> int:
    """Return how many shapes a drawing draws, ENDLESS at most. It has no entities of its own.

    Raises:
        ValueError: it is no sound XML.
    """
    try:
        root = ET.fromstring(data)  # noqa: S314 - who calls has refused entities
    except (ET.ParseError, LookupError) as wrong:
        raise ValueError(str(wrong)) from wrong
    try:
        return _Counter(root).of(root, 0)
    except RecursionError:
        return ENDLESS


class _Counter:
    """Counts the shapes of a drawing; what was counted once is known."""

    def __init__(self, root: ET.Element) -> None:
        self.named: dict[str, ET.Element] = {}
        sheets = []
        for element in root.iter():
            name = element.get("id")
            if name:
                self.named.setdefault(name, element)
            if _kind(element) == "style":
                sheets += _PAINTED.findall(element.text or "")
        self.everywhere = sheets
        """What a style sheet may have painted on each shape."""
        self.known: dict[ET.Element, int | None] = {}

    def of(self, element: ET.Element, depth: int) -> int:
        """Return how many shapes an element draws, with all that it refers to."""
        if depth > DEEPEST:
            return ENDLESS
        if element in self.known:
            count = self.known[element]
            return (
                ENDLESS if count is None else count
            )  # None: it is being counted, and refers to itself
        self.known[element] = None
        count = 1
        for child in element:
            count += self.of(child, depth + 1)
        for name, times in self._referred(element):
            target = self.named.get(name)
            if target is not None:
                count += times * self.of(target, depth + 1)
        count = min(count, ENDLESS)
        self.known[element] = count
        return count

    def _referred(self, element: ET.Element) -> list[tuple[str, int]]:
        """Return what an element refers to, and how often that is drawn with it."""
        found: list[tuple[str, int]] = []
        corners = len(_NUMBER.findall(element.get("d", "") + element.get("points", "")))
        for key, value in element.attrib.items():
            plain = _NAME.sub("", key)
            if plain == "href" and value.startswith("#"):
                found.append((value[1:], 1))
            for name in _PAINTED.findall(value):
                often = plain == "style" and "marker" in value
                found.append((name, max(1, corners) if often or "marker" in plain else 1))
        if _kind(element) not in ("style", "defs", "svg"):
            found += [(name, max(1, corners)) for name in self.everywhere]
        return found


def _kind(element: ET.Element) -> str:
    return _NAME.sub("", element.tag) if isinstance(element.tag, str) else ""
