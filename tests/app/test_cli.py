"""The headless commands: results on standard output, every error on standard error."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.app.cli import main
from grognard.app.headless.rules import coverage
from grognard.engines.core.keep.saves import summary
from grognard.engines.core.play.game import ScenarioError, registry
from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.proof.rulebook import Rulebook
from tests.conftest import ROOT
from tests.conftest import grognard as in_a_process

CASE = ROOT / "tests" / "cases" / "fixture" / "guard-attacks.yaml"
SCENARIO = ROOT / "tests" / "fixture_game" / "scenarios" / "picket.yaml"
FACTS = [
    "scenario",
    "seed",
    "finished",
    "winner",
    "reason",
    "turns",
    "decisions",
    "counted_decisions",
    "ask_kinds",
    "seconds",
    "processor_seconds_a_decision",
    "state_hash",
    "violations",
]


def grognard(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a command in this process: exit code, output, messages."""
    try:
        code = main(words)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_list_names_games_scenarios_seats(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = grognard(capsys, "list", "--json")
    (row,) = [row for row in json.loads(out) if row["game"] == "fixture"]
    assert (code, err, row["edition"]) == (0, "", "1")
    assert [(s["id"], [seat["id"] for seat in s["seats"]]) for s in row["scenarios"]] == [
        ("fixture/picket", ["red", "blue"])
    ]


def test_selfplay_tells_all_its_facts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("selfplay", "fixture/picket", "--games", "3", "--seed", "7", "--bot", "greedy,random")
    code, out, err = grognard(capsys, *words, "--save", str(tmp_path), "--trace", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [list(row) for row in rows] == [FACTS] * 3
    assert [(row["seed"], row["finished"], row["violations"]) for row in rows] == [
        (seed, True, []) for seed in (7, 8, 9)
    ]
    assert len(err.splitlines()) == sum(row["decisions"] for row in rows)
    for row in rows:
        assert sum(row["ask_kinds"].values()) == row["decisions"] >= row["counted_decisions"]
        save = str(tmp_path / f"fixture-picket-{row['seed']}.grognard")
        code, out, err = grognard(capsys, "replay", save, "--verify")
        facts = {"ok": True, "choices": row["decisions"], "state_hash": row["state_hash"]}
        assert (code, json.loads(out), err) == (0, facts, "")


def test_a_save_that_cannot_be_made_does_not_stop_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    words = ("selfplay", "fixture/picket", "--save", str(blocked), "--json")
    code, out, err = grognard(capsys, *words)
    assert (code, json.loads(out)["finished"]) == (1, True)
    assert str(blocked) in err


def test_cases_pass_or_tell_the_first_difference(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert grognard(capsys, "case", str(CASE)) == (0, "ok guard-attacks (3 runs)\n", "")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(CASE.read_text().replace("result: won", "result: lost"))
    code, out, err = grognard(capsys, "case", str(wrong), "--json")
    assert (code, json.loads(out)["ok"]) == (1, False)
    assert err.startswith(f"{wrong}:28: guard-attacks die=3: roll fight: result is won")


def test_rules_are_searched_and_covered(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = grognard(capsys, "rules", "fixture", "ambush", "--json")
    assert (code, json.loads(out)["id"]) == (0, "F.5.ambush")
    code, out, err = grognard(capsys, "rules", "fixture", "null", "-")
    assert (code, out, err) == (1, "", "no rule of fixture has 'null -'\n")
    code, out, _ = grognard(capsys, "rules", "fixture", "--coverage", "--json")
    rules = {rule["id"]: rule for rule in json.loads(out)["rules"]}
    guard = rules["F.5.guard"]
    assert guard["exercised_by_case"] == ["tests/cases/fixture/guard-attacks.yaml"]
    assert [place.split(":")[0] for place in guard["cited_by_code"]] == [
        "tests/fixture_game/rules.py" if place.startswith("tests") else "fixture_game/rules.py"
        for place in guard["cited_by_code"]
    ]
    assert rules["F.5.ambush"]["exercised_by_case"] == ["tests/cases/fixture/take-back.yaml"]
    assert rules["F.1"]["exercised_by_case"] == []
    book, problems = Rulebook.load(registry["fixture"].data())
    assert book is not None
    assert problems == []
    assert coverage(registry["fixture"], book)["game"] == "fixture"


def test_validate_tells_every_error_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert grognard(capsys, "validate", str(CASE), str(SCENARIO)) == (0, "", "")
    broken = tmp_path / "broken.yaml"
    broken.write_text(SCENARIO.read_text().replace("minutes: 5", "minutes: many\nextra: 1"))
    code, out, err = grognard(capsys, "validate", str(broken), str(tmp_path / "none.yaml"))
    assert (code, out) == (1, "")
    places = [line.partition(": ")[0] for line in err.splitlines()]
    assert places == [f"{broken}:6", f"{broken}:7", str(tmp_path / "none.yaml")]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("selfplay", "nothing/here"), 1),
        (("selfplay", "fixture/picket", "--bot", "genius"), 1),
        (("selfplay", "fixture/picket", "--options", "speed=9"), 1),
        (("selfplay", "fixture/picket", "--options", "speed"), 1),
        (("rules", "nothing"), 1),
        (("replay", "nothing", "--verify"), 1),
        (("validate", "nothing.yaml"), 1),
        (("case", "nothing.yaml"), 1),
        (("render", "nothing", "--seat", "red", "-o", "x.png"), 1),
        (("render", "fixture/picket", "--seat", "green", "-o", "x.png"), 1),
        (("render", "fixture/picket", "--seat", "red", "--size", "big", "-o", "x.png"), 2),
        (("selfplay", "fixture/picket", "--games", "-1"), 2),
        (("replay", "nothing"), 1),
        (("nothing",), 2),
    ],
)
def test_bad_input_is_told_on_standard_error(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int
) -> None:
    found, out, err = grognard(capsys, *words)
    assert (found, out) == (code, "")
    assert err != ""


WORDS = st.sampled_from(
    [
        "*a",
        "&a 1",
        "!!python/object:os.system x",
        "9" * 400,
        "-1",
        "[",
        "{",
        "}",
        ":",
        "\x00",
        "\t",
        "null",
        "../../etc/passwd",
        "é" * 50,
        "- ",
        "? ",
        "${x}",
        "%",
        "\n---\n",
        "{a: {a: {a: [",
        "#",
    ]
)


@st.composite
def breakages(draw: st.DrawFn, text: str) -> str:
    """Break a file: lines lost, doubled or cut off, words put in anywhere."""
    for _ in range(draw(st.integers(1, 4))):
        lines = text.splitlines(keepends=True) or [""]
        index = draw(st.integers(0, len(lines) - 1))
        line = lines[index]
        at = draw(st.integers(0, len(line)))
        how = draw(st.sampled_from(["cut", "lose", "double", "insert", "insert", "replace", "end"]))
        end = min(at + draw(st.integers(1, 6)), len(line))
        lines[index] = {
            "cut": line[:at],
            "lose": "",
            "double": line * 2,
            "end": line,
            "insert": line[:at] + draw(WORDS) + line[at:],
            "replace": line[:at] + draw(WORDS) + line[end:],
        }[how]
        text = "".join(lines[: index + 1] if how == "end" else lines)
    return text


MANY: Any = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@MANY
@given(text=breakages(SCENARIO.read_text("utf-8")))
def test_broken_scenarios_are_refused_with_problems(text: str) -> None:
    try:
        setup = registry["fixture"].load(text, {})
    except ScenarioError as wrong:
        assert wrong.problems != []
        assert all(problem.message for problem in wrong.problems)
    else:
        assert registry["fixture"].load(setup.text, {}).text == setup.text


@MANY
@given(text=breakages(CASE.read_text("utf-8")))
def test_broken_cases_are_refused_or_differ(text: str, tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(text, "utf-8")
    result = run_case(path)
    assert result.ok or result.difference != ""
    assert "engine failed: Attr" not in result.difference


def test_schema_tells_what_files_may_hold(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = grognard(capsys, "schema")
    assert (code, err) == (0, "")
    assert (
        "fixture scenario map forces case rules tables examples glossary guide match"
        in out.splitlines()
    )
    code, out, err = grognard(capsys, "schema", "fixture")
    assert (code, out.split(), err) == (
        0,
        [
            "scenario",
            "map",
            "forces",
            "case",
            "rules",
            "tables",
            "examples",
            "glossary",
            "guide",
            "match",
        ],
        "",
    )
    code, out, err = grognard(capsys, "schema", "fixture", "scenario")
    written = json.loads(out)
    assert (code, err) == (0, "")
    assert written["$schema"].endswith("2020-12/schema")
    assert written["properties"]["game"] == {"enum": ["fixture"]}
    code, out, err = grognard(capsys, "schema", "fixture", "scenario", "--markdown")
    assert (code, err) == (0, "")
    assert "- **`game`**: fixture" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess",), "chess: no such game (known: "),
        (("fixture", "maps"), "maps: no such kind of file (known: scenario, map, "),
    ],
)
def test_schema_of_what_is_not_there(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    code, out, err = grognard(capsys, "schema", *words)
    assert (code, out) == (1, "")
    assert err.startswith(told)


def test_selfplay_without_json_says_who_has_won_or_what_failed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = (
        "selfplay",
        "fixture/picket",
        "--seed",
        "7",
        "--bot",
        "greedy",
        "--save",
        str(tmp_path),
    )
    code, out, err = grognard(capsys, *words)
    assert (code, err) == (0, "")
    assert out.startswith("fixture/picket seed 7: ")
    assert "None" not in out
    fails = type(registry["fixture"])
    monkeypatch.setattr(fails, "violations", lambda *_: ["two pieces in one place"])
    monkeypatch.setattr("grognard.app.headless.selfplay.MAX_DECISIONS", 3)
    code, out, _ = grognard(capsys, *words[:-1], str(tmp_path / "other"))
    assert code == 1
    assert out.splitlines() == [
        "fixture/picket seed 7: not finished, it stopped after 3 decisions",
        "  two pieces in one place",
    ]


def test_a_save_of_selfplay_names_who_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("selfplay", "fixture/picket", "--bot", "greedy,random", "--save", str(tmp_path))
    assert grognard(capsys, *words, "--json")[0] == 0
    (path,) = tmp_path.iterdir()
    assert summary(path).header.seats == {"red": "greedy", "blue": "random"}


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
@pytest.mark.parametrize("display", ["", ":987"])
def test_without_a_screen_there_is_a_sentence(display: str) -> None:
    done = in_a_process(QT_QPA_PLATFORM="xcb", DISPLAY=display, WAYLAND_DISPLAY="")
    assert done.returncode == 1, "no abort, which would be a negative number"
    assert done.stderr.startswith("There is no screen on which a window could be opened.")
    assert "Traceback" not in done.stderr


def test_a_library_that_the_system_lacks_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(_name: str) -> Any:
        message = "libEGL.so.1: cannot open shared object file: No such file or directory"
        raise ImportError(message)

    monkeypatch.setattr("grognard.app.cli._command", lacks)
    code, out, err = grognard(capsys, "list")
    assert (code, out) == (1, "")
    assert err.startswith("Qt lacks something of the system: libEGL.so.1")


@pytest.mark.parametrize("more", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_every_language_of_a_terminal_will_do(more: dict[str, str]) -> None:
    done = in_a_process("list", **more)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Les Mis" in done.stdout
    rows = json.loads(in_a_process("list", "--json", **more).stdout.splitlines()[-1])
    titles = [one["title"] for row in rows for one in row["scenarios"]]
    assert "Les Misérables" in titles


def test_a_second_start_opens_no_window_unless_it_is_to_be_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handed: list[tuple[str | None, bool]] = []
    ran: list[bool] = []

    def hand_in(target: str | None, *, edits: bool) -> bool:
        handed.append((target, edits))
        return True

    def run(_target: str | None, _broken: str, *, edits: bool, apart: bool) -> int:
        ran.append(apart)
        return 0

    monkeypatch.setattr("grognard.app.door.hand_in", hand_in)
    monkeypatch.setattr("grognard.app.main.run", run)
    assert [main(words) for words in ([], ["play"], ["edit", "x.battle"])] == [0, 0, 0]
    assert (handed, ran) == ([(None, False), (None, False), ("x.battle", True)], [])
    assert main(["--apart", "play", "x.battle"]) == 0
    assert (len(handed), ran) == (3, [True])
