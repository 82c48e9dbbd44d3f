"""One pull declares a charge, goes forward and strikes; where a die has fallen since it is asked what was meant."""

from __future__ import annotations

from pathlib import Path

from grognard.app.table.model.hand import Hand
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.outside import AtOnce
from grognard.app.table.model.overlays import Overlays
from grognard.engines.core.proof.caserun import CaseRun
from grognard.engines.core.proof.cases import load_setup, read_case
from tests.app.table.model.keeper import Nowhere, Plain
from tests.contract.positions import CASES


def at_the_table(case: str) -> tuple[TableModel, Hand]:
    """Sit down where a case of The Eagle and the Lion begins, both seats at one screen."""
    path: Path = CASES / "eagle" / "charge" / f"{case}.yaml"
    read = read_case(path)
    values = next(iter(read.variants()))
    owner, setup = load_setup(read, values)
    session = CaseRun(read, owner, setup, values).session
    wishes = Plain()
    wishes.curtain = False
    model = TableModel(session, {"french": "person", "british": "person"}, wishes, Nowhere())
    model.start()
    return model, Hand(model, Overlays(model, AtOnce()))


def answers(model: TableModel) -> list[tuple[str, str, object]]:
    return [(row.seat, row.kind, row.choice) for row in model.session.choices]


def test_a_pull_at_an_enemy_two_hexes_away_is_a_whole_charge() -> None:
    model, hand = at_the_table("goes-forward")
    hand.drag("cuirassiers", "0608")
    assert answers(model)[0] == ("french", "charge", "cuirassiers")
    assert model.session.ask is not None
    assert model.session.ask.kind == "square"
    model.choose("pass")
    assert [one for one in answers(model) if one[0] == "french"][:3] == [
        ("french", "charge", "cuirassiers"),
        ("french", "charge_move", {"piece": "cuirassiers", "at": "0609"}),
        ("french", "charge_target", {"pieces": ["cuirassiers"], "at": "0608"}),
    ]


def test_who_stands_beside_him_already_goes_nowhere_first() -> None:
    model, hand = at_the_table("succeeds-by-itself")
    hand.drag("cuirassiers", "0608")
    model.choose("pass")
    assert ("french", "charge_move", "pass") in answers(model)
    assert ("french", "charge_target", {"pieces": ["cuirassiers"], "at": "0608"}) in answers(model)


def test_two_that_are_pulled_at_one_enemy_charge_him_together() -> None:
    model, hand = at_the_table("charged-together")
    one, other = "1st-royal-dragoons", "2nd-royal-north-british-dragoons"
    hand.drag(one, "0709")
    hand.drag(other, "0709")
    model.choose("pass")
    assert ("british", "charge_target", {"pieces": [one, other], "at": "0709"}) in answers(model)


def test_a_square_that_was_tried_for_lets_it_be_thought_over() -> None:
    model, hand = at_the_table("square-two-hexes-away")
    before = len(answers(model))
    ask = model.session.ask
    assert ask is not None
    pulled = next(
        (one, at)
        for one in ask.choices
        if one != "pass"
        for at in ("0608", "0607")
        if ask.choices.meant(str(one), at)
    )
    hand.drag(str(pulled[0]), pulled[1])
    assert len(answers(model)) == before + 1
    model.choose("1-28th-foot")
    asked = model.session.ask
    assert asked is not None
    assert (asked.seat, asked.kind) == ("french", "charge_move"), "a die has fallen: it is asked"


def test_a_pull_at_whom_it_cannot_reach_means_nothing() -> None:
    model, hand = at_the_table("goes-forward")
    hand.drag("cuirassiers", "0602")
    assert not answers(model)
