"""Grognard: historical wargames on one table, every rule enforced, every refusal and roll explained.

Installed, its packages (`grognard.app`, `grognard.engines`, `grognard.scenarios`, `grognard.assets`) lie
in this folder. In a checkout they lie beside it, at the top level, and are found there. The links of
the same names in this folder are for what reads the code without running it: type checkers, editors.
"""

from pathlib import Path

_BESIDE = Path(__file__).parents[1]
if (_BESIDE / "pyproject.toml").is_file() and (_BESIDE / "engines" / "core").is_dir():
    __path__.insert(0, str(_BESIDE))
