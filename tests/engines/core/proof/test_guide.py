"""What is wrong with a guide is told by line."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.guide import load_guide


def test_faults_are_told_with_line_and_mend(tmp_path: Path) -> None:
    file = tmp_path / "guide.yaml"
    file.write_text(
        "game: gmt\nguide: x\nscenario: chrage\nseat: french\nsteps:\n"
        "- {title: a, say: b, rule: '66'}\n- {title: a, say: b, told: c}\n"
        "- {title: a, say: b, accept: any}\n",
        "utf-8",
    )
    guide, problems = load_guide(registry["gmt"], {"6.33": 1}, file)
    assert guide is None
    assert (problems[0].line, bool(problems[0].mend)) == (3, True)
    assert sorted(problem.line for problem in problems) == [3, 6, 7, 8]


def test_an_answer_of_the_enemy_names_its_question_and_its_choice(tmp_path: Path) -> None:
    file = tmp_path / "guide.yaml"
    file.write_text(
        "game: gmt\nguide: x\nscenario: charge\nseat: french\nenemy:\n- {ask: fire}\n"
        "steps:\n- {title: a, say: b}\n",
        "utf-8",
    )
    guide, problems = load_guide(registry["gmt"], {}, file)
    assert guide is None
    assert [problem.line for problem in problems] == [6]
