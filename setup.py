"""What pyproject.toml cannot say: the cases are brought along, as the examples of the rulebook.

They lie in tests/cases and are run there; an installed game finds the same files in its package.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

CASES = Path(__file__).parent / "tests" / "cases"


class WithCases(build_py):
    """Copies the cases of each game into its package as it is built."""

    def run(self) -> None:
        """Build the packages, then add the cases."""
        super().run()
        if self.editable_mode:
            return
        for folder in sorted(CASES.iterdir()):
            package = Path(self.build_lib) / "engines" / folder.name
            if package.is_dir():
                shutil.copytree(folder, package / "cases", dirs_exist_ok=True)


setup(cmdclass={"build_py": WithCases})
