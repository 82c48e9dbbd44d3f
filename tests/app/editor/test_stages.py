"""Headings of stages have no ids."""

from __future__ import annotations

import re

from grognard.app.editor.shelf import source_of
from grognard.app.editor.stages import stage_titles
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document


def test_stages_are_called_by_their_number_and_never_by_an_id() -> None:
    met = 0
    for game in registry.games().values():
        for info in game.scenarios():
            plain = Document.open(source_of(game, info)).plain()
            for number, words in enumerate(stage_titles(game, plain), 1):
                met += 1
                assert words.startswith(f"Stage {number}")
                assert not re.search(r"[a-z]-\d|_|: battle$", words), words
    assert met > 30
