"""What a march past cavalry costs is told before the march, as what it asks for afterwards."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.cases import read_case
from grognard.engines.europa.game import Europa
from tests.conftest import ROOT

COVERED = ROOT / "tests/cases/europa/movement/covered-by-a-friend.yaml"


def test_who_must_stay_to_cover_a_march_is_told_before_it() -> None:
    game, data = Europa(), read_case(COVERED).data
    info = next(info for info in game.scenarios() if info.id == data["scenario"])
    setup = game.load(Path(info.path), {})
    setup, state = game.arrange(setup, game.initial(setup, "1"), data["set"])
    session = Session(game, setup, "1", state=state)
    for step in data["steps"][:2]:
        session.choose(step["seat"], step["choose"])
    route = data["steps"][2]["choose"]
    assert session.ask is not None
    told = [str(line) for line in session.ask.choices.describe(route)]
    assert [line.endswith("must stay there this turn.") for line in told] == [False, True]
    assert told[0] == f"{len(route['route'])} hexes"
    assert list(map(str, session.ask.choices.describe({"route": route["route"][:1]}))) == ["1 hex"]
    session.choose("french", route)
    after = session.ask
    assert after is not None
    assert after.kind == "pin"
