"""What the stages of a scenario are called: by the game's word for one, or by their number; never by an id."""

from __future__ import annotations

from grognard.app.editor.maps.steps import rows, text_of
from grognard.engines.core.data.text import capital, tr
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame


def stage_titles(game: AnyGame, scenario: Plain) -> list[str]:
    """Return what the stages of a scenario are called, in their order."""
    found = []
    for number, row in enumerate(rows(scenario, "stages"), 1):
        known = game.terms.get(text_of(row, "id"))
        words = tr("Stage {n}", n=number)
        found.append(f"{words}: {capital(str(known))}" if known is not None else words)
    return found
