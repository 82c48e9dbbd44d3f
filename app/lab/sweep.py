"""Sweeps: one value of a scenario, of its forces or of the game's tables over a range.

    forces/french.yaml:units/davout/steps/0=2..5/1      a value of the scenario's files
    tables.yaml:tables/constants/straggler_attack_drm/value=-2..0/1      a number of the rulebook's

A step of a path is a key, the place in a list from 0, or the id of one of its records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.app.lab.plan import arm_of
from grognard.app.lab.task import Arm, Refused
from grognard.engines.core.data.tabledata import resolved
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry

_RANGE = re.compile(
    r"(?P<file>[\w./-]+):(?P<path>[^=]+)=(?P<first>-?[\d.]+)\.\.(?P<last>-?[\d.]+)(/(?P<step>[\d.]+))?"
)
MOST = 60
SCENARIO = "scenario.yaml"
"""What the file of the scenario itself is called, whatever its name is."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """Which value of which file is swept, and over what."""

    file: str
    path: str
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        """What stands in the report for it."""
        return f"{self.file}:{self.path}"


def read_sweep(words: str) -> Sweep:
    """Read FILE:PATH=START..STOP/STEP; a step is 1 unless it is told.

    Raises:
        Refused: it is not of that form, or has too many values.
    """
    found = _RANGE.fullmatch(words)
    values: tuple[str, ...] = ()
    if found is not None:
        with suppress(ArithmeticError):
            ends = (Decimal(found[name] or "1") for name in ("first", "last", "step"))
            values = tuple(_between(*ends))
    if found is None or not values:
        form = verbatim("FILE:PATH=START..STOP/STEP")
        raise Refused(tr("{words} does not have the form {form}", words=verbatim(words), form=form))
    if len(values) > MOST:
        raise Refused(tr("a sweep has at most {n} values", n=MOST))
    return Sweep(found["file"], found["path"], values)


def _between(first: Decimal, last: Decimal, step: Decimal) -> Iterator[str]:
    if step <= 0:
        return
    count = 0
    while first + count * step <= last and count <= MOST:
        value = first + count * step
        yield str(int(value)) if value == int(value) else str(value)
        count += 1


def with_sweeps(arms: Sequence[Arm], words: Sequence[str]) -> list[Arm]:
    """Return arms with those of the sweeps behind each that is compared with.

    Raises:
        Refused: a sweep cannot be done.
    """
    sweeps = [read_sweep(one) for one in words]
    found: list[Arm] = []
    for arm in arms:
        found.append(arm)
        if not arm.changed:
            found += [one for sweep in sweeps for one in swept(arm, sweep)]
    return found


def swept(arm: Arm, sweep: Sweep) -> list[Arm]:
    """Return an arm for each value of a range.

    Raises:
        Refused: the file or the path is not there, or a value makes the scenario unusable.
    """
    game = registry[arm.bundle.game]
    package = game.data()
    if package.joinpath(sweep.file).is_file():
        return _of_the_rules(arm, sweep, game)
    return [_of_the_scenario(arm, sweep, value, game) for value in sweep.values]


def _dressed(arm: Arm, sweep: Sweep, value: str) -> Arm:
    changed = ((sweep.name, value),)
    return replace(arm, id=f"{arm.id} {sweep.name}={value}", changed=changed, swept=value)


def _of_the_rules(arm: Arm, sweep: Sweep, game: AnyGame) -> list[Arm]:
    from grognard.engines.core.data.tabledata import whole_of

    folder, _, name = sweep.file.rpartition("/")
    package = ".".join([game.package, *filter(None, folder.split("/"))])
    _path_in(whole_of(package, name), sweep)
    key = f"{package}:{name}:{sweep.path}"
    return [replace(_dressed(arm, sweep, value), tables=((key, value),)) for value in sweep.values]


def _path_in(plain: object, sweep: Sweep) -> tuple[str | int, ...]:
    try:
        return resolved(plain, sweep.path)
    except KeyError as wrong:
        step, *known = map(str, wrong.args)
        named = {"step": verbatim(step), "path": verbatim(sweep.name)}
        if not known:
            raise Refused(tr("{path} is not there: nothing is called {step}", **named)) from None
        listed = verbatim(", ".join(known))
        words = tr("{path} is not there: for {step} take {known}", known=listed, **named)
        raise Refused(words) from None


def _of_the_scenario(arm: Arm, sweep: Sweep, value: str, game: AnyGame) -> Arm:
    """Write a value into a copy of the scenario's files, and load that."""
    from grognard.app.finding import path_of
    from grognard.engines.core.scenario.document import Document
    from grognard.engines.core.scenario.gathering import gathered

    with TemporaryDirectory(prefix="grognard-") as home:
        main = gathered(path_of(arm.source), Path(home).resolve())
        file = main.parent / sweep.file
        if not file.is_file():
            known = sorted(
                p.relative_to(main.parent).as_posix() for p in main.parent.rglob("*.yaml")
            )
            words = tr(
                "the scenario has no file {file}; it has {files}",
                file=verbatim(sweep.file),
                files=verbatim(", ".join(known)),
            )
            raise Refused(words)
        document = Document.open(file)
        try:
            document.set(_path_in(document.plain(), sweep), value)
            document.save()
            setup = game.load(main, dict(arm.options))
        except ScenarioError as wrong:
            name = verbatim(f"{sweep.name}={value}")
            reason = verbatim(str(wrong).replace(f"{main.parent}/", ""))
            raise Refused(
                tr("{path} cannot be played: {reason}", path=name, reason=reason)
            ) from wrong
    other = arm_of(game, setup, dict(arm.options), ",".join(name for _, name in arm.players))
    return replace(_dressed(arm, sweep, value), bundle=other.bundle)
