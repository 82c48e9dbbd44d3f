"""The State alone starts a game again in set-up, supply and the night: same ask, nothing told twice."""

from __future__ import annotations

from importlib.resources import files
from random import Random

from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import Choice

KINDS = {
    "bid",
    "set_up",
    "attach",
    "arrive",
    "supply_spend",
    "supply_capture",
    "burn_bridge",
    "redeploy",
    "redeploy_hq",
}


def test_rests_of_the_campaign() -> None:
    game = registry["columbia"]
    source = files("grognard.scenarios.columbia").joinpath("campaign.yaml")
    setup = game.load(source, {"bid": "yes"})
    session, rng = Session(game, setup, "rest"), Random(4)
    seen = set()
    while session.ask is not None and session.table.state.day < 7:
        ask = session.ask
        if ask.kind in KINDS:
            seen.add(ask.kind)
            state = game.decode(setup, game.encode(session.table.state))
            table = Table(setup, state, HashDice("rest", dict(session.table.dice.counts)))
            again = next(game.resume(table))
            assert (again.kind, again.seat) == (ask.kind, ask.seat)
            assert list(again.choices) == list(ask.choices)
            assert not table.entries, "an entry is told twice"
        session.choose(ask.seat, _choice(ask.choices, rng, quick=ask.kind not in KINDS))
    assert KINDS - {"supply_capture"} <= seen


def _choice(choices: object, rng: Random, *, quick: bool) -> Choice:
    """Pass over what is not looked at, so that the days go by."""
    if quick and "pass" in choices:  # type: ignore[operator]
        return "pass"
    return choices.sample(rng)  # type: ignore[attr-defined]
