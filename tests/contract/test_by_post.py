"""A game by post ends as the same choices do at one table, in every game; standing answers save files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.standing import Standing
from grognard.engines.core.post import keys
from grognard.engines.core.post.envelope import read
from tests.contract.test_standing import SCENARIOS
from tests.engines.core.post.sides import Sides

MOST = 60
"""So many choices of each game are made by post."""


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "COST", 2**6)


def played(name: str, folder: Path, *, said: bool) -> Sides:
    """Play the beginning of a game by post at random; `said`: both sides decline reactions beforehand."""
    game = registry[name]
    info = next(one for one in game.scenarios() if one.id == SCENARIOS[name][0])
    sides = Sides(folder, game, game.load(Path(info.path), {}))
    seat, rng = sides.begin(), Random(SCENARIOS[name][2])
    while (ask := sides.ends[seat].session.ask) is not None:
        session = sides.ends[seat].session
        if len(session.choices) >= MOST and len(sides.ends[sides.ends[seat].far].rows) == len(
            sides.ends[seat].rows
        ):
            break  # what is open is the same at both ends
        if ask.reaction is not None and said:
            never = Standing(seat, ask.kind, ask.reaction.name)
            session.say(seat, [*session.said_by(seat), never])
        elif ask.reaction is not None:
            session.choose(seat, ask.reaction.declining)
        else:
            session.choose(seat, ask.choices.sample(rng))
        if said:
            session.pass_on(lambda _ask: False)
        if not sides.ends[seat].mine:
            seat = sides.hand_over(seat)
    return sides


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("said", [False, True])
def test_by_post_is_as_at_one_table(name: str, said: bool, tmp_path: Path) -> None:
    sides = played(name, tmp_path, said=said)
    post = next(iter(sides.ends.values())).session
    table = Session(post.game, post.setup, post.seed)
    for row in post.choices:
        table.choose(row.seat, row.choice)
    assert len(post.choices) >= MOST or post.verdict is not None
    assert len(sides.files) > 3
    hashes = {
        state_hash(post.game, one.table.state)
        for one in (table, *(end.session for end in sides.ends.values()))
    }
    assert len(hashes) == 1
    heads = [read(path).head for path in sides.files]
    assert [head.number for head in heads] == [*range(1, len(heads) + 1)]
    sides.close()
