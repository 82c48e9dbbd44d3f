"""What an order of fire adds to those given before: losses, nerves that are tried, units that are broken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engines.core.show.asks import PASS
from grognard.engines.risorgimento.fire.fire import volleys_along
from grognard.engines.risorgimento.morale.losses import least_halves
from grognard.engines.risorgimento.opponent.judgement import Said
from grognard.engines.risorgimento.opponent.policy import figure
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import lines, marks_of
from grognard.engines.risorgimento.state import Shot, State
from grognard.engines.risorgimento.tables import number
from grognard.engines.risorgimento.victory.victory import initial_units


def endurance(setup: Setup, state: State, uid: str) -> int:
    """[H.1.removed] Return how many loss points take a unit off the table."""
    return max(1, state.units[uid].halves - least_halves(setup.types[uid]) + 1)


def stake(setup: Setup, uid: str) -> float:
    """[I.3.d100] Return what a whole unit is worth besides its men: an army of few breaks by each that it loses."""
    return figure("broken") + figure("army") / initial_units(setup, setup.types[uid].side)


def dear(setup: Setup, state: State, uid: str) -> float:
    """Return what a loss point of a unit counts for: the more the nearer it is to its end."""
    return 1.0 + figure("hurt") * stake(setup, uid) / endurance(setup, state, uid)


class Fires:
    """The orders of fire that a side may give; all lines of the position are drawn once."""

    def __init__(
        self,
        setup: Setup,
        state: State,
        choices: Iterable[Said],
        given: Sequence[Shot],
        phase: str,
    ) -> None:
        self.setup, self.state = setup, state
        self.choices = list(choices)
        orders = [choice for choice in self.choices if choice != PASS]
        self.given = [(uid, shot.target) for shot in given for uid in shot.units]
        aims = self.given + [(uid, one["at"]) for one in orders for uid in one["pieces"]]
        self.marks = marks_of(setup, state, tuple(dict.fromkeys(at for _, at in aims)))
        shooters = tuple(dict.fromkeys(uid for uid, _ in aims))
        self.known = lines(setup, state, shooters, self.marks, phase)

    def gain(self, choice: Said) -> float:
        """Return what an order adds to what the orders given before do to its target, in loss points."""
        if choice == PASS:
            return 0.0
        at = choice["at"]
        before = [aim for aim in self.given if aim[1] == at]
        more = [*before, *((uid, at) for uid in choice["pieces"])]
        return self._effect(at, more) - (self._effect(at, before) if before else 0.0)

    def _effect(self, at: str, aims: list[tuple[str, str]]) -> float:
        """[D.3.result] [morale.test] What some fires at one target come to."""
        found, _ = volleys_along(self.setup, self.state, aims, self.marks, self.known)
        chances = losses([fired.value for fired in found])
        most, enough = number("losses_that_test"), endurance(self.setup, self.state, at)
        points = sum(n * chance for n, chance in enumerate(chances))
        points *= 2 if self.setup.types[at].guard else 1
        tried, broken = sum(chances[most:]), sum(chances[enough:])
        return (
            points * dear(self.setup, self.state, at)
            + figure("tried") * tried
            + stake(self.setup, at) * broken
        )


def losses(values: Sequence[int]) -> list[float]:
    """[D.3.result] Return the chance of each number of loss points."""
    whole = number("loss_value")
    chances = [1.0]
    for value in values:
        sure, rest = divmod(max(0, value), whole)
        one = rest / whole
        spread = [*(chance * (1 - one) for chance in chances), 0.0]
        for n, chance in enumerate(chances):
            spread[n + 1] += chance * one
        chances = [*([0.0] * sure), *spread]
    return chances
