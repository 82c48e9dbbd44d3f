"""What is to be played: from the words of a command, or of the window, to the arms of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grognard.app.finding import Unusable, load_scenario
from grognard.app.lab.players import seated
from grognard.app.lab.task import Arm, Bundle, pairs
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.setups import AnySetup

ALL = "all"
SWAPPED, VERSION = "players", "version"
"""What may set an arm apart, besides options and swept values."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to have played.

    Attributes:
        options: each option with its values; of several the first is the one compared with.
        swap: whether the players also play each other's seats.
        against: another version of the scenario.
    """

    scenarios: tuple[str, ...]
    bots: str = "captain"
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)
    swap: bool = False
    against: str = ""


def read_options(lines: Sequence[str]) -> dict[str, list[str]]:
    """Read options written `k=v`, or `k=v,w` to compare.

    Raises:
        Unusable: a line is not of that form.
    """
    found: dict[str, list[str]] = {}
    for line in lines:
        key, equals, values = line.partition("=")
        if not equals or not values:
            raise Unusable(
                [Problem("--option", 0, 0, tr("{line} is not of the form name=value", line=line))]
            )
        found[key.strip()] = [value.strip() for value in values.split(",")]
    return found


def scenarios_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the scenarios that are meant: `all` are all that are shipped, a game's name all of it."""
    found: list[str] = []
    for word in words:
        games = registry.games()
        meant = list(games) if word == ALL else [word] if word in games else []
        listed = [f"{game}/{info.id}" for game in meant for info in games[game].scenarios()]
        found += listed or [word]
    return tuple(dict.fromkeys(found))


def arms_of(wanted: Wanted) -> list[Arm]:
    """Return the arms, of each scenario first the one that the others are compared with.

    Raises:
        Unusable: a scenario, an option or a player is not there.
    """
    found: list[Arm] = []
    for word in scenarios_of(wanted.scenarios):
        base = base_arm(word, wanted)
        found += [base, *_varied(base, wanted)]
        if wanted.against:
            other = base_arm(wanted.against, wanted)
            arm = replace(other, id=f"{base.id} | {other.id}")
            found.append(replace(arm, changed=((VERSION, wanted.against),)))
    return found


def base_arm(word: str, wanted: Wanted) -> Arm:
    """Return a scenario with the first value of each option."""
    fixed = {name: values[0] for name, values in wanted.options.items()}
    game, setup = load_scenario(word, {})
    _check(setup, wanted.options)
    _, setup = load_scenario(word, fixed)
    return arm_of(game, setup, fixed, wanted.bots, word)


def arm_of(
    game: AnyGame, setup: AnySetup, options: Mapping[str, str], bots: str, source: str = ""
) -> Arm:
    """Return the arm that plays a loaded scenario."""
    seats = [seat.id for seat in setup.info.seats]
    bundle = Bundle.of(game, setup)
    # In the order of the seats: who plays is told in it.
    players = tuple(seated(bots, seats, game).items())
    return Arm(bundle.scenario, bundle, pairs(options), players, source=source)


def _check(setup: AnySetup, options: Mapping[str, Sequence[str]]) -> None:
    known = {option.id: option.values for option in setup.info.options}
    for name, values in options.items():
        if name not in known:
            mend = tr("known: {known}", known=verbatim(", ".join(known)))
            raise Unusable(
                [Problem("--option", 0, 0, tr("no option {name}", name=verbatim(name)), mend)]
            )
        for value in values:
            if value not in known[name]:
                mend = tr("known: {known}", known=verbatim(", ".join(known[name])))
                raise Unusable(
                    [
                        Problem(
                            "--option",
                            0,
                            0,
                            tr(
                                "{name} is never {value}",
                                name=verbatim(name),
                                value=verbatim(value),
                            ),
                            mend,
                        )
                    ]
                )


def _varied(base: Arm, wanted: Wanted) -> list[Arm]:
    found = []
    for name, (_, *values) in wanted.options.items():
        for value in values:
            options = pairs({**dict(base.options), name: value})
            id_ = f"{base.id} {name}={value}"
            found.append(replace(base, id=id_, options=options, changed=((name, value),)))
    names = [name for _, name in base.players]
    if wanted.swap and len(set(names)) > 1:
        swapped = tuple(zip((seat for seat, _ in base.players), reversed(names), strict=True))
        changed = ((SWAPPED, ",".join(reversed(names))),)
        found.append(
            replace(
                base, id=tr("{id} swapped", id=verbatim(base.id)), players=swapped, changed=changed
            )
        )
    return found
