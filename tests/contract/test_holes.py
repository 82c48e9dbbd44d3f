"""What fills a hole of a phrase is a name that the catalogue knows: no id, no word of data left out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import polib
import pytest

from grognard.app.languages import TEMPLATE
from grognard.engines.core.data.text import KINDS, Text, part_of, text
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.gmt.tables import TERRAIN_CHART
from grognard.engines.gmt.terrain.words import IN_A_SENTENCE
from tests.contract.pseudo import asked, texts
from tests.contract.test_words import GAMES

WORD = re.compile(r"[a-z]{2,}")
ALIKE = ("verbatim", "cited")
"""Kinds of names that are the same in all languages."""
MOST, LOOKS, SCENARIOS = 120, 6, 2


def known() -> set[tuple[str, str]]:
    """Return every name of the template with its kind."""
    return {(entry.msgctxt or "", entry.msgid) for entry in polib.pofile(str(TEMPLATE))}


def names(phrase: Text) -> Iterator[tuple[str, str]]:
    """Give what fills the holes of a phrase, each with its kind: "" for what has none."""
    if phrase.context:
        yield phrase.context, phrase.key
        return
    if phrase.key == "{choice}":  # a choice that the window says by pointing at it
        return
    for hole, value in phrase.args:
        if isinstance(value, Text):
            yield from names(value)
        elif isinstance(value, str):
            yield KINDS.get(hole, ""), value


def unknown(value: object, catalogue: set[tuple[str, str]]) -> Iterator[str]:
    """Give the names in what is shown that no catalogue can hold."""
    for phrase in texts(value):
        for kind, name in names(phrase):
            heard = {(kind, name), (kind, part_of(name)[1])} & catalogue
            if kind not in ALIKE and WORD.search(name) and not heard:
                yield f"{kind or 'of no kind'}: {name} in {phrase.key}"


def wish(info: ScenarioInfo) -> dict[str, str]:
    """Every option otherwise than by default."""
    return {
        option.id: [value for value in option.values if value != option.default][-1]
        for option in info.options
        if len(option.values) > 1
    }


def shown(session: Session, seed: str) -> Iterator[object]:
    """Play at random and give every line of the log, now and then all else."""
    rng, told = Random(seed), 0
    while session.ask is not None and len(session.choices) < MOST:
        ask = session.ask
        yield session.table.entries[told:]
        told = len(session.table.entries)
        if len(session.choices) % LOOKS == 0:
            yield list(asked(ask, rng))
            yield session.view(ask.seat)
        session.choose(ask.seat, ask.choices.sample(rng))
    yield session.verdict


@pytest.mark.parametrize("name", GAMES)
def test_what_fills_a_hole_is_known_to_the_catalogue(name: str) -> None:
    game, catalogue = registry[name], known()
    infos = sorted(game.scenarios(), key=lambda info: info.id)[:SCENARIOS]
    found = {
        fault
        for info in infos
        for value in shown(Session(game, game.load(Path(info.path), wish(info)), "3"), "3")
        for fault in unknown(value, catalogue)
    }
    assert sorted(found) == []


def test_an_id_and_a_name_without_kind_are_found() -> None:
    catalogue = {("unit", "Rosetti")}
    assert not list(unknown(text("{unit} stands.", unit="Rosetti"), catalogue))
    assert list(unknown(text("{unit} stands.", unit="ca-rosetti"), catalogue))
    assert list(unknown(text("Ordered to {how}.", how="march"), catalogue))


def test_every_terrain_that_is_met_has_words_for_a_sentence() -> None:
    met = {name for name, row in TERRAIN_CHART.items() if row["where"] in ("hex", "hexside")}
    assert met <= set(IN_A_SENTENCE)
