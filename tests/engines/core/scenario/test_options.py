"""The options that a scenario offers, whatever its file says of them."""

from __future__ import annotations

from grognard.engines.core.data.schema import Source
from grognard.engines.core.data.yamlio import Problems, load_text
from grognard.engines.core.play.setups import Option
from grognard.engines.core.scenario.scenariolist import read_options

KNOWN = (Option("fog", "Fog", "no", ("yes", "no"), ""),)


def test_a_value_that_could_not_be_read_is_left_out() -> None:
    """The schema has told of it and put None in its place: the others are what may be chosen."""
    root, _ = load_text("options: [{id: fog, values: [yes, '']}]\n", "test.yaml")
    assert root is not None
    doc = {"options": [{"id": "fog", "values": ["yes", None], "default": "no"}]}
    problems = Problems()
    (option,) = read_options(doc, KNOWN, (), problems, Source(root))
    assert option.values == ("yes",)
    assert len(problems) == 1, "the default is none of them"
    doc = {"options": [{"id": "fog", "values": [None]}]}
    assert read_options(doc, KNOWN, (), Problems(), Source(root)) == KNOWN
