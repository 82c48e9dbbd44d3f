"""What the library page shows of scenario files: their seats, their options, all that are shipped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Record, Source, did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import Problems, load_file
from grognard.engines.core.play.setups import Option, ScenarioInfo, Seat
from grognard.engines.core.scenario.scenariofile import shipped

TAKE_BACK = Option("friendly_take_back", "Friendly take-back", "no")
"""The option of every scenario of every game."""
Shown: TypeAlias = Callable[[dict[str, Any], str, Problems, Source], ScenarioInfo]
"""Makes a scenario's info of (what its schema read, its path, its faults, its lines)."""


def list_shipped(
    game: str, schema: Record, shown: Shown, home: Traversable | None = None
) -> tuple[ScenarioInfo, ...]:
    """List the shipped scenarios of a game by length, without their maps and forces.

    A file with faults hides no other: it is listed last, by its name, with its `problems`.
    """
    folder = sorted((home or shipped(game)).iterdir(), key=lambda entry: entry.name)
    files = (entry for entry in folder if entry.name.endswith(".yaml"))
    infos = (_shown(game, entry, schema, shown) for entry in files)
    return tuple(sorted(infos, key=lambda info: (bool(info.problems), info.minutes, info.id)))


def _shown(game: str, entry: Traversable, schema: Record, shown: Shown) -> ScenarioInfo:
    node, problems = load_file(entry)
    doc = schema.read(node, problems, tr("the scenario")) if node else None
    info = None
    if node is not None and doc is not None:
        info = shown(doc, str(entry), problems, Source(node))
    if info is None or problems:
        name = entry.name.removesuffix(".yaml")
        info = ScenarioInfo(name, game, name, "", "", 0, 0, (), path=str(entry))
    return replace(info, problems=tuple(problems))


def read_seats(
    doc: Mapping[str, Any], sides: Sequence[str], problems: Problems, source: Source
) -> tuple[Seat, ...]:
    """Return the seats a scenario names, one a side; without any, a seat named after each side."""
    if "seats" not in doc:
        return tuple(Seat(side, side.title(), side) for side in sides)
    seats = tuple(
        Seat(row["id"], row["name"], row["side"])
        for row in doc["seats"] or ()
        if row and all(row.get(key) for key in ("id", "name", "side"))
    )
    if sorted(seat.side for seat in seats) != sorted(sides) or len({s.id for s in seats}) != len(
        sides
    ):
        message = tr(
            "seats must be two, one {known}, with different ids",
            known=verbatim(" and one ".join(sides)),
        )
        problems.append(source.problem(("seats",), message))
    return seats


def read_options(
    doc: Mapping[str, Any],
    known: Sequence[Option],
    always: Collection[str],
    problems: Problems,
    source: Source,
) -> tuple[Option, ...]:
    """Return the options a scenario offers: those it lists as it words them, and `always`."""
    names = {option.id: option for option in known}
    listed: dict[str, Option] = {}
    for index, row in enumerate(doc.get("options") or ()):
        if not row or row.get("id") not in names:
            continue
        option = _worded(names[row["id"]], row)
        for value in option.values:
            if value not in names[option.id].values:
                mend = tr("known: {known}", known=verbatim(", ".join(names[option.id].values)))
                message = tr(
                    "{id} cannot be {value}", id=verbatim(option.id), value=verbatim(repr(value))
                )
                problems.append(source.problem(("options", index, "values"), message, mend))
        if option.default not in option.values:
            message = tr(
                "default {default} is not one of {known}",
                default=verbatim(option.default),
                known=verbatim(", ".join(option.values)),
            )
            problems.append(source.problem(("options", index, "default"), message))
        if option.id in listed:
            message = tr("option {id} is given twice", id=verbatim(option.id))
            problems.append(source.problem(("options", index, "id"), message))
        listed[option.id] = option
    offered = (listed.get(o.id, o) for o in known if o.id in listed or o.id in always)
    return tuple(offered)


def _worded(option: Option, row: Mapping[str, Any]) -> Option:
    # What the schema could not read of them is None, and told already.
    values = tuple(value for value in row.get("values") or () if value) or option.values
    default = row.get("default") or (option.default if option.default in values else values[0])
    title, rule = row.get("title") or option.title, row.get("rule") or option.rule
    return Option(option.id, title, default, values, rule)


def choose_options(
    info: ScenarioInfo, options: Mapping[str, str], problems: list[Problem]
) -> dict[str, str]:
    """Return every option's value: as chosen, else its default; of those that change nothing, as chosen."""
    offered = {option.id: option for option in info.options}
    known = {**offered, **{option.id: option for option in info.idle}}
    for name, value in options.items():
        if name not in known:
            mend = did_you_mean(str(name), offered) or tr(
                "offered: {known}", known=verbatim(", ".join(offered))
            )
            problems.append(
                Problem("options", 0, 0, tr("there is no option {name}", name=verbatim(name)), mend)
            )
        elif value not in known[name].values:
            mend = tr("choose {known}", known=verbatim(" or ".join(known[name].values)))
            problems.append(
                Problem(
                    "options",
                    0,
                    0,
                    tr(
                        "{name} cannot be {value}", name=verbatim(name), value=verbatim(repr(value))
                    ),
                    mend,
                )
            )
    named = {name: value for name, value in options.items() if name in known}
    return {name: option.default for name, option in offered.items()} | named
