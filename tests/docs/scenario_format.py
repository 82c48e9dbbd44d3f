"""Write docs/scenario-format.md from the schemas that read the files.

`python -m tests.docs.scenario_format` writes it anew after a change of a schema.
"""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.keep.match import MATCH
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.cases import CASE
from grognard.engines.core.proof.kinds import as_markdown, kinds_of, listed
from grognard.engines.core.scenario.fields import ID

PAGE = Path(__file__).parents[2] / "docs" / "scenario-format.md"
FIXTURE = "fixture"
KINDS = ("scenario", "map", "forces")
HEAD = """\
# What scenarios, maps and orders of battle hold

<!-- Written by `python -m tests.docs.scenario_format` from the schemas that read the files. -->

All of them are YAML. A scenario names its map and its orders of battle: files that lie beside it, or
shipped ones. `grognard validate FILE` names every error with its line. `grognard schema GAME KIND`
prints the same as this page as JSON Schema; an editor with the YAML language server completes and
checks a file that begins with a line that names the schema:

    grognard schema gmt scenario > gmt-scenario.json
    # yaml-language-server: $schema=gmt-scenario.json

**Every value is text.** 0600, 14:30 and no are read as they stand, and the schema decides what they
mean, so that quotes change nothing; other programs may need them. Anchors, aliases, tags and a key
given twice are refused.

Below, keys in bold cannot be left out. A file may hold no key that is not named here. A *short name* is
of small letters, digits and dashes.
"""
SHORT = "a short name"
SAME = """\
## In every game

A case is a position, dice, choices, and what must come of them; the keys of `set` are the game's own and
stand in its CASES.md. A match sums several games.
"""


def page() -> str:
    """Return the whole page."""
    games = [game for game in registry.games().values() if game.id != FIXTURE]
    parts = [
        f"## {game.title} ({game.edition}): `game: {game.id}`\n\n"
        + "\n".join(as_markdown(game, kind) for kind in KINDS if kind in kinds_of(game))
        for game in games
    ]
    same = f"{SAME}\n{listed('Case', CASE)}\n{listed('Match', MATCH)}"
    return HEAD + "\n".join(["", *parts, same]).replace(ID.wanted, SHORT)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
