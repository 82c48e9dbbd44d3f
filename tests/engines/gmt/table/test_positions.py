"""A case's position that cannot be is refused with the field, the value and how to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.proof.caserun import run_case
from tests.engines.gmt.day import GAME, loaded
from tests.engines.gmt.test_day import few

JUNK: tuple[Any, ...] = (
    "two",
    "2.5",
    "",
    None,
    ["x"],
    {"x": "y"},
    [["x"]],
    [{}],
    [None],
    {"x": []},
)
FIELDS: dict[str, Any] = {
    "turn": "2",
    "phase": "move",
    "active": "french",
    "holder": "french",
    "only": "yes",
    "orders": {"teste-a": "none"},
    "leaders": {"napoleon": "3908"},
    "entering": {"4400": "2"},
    "features": {"2820": "burning"},
    "began": {"teste-a": {"at": "3907", "adjacent": ["lg-1-a"], "zoc_of": ["lg-1-a"]}},
    "battle": {"secondary": ["teste-a"], "counter_charges": [["jacquinot", "a1"]]},
    "declared": [{"by": "teste-a", "against": ["3808"], "charge": "no", "facing": "1"}],
    "markers": [{"unit": "teste-a", "under": "yes", "revealed": "no", "id": "m"}],
    "flank": {"units": ["teste-a"], "turn": "3", "status": "away", "left": "1", "entry": "2600"},
    "place": [{"unit": "teste-a", "at": "3907", "facing": "1", "state": ["moved"], "ma": "4"}],
    "reserve_activation": "no",
    "barrage": "no",
    **dict.fromkeys(("delays", "orders_left", "transmits", "allowance"), "1"),
    **{key: ["teste-a"] for key in ("inactive", "done", "extended", "column", "left_square")},
    **{key: ["i-corps-1"] for key in ("pool", "ams", "tried", "acted", "loose", "reserve")},
}


def spoilt(value: Any) -> list[Any]:
    """A value with each of its parts in turn replaced by something else."""
    found = [*JUNK]
    if isinstance(value, dict):
        for key, part in value.items():
            found += [{**value, key: worse} for worse in spoilt(part)]
        found += [{"nobody": part} for part in value.values()]
    if isinstance(value, list):
        found += [[worse, *value[1:]] for worse in spoilt(value[0])]
    return found


@pytest.mark.parametrize("field", FIELDS)
def test_a_wrong_position_says_which_field_and_how_to_mend_it(field: str) -> None:
    setup = loaded()
    start = GAME.initial(setup, "1")
    base = few(phase="move", am="i-corps-1")
    GAME.arrange(setup, start, {**base, field: FIELDS[field]})
    refused = 0
    for wrong in spoilt(FIELDS[field]):
        try:
            GAME.arrange(setup, start, {**base, field: wrong})
        except ValueError as fault:
            refused += 1
            assert str(fault).startswith("set."), (wrong, fault)
            assert "invalid literal" not in str(fault)
    assert refused > 2


def test_a_case_with_a_turn_in_words_says_so_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    lines = ["game: gmt", "case: wrong", 'note: "A turn is a number."', 'rules: ["sch.turn"]']
    lines += ["scenario: shevardino", "set:", "  turn: two", "steps:"]
    lines += ["- {seat: french, ask: activate_command, choose: pass}"]
    file.write_text("\n".join(lines) + "\n")
    found = run_case(file)
    assert not found.ok
    assert found.line in (6, 7)
    assert "set.turn: two is no whole number" in found.difference
    assert str(found.problems[0]).startswith(f"{file}:{found.line}")
