"""The wheel, made from the sdist and installed in an environment of its own, does all that a checkout does.

What it needs is lent by the environment of the tests; installed with it, it is tried at both ends
of its ranges in test_constraints.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from grognard.app.cli import COMMANDS

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path = ROOT.parent, errors: bool = False) -> str:
    """Return what a command says: its results, or what it tells people."""
    # A checkout on the path would stand in for the package that is to be tried.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=clean,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr if errors else done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sdist and of the wheel that is made from it."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path) -> Path:
    (wheel,) = built.glob("grognard-*.whl")
    home = built / "env"
    venv.create(home, with_pip=False)
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    run(sys.executable, "-m", "pip", "--python", home, "install", "-q", "--no-deps", wheel)
    own = Path(
        run(scripts / "python", "-c", "import site; print(site.getsitepackages()[0])").strip()
    )
    # A line of a .pth is a path and no more: the checkout that the tests run on is not lent with it.
    (own / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    # Somebody else's packages of the names that our folders have.
    for name in ("app", "engines", "scenarios", "assets"):
        (own / f"{name}.py").write_text("TOY = True\n", encoding="utf-8")
    return scripts


def test_the_wheel_is_light_and_holds_one_name(built: Path) -> None:
    (wheel,) = built.glob("grognard-*.whl")
    assert wheel.stat().st_size <= 5_000_000
    names = ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"grognard"}
    assert [name for name in names if name.endswith((".pot", ".png"))] == []
    assert any(name.startswith("grognard/engines/gmt/cases/") for name in names)


def test_the_sdist_holds_each_file_once(built: Path) -> None:
    (sdist,) = built.glob("grognard-*.tar.gz")
    with tarfile.open(sdist) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
    assert {"setup.py", "MANIFEST.in", "docs/changelog.md", ".ci/constraints.txt"} <= names
    assert "tests/packaging/test_wheel.py" in names
    assert [name for name in names if name.startswith("grognard/app")] == []


def test_packages_of_the_same_names_do_not_meet(installed: Path) -> None:
    words = "import app, engines, grognard.app as ours; print(app.TOY, engines.TOY, ours.__doc__ != app.__doc__)"
    assert run(installed / "python", "-c", words).split() == ["True"] * 3


def test_the_version_names_what_is_used(installed: Path) -> None:
    told = run(installed / "grognard", "--version").splitlines()
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert told[0] == f"grognard {ours['version']}"
    named = {line.split()[0].casefold().replace("_", "-") for line in told[2:]}
    needed = {canonicalize_name(Requirement(line).name) for line in ours["dependencies"]}
    assert needed <= named
    assert [line for line in told[2:] if "see its package" in line] == []


TRIED: dict[str, tuple[str, ...]] = {
    "list": ("--json",),
    "selfplay": ("columbia/mill-brook", "--games", "1", "--save", "."),
    "replay": ("{save}", "--verify"),
    "render": ("{save}", "--seat", "french", "-o", "seen.png"),
    "report": ("{save}", "-o", "report.html"),
    "film": ("{save}", "--size", "120x80", "-o", "film.webp"),
    "judge": ("{save}", "--seconds", "0.01", "--seat", "french"),
    "post": ("columbia/mill-brook", "--seat", "french", "--pin-file", "pin.txt"),
    "print": ("columbia/mill-brook", "--map", "map.pdf", "--counters", "counters.pdf"),
    "lab": (
        "columbia/mill-brook",
        "--games",
        "2",
        "--bot",
        "random",
        "--workers",
        "2",
        "-o",
        "lab",
    ),
    "case": ("{package}/engines/gmt/cases/03-turn",),
    "rules": ("gmt", "6.33"),
    "schema": ("gmt", "scenario"),
    "validate": ("{package}/scenarios/columbia/mill-brook.yaml",),
    "bundle": ("{package}/scenarios/columbia/mill-brook.yaml", "-o", "brook.battle"),
    "bench": ("--scenario", "columbia/mill-brook", "--games", "1", "--frames", "2", "--json"),
}
"""What each command is tried with, in this order: some take what others have written."""


def test_every_command_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    assert set(TRIED) == set(COMMANDS)
    (tmp_path / "pin.txt").write_text("1812\n", encoding="utf-8")
    where = run(installed / "python", "-c", "import grognard; print(grognard.__path__[0])")
    for command, words in TRIED.items():
        save = next(iter(tmp_path.glob("*.grognard")), "")
        filled = [word.format(package=where.strip(), save=save) for word in words]
        if command == "case":
            filled = [str(path) for path in sorted(Path(filled[0]).glob("*.yaml"))[:3]]
        run(installed / "grognard", command, *filled, cwd=tmp_path)
    made = {path.name for path in tmp_path.iterdir()}
    assert {
        "seen.png",
        "report.html",
        "film.webp",
        "map.pdf",
        "counters.pdf",
        "lab",
        "brook.battle",
    } <= made


@pytest.mark.parametrize("words", [["play", "columbia/mill-brook"], ["edit", "brook.battle"], []])
def test_the_window_opens(installed: Path, tmp_path: Path, words: list[str]) -> None:
    scenario = "{package}/scenarios/columbia/mill-brook.yaml"
    where = run(installed / "python", "-c", "import grognard; print(grognard.__path__[0])").strip()
    filled = scenario.format(package=where)
    run(installed / "grognard", "bundle", filled, "-o", "brook.battle", cwd=tmp_path)
    script = (
        "import sys; from PySide6.QtCore import QTimer; from PySide6.QtWidgets import QApplication;"
        "from grognard.app.cli import main; one = QApplication([]);"
        "QTimer.singleShot(2500, lambda: print(*(w.windowTitle() for w in one.topLevelWidgets()"
        " if w.isVisible() and w.windowTitle()), sep='|'));"
        "QTimer.singleShot(3000, one.quit); sys.exit(main(sys.argv[1:]))"
    )
    shown = run(installed / "python", "-c", script, *words, cwd=tmp_path)
    assert "Grognard" in shown
    assert ("mill on the brook" in shown.casefold()) == bool(words)


def test_coverage_says_what_is_not_in_this_copy(installed: Path, tmp_path: Path) -> None:
    told = run(installed / "grognard", "rules", "columbia", "--coverage", "--json", errors=True)
    assert "The tests are not in this copy" in told
    assert "Of the cases only those of the worked examples are in this copy" in told
    assert "cases of this game are not" not in told
    counted = run(installed / "grognard", "rules", "columbia", "--coverage", "--json")
    assert any(rule["exercised_by_case"] for rule in json.loads(counted)["rules"])
    where = run(installed / "python", "-c", "import grognard; print(grognard.__path__[0])").strip()
    cases = Path(where) / "engines" / "columbia" / "cases"
    cases.rename(tmp_path / "elsewhere")
    try:
        told = run(installed / "grognard", "rules", "columbia", "--coverage", errors=True)
    finally:
        (tmp_path / "elsewhere").rename(cases)
    assert "The cases of this game are not in this copy of the program: none is counted." in told


def test_the_program_is_that_of_the_wheel(installed: Path) -> None:
    where = run(installed / "python", "-c", "import grognard.app as app; print(app.__file__)")
    assert installed.parent in Path(where.strip()).parents


def test_list_names_the_scenarios(installed: Path) -> None:
    listed = json.loads(run(installed / "grognard", "list", "--json"))
    text = json.dumps(listed)
    assert "gmt/shevardino" in text


def test_rules_are_in_the_wheel(installed: Path) -> None:
    found = run(installed / "grognard", "rules", "gmt", "6.33")
    assert "6.33" in found


def test_all_examples_bring_their_cases(installed: Path) -> None:
    words = (
        "from grognard.engines.core.play.game import registry as r;"
        "from grognard.engines.core.proof.examples import load_examples;"
        "from grognard.engines.core.proof.rulebook import Rulebook;"
        "from grognard.engines.core.proof.story import tell;"
        "books = [(game, Rulebook.load(game.data())[0].rules) for game in r.games().values()];"
        "held = [load_examples(game, rules) for game, rules in books];"
        "print(sum(len(wrong) for _, wrong in held), min(len(found.all()) for found, _ in held) > 50,"
        " all(len(tell(found.all()[0]).scenes) > 1 for found, _ in held))"
    )
    assert run(installed / "python", "-c", words).split() == ["0", "True", "True"]
