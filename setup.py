"""What pyproject.toml cannot say: which packages there are, and that the cases are brought along.

The packages lie at the top level and are installed below `grognard`. The cases are the examples of the
rulebooks: they lie in tests/cases and are run there; an installed game finds the same files in its package.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.build_py import build_py

ROOMS = ("app", "engines", "scenarios", "assets")
CASES = Path(__file__).parent / "tests" / "cases"
READ_ALONE = ("assets.pictures",)
"""The pictures of the README: nothing that is installed shows them."""


class WithCases(build_py):
    """Copies the cases of each game into its package as it is built."""

    def run(self) -> None:
        """Build the packages, then add the cases."""
        super().run()
        if self.editable_mode:
            return
        for folder in sorted(CASES.iterdir()):
            package = Path(self.build_lib) / "grognard" / "engines" / folder.name
            if package.is_dir():
                shutil.copytree(folder, package / "cases", dirs_exist_ok=True)


def packages() -> list[str]:
    """Return the names that are installed."""
    beside = find_namespace_packages(
        include=[f"{room}{more}" for room in ROOMS for more in ("", ".*")], exclude=READ_ALONE
    )
    return ["grognard", *(f"grognard.{name}" for name in beside)]


setup(packages=packages(), cmdclass={"build_py": WithCases})
