"""What pyproject.toml cannot say: which packages there are, and that examples bring their cases.

The packages lie at the top level and are installed below `grognard`. The cases are the examples of the
rulebooks: they lie in tests/cases and are run there; an installed game finds the same files in its package.
"""

from __future__ import annotations

import lzma
import re
import shutil
from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.build_py import build_py

ROOMS = ("app", "engines", "scenarios", "assets")
CASES = Path(__file__).parent / "tests" / "cases"
READ_ALONE = ("assets.pictures",)
"""The pictures of the README: nothing that is installed shows them."""


CITED = re.compile(r"^  case: (\S+)$", re.MULTILINE)
"""A case that shows a rule, as `examples.yaml` of a game names it."""


class WithCases(build_py):
    """Copies the cases that are worked examples into the package of their game as it is built.

    They are half of all; the others prove the rules, and are run where the tests are.
    """

    def run(self) -> None:
        """Build the packages, then add the cases."""
        super().run()
        if self.editable_mode:
            return
        self._pack()
        for folder in sorted(CASES.iterdir()):
            package = Path(self.build_lib) / "grognard" / "engines" / folder.name
            if not package.is_dir():
                continue
            for name in CITED.findall((package / "examples.yaml").read_text("utf-8")):
                target = package / "cases" / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(folder / name, target)

    def _pack(self) -> None:
        """Pack the catalogues, each phrase in one line: broken ones are for who edits them."""
        for path in (Path(self.build_lib) / "grognard" / "assets").rglob("*.po"):
            words = path.read_text("utf-8").replace('"\n"', "")
            packed = lzma.compress(words.encode(), preset=9 | lzma.PRESET_EXTREME)
            path.with_name(f"{path.name}.xz").write_bytes(packed)
            path.unlink()


def packages() -> list[str]:
    """Return the names that are installed."""
    beside = find_namespace_packages(
        include=[f"{room}{more}" for room in ROOMS for more in ("", ".*")], exclude=READ_ALONE
    )
    return ["grognard", *(f"grognard.{name}" for name in beside)]


setup(packages=packages(), cmdclass={"build_py": WithCases})
