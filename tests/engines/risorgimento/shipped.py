"""The shipped scenarios of the game, loaded once each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from grognard.engines.risorgimento.scenario.load import load_setup, scenario_infos
from grognard.engines.risorgimento.setup import Setup


@cache
def shipped(name: str) -> Setup:
    """Return the set-up of a shipped scenario, as it is without options."""
    info = next(one for one in scenario_infos() if one.id == name)
    return load_setup(Path(info.path), {})
