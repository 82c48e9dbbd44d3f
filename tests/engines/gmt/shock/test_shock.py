"""[9.1] to [9.73] Declaration, Commitment, resolution and advance of infantry."""

from __future__ import annotations

from grognard.engines.gmt.odds.shock_odds import shock_odds
from tests.engines.gmt.field import Field, drms, foot, gun, horse


def test_shock_is_resolved_and_the_victor_advances() -> None:
    field = Field(
        [(foot("f1", shock=9), "0505", 0), (foot("r1", shock=4, defensive_fire=1), "0504", 3)],
        dice=[3, 6, 9],
    )
    field.start()
    field.choose("declare_shock", {"by": "0505", "targets": ["0504"]})
    assert field.ask is not None
    assert field.ask.kind == "retreat"
    commitment = field.rolls("commitment")[0]
    assert (commitment.total, commitment.result, drms(commitment)) == (
        4,
        "committed",
        {"9.42.fire": 1},
    )
    shock = field.rolls("shock")[0]
    assert drms(shock) == {"9.51": 2, "9.53.clear": 1}
    assert (shock.total, shock.result) == (9, "defender_disordered")
    field.choose("retreat", "0503")
    assert field.state.units["r1"].at == "0503"
    assert field.state.units["r1"].disordered
    field.choose("advance_facing", {"at": "0504", "facing": 1})
    assert field.state.units["f1"].at == "0504"
    assert field.state.phase == ""
    assert field.state.battle.attacks == ()


def test_failed_commitment_ends_the_attack() -> None:
    field = Field([(foot("f1"), "0505", 0), (foot("r1"), "0504", 3)], dice=[7])
    field.start()
    field.choose("declare_shock", {"by": "0505", "targets": ["0504"]})
    assert field.ask is None
    assert field.rolls("shock") == []


def test_all_enemies_in_front_must_be_attacked() -> None:
    field = Field(
        [(foot("f1"), "0505", 0), (foot("r1"), "0504", 3), (foot("r2"), "0604", 3)], dice=[9]
    )
    field.start()
    assert field.why_not({"by": "0505", "targets": ["0504"]}) == "9.22.all"
    assert field.why_not({"by": "0505", "targets": ["0405"]}) == "9.21.who"
    assert field.why_not({"by": "0505", "targets": ["0604", "0504"]}) == ""


def test_disordered_militia_and_guns_do_not_shock() -> None:
    field = Field(
        [(foot("f1"), "0505", 0), (foot("f2"), "0305", 0), (foot("r1"), "0504", 3)],
        disordered=["f1"],
    )
    assert field.start() is None
    field = Field([(gun("f1"), "0505", 0), (foot("r1"), "0504", 3)])
    assert field.start() is None


def test_artillery_alone_is_eliminated() -> None:
    field = Field([(foot("f1"), "0505", 0), (gun("r1"), "0504", 0)], dice=[0])
    field.start()
    field.choose("declare_shock", {"by": "0505", "targets": ["0504"]})
    assert field.state.units["r1"].at == "eliminated"


def test_cavalry_shocks_only_those_next_to_whom_it_began() -> None:
    field = Field(
        [
            (horse("f1"), "0505", 0),
            (foot("f2"), "0305", 0),
            (foot("r1"), "0504", 3),
            (foot("r2"), "0304", 3),
        ]
    )
    began = dict(field.state.began)
    began["f1"] = type(began["f1"])("0605")
    field.table.update(began=began)
    field.start()
    assert field.why_not({"by": "0505", "targets": ["0504"]}) == "9.21.cav"


def test_rear_attack_and_odds() -> None:
    field = Field([(foot("f1"), "0505", 0), (foot("r1"), "0504", 0)], dice=[0, 5, 0])
    field.start()
    choice = {"by": "0505", "targets": ["0504"]}
    answer = shock_odds(field.setup, field.state, "fr", choice)
    rows = answer.value["rows"]
    assert isinstance(rows, list)
    assert rows[0]["results"] == {
        "attacker_disordered": "3/10",
        "defender_disordered": "1/2",
        "breakthrough": "1/5",
    }
    field.choose("declare_shock", choice)
    assert drms(field.rolls("shock")[0]) == {"9.54.rear": 2}


def test_a_declaration_names_those_who_take_part() -> None:
    field = Field(
        [(foot("f1"), "0505", 0), (foot("f2"), "0505", 0), (foot("r1"), "0504", 3)],
        disordered=["f2"],
    )
    field.start()
    assert field.ask is not None
    assert (
        str(field.ask.choices.label({"by": "0505", "targets": ["0504"]})) == "f1 Shocks r1 in 0504"
    )
