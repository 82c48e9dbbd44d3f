"""The wheel, installed in an environment of its own, finds the games and their data.

What it needs is lent by the environment of the tests; installed with it, it is tried at both ends
of its ranges in test_constraints.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path) -> str:
    # A checkout on the path would stand in for the package that is to be tried.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT.parent,
        env=clean,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("grognard-*.whl")
    home = folder / "env"
    venv.create(home, with_pip=False)
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    run(sys.executable, "-m", "pip", "--python", home, "install", "-q", "--no-deps", wheel)
    own = Path(
        run(scripts / "python", "-c", "import site; print(site.getsitepackages()[0])").strip()
    )
    # A line of a .pth is a path and no more: the checkout that the tests run on is not lent with it.
    (own / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return scripts


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


def test_the_examples_bring_their_cases(installed: Path) -> None:
    words = (
        "from grognard.engines.core.play.game import registry as r;"
        "from grognard.engines.core.proof.examples import load_examples;"
        "from grognard.engines.core.proof.rulebook import Rulebook;"
        "from grognard.engines.core.proof.story import tell;"
        "rules = Rulebook.load(r['gmt'].data())[0].rules;"
        "found, wrong = load_examples(r['gmt'], rules);"
        "print(len(wrong), len(tell(found.of('6.33')[0]).scenes) > 1)"
    )
    assert run(installed / "python", "-c", words).split() == ["0", "True"]
