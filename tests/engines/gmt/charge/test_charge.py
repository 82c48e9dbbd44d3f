"""[9.8] Charges, Squares, Counter-Charges and the Disorder at their end."""

from __future__ import annotations

from tests.engines.gmt.field import Field, drms, foot, horse

CHARGE = {"by": "0505", "charge": ["0504"], "facing": 0, "targets": ["0503"]}


def test_charge_against_infantry_that_stands() -> None:
    field = Field([(horse("f1"), "0505", 0), (foot("r1"), "0503", 3)], dice=[4, 1, 0])
    field.start()
    field.choose("declare_shock", CHARGE)
    field.choose("form_square", "pass")
    shock = field.rolls("shock")[0]
    assert drms(shock)["9.83"] == 3
    assert field.state.units["f1"].at in {"0504", "0503"}


def test_square_takes_the_bonus_away_and_allows_recall() -> None:
    field = Field([(horse("f1"), "0505", 0), (foot("r1"), "0503", 3)], dice=[4, 6, 6])
    field.start()
    field.choose("declare_shock", CHARGE)
    field.choose("form_square", "square")
    assert field.state.units["r1"].square
    field.choose("recall", "recall")
    field.choose("advance_facing", {"at": "0504", "facing": 2})
    unit = field.state.units["f1"]
    assert (unit.at, unit.facing, unit.disordered) == ("0504", 2, False)


def test_charge_refusals() -> None:
    field = Field(
        [
            (horse("f1"), "0505", 0),
            (foot("r1"), "0503", 3),
            (foot("f2"), "0805", 0),
            (foot("r2"), "0804", 3),
        ],
        terrain={"0503": "woods"},
    )
    field.start()
    assert field.why_not(CHARGE) == "9.81.terrain"
    assert field.why_not({**CHARGE, "facing": 3}) == "9.81.route"


def test_charging_cavalry_ends_disordered() -> None:
    field = Field([(horse("f1"), "0505", 0), (horse("r1"), "0503", 3)], dice=[4, 9, 2, 0])
    field.start()
    field.choose("declare_shock", CHARGE)
    field.choose("counter_charge", "0504")
    assert field.rolls("counter_charge")[0].result == "failed"
    assert field.state.units["f1"].disordered or field.ask is not None


def test_a_facing_after_an_advance_is_named() -> None:
    field = Field([(horse("f1"), "0505", 0), (foot("r1"), "0503", 3)], dice=[4, 6, 6])
    field.start()
    field.choose("declare_shock", CHARGE)
    field.choose("form_square", "square")
    ask = field.choose("recall", "recall")
    assert ask is not None
    assert ask.kind == "advance_facing"
    labels = [str(ask.choices.label(choice)) for choice in ask.choices]
    assert labels == ["Face NNE", "Face E", "Face SSE", "Face SSW", "Face W", "Face NNW"]
