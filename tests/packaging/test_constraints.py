"""What is installed: exactly the pinned versions, and the ranges allowed are honest at both ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PINS = ROOT / ".ci" / "constraints.txt"
SHORT = ("tests/engines/core", "tests/golden", "tests/app/board")
"""The part of the suite that meets every package: numpy, shapely, YAML, cattrs, Qt."""


def project() -> dict[str, list[Requirement]]:
    """Return what pyproject.toml asks for: to run, to test, for the lab, for bundles, and to build."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lists = {
        "run": data["project"]["dependencies"],
        "test": data["project"]["optional-dependencies"]["test"],
        "lab": data["project"]["optional-dependencies"]["lab"],
        "bundle": data["project"]["optional-dependencies"]["bundle"],
        "build": data["build-system"]["requires"],
    }
    return {name: [Requirement(line) for line in lines] for name, lines in lists.items()}


def pins() -> dict[str, str]:
    """Return the pinned version of every package."""
    lines = [line for line in PINS.read_text("utf-8").splitlines() if not line.startswith("#")]
    found = [re.fullmatch(r"([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.]*)", line) for line in lines]
    assert all(found), "exact versions alone: no ranges, paths or addresses"
    named = {canonicalize_name(one[1]): one[2] for one in found if one}
    assert len(named) == len(lines), "a package is pinned twice"
    return named


def test_every_package_is_pinned_within_its_range() -> None:
    pinned = pins()
    for wanted in [one for lines in project().values() for one in lines]:
        version = pinned[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version), f"{wanted} is pinned at {version}"


def test_the_commands_install_what_is_pinned() -> None:
    for name in ("README.md", ".ci/run"):
        words = (ROOT / name).read_text("utf-8")
        installs = re.findall(r"\bpip install\b[^&|`\n]*", words)
        assert installs
        assert [one for one in installs if "-c .ci/constraints.txt" not in one] == []
        ours = [one for one in installs if "setuptools" not in one]
        assert [one for one in ours if "--no-build-isolation" not in one] == []


def lowest(wanted: Requirement) -> str:
    """Return a requirement at the lower end of its range."""
    (least,) = [one.version for one in wanted.specifier if one.operator == ">="] or [""]
    return f"{wanted.name}=={least}" if least else wanted.name


def run(home: Path, *words: str | Path) -> None:
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    done = subprocess.run(
        [str(scripts / "python"), "-m", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.mark.soak
@pytest.mark.parametrize("end", ["lowest", "newest"])
def test_the_ranges_are_honest_at_both_ends(end: str, tmp_path: Path) -> None:
    tools = {"mypy", "ruff", "pyinstaller", "shtab", "types-PyYAML", "types-shapely", "build"}
    wanted = [one for lines in project().values() for one in lines if one.name not in tools]
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    versions = [lowest(one) if end == "lowest" else str(one) for one in wanted]
    run(home, "pip", "install", "-q", *versions)
    run(home, "pip", "install", "-q", "--no-build-isolation", "--no-deps", ROOT)
    run(home, "pytest", "-q", *SHORT)
