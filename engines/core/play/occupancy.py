"""What must be true wherever pieces and spaces both say who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def occupancy(where: Mapping[str, str], stacks: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Give in words where they differ: `where` has the pieces on the map with their spaces."""
    listed: dict[str, str] = {}
    for space, stack in stacks.items():
        if not stack:
            yield f"{space} is listed and empty"
        for uid in stack:
            if uid in listed:
                yield f"{uid} stands in {listed[uid]} and in {space}"
            listed[uid] = space
            if uid not in where:
                yield f"{uid} is off the map and stands in {space}"
    for uid, at in where.items():
        if listed.get(uid) != at:
            yield f"{uid} is at {at} but listed at {listed.get(uid)}"
