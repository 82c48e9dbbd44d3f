"""`grognard schema`: what a game's files may hold, as JSON Schema for text editors or for people."""

from __future__ import annotations

import argparse
import json

from grognard.app.finding import Unusable, find_game
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.kinds import as_json_schema, as_markdown, kinds_of


def run(arguments: argparse.Namespace) -> int:
    """Print the schema of a kind of file; without one, the kinds there are."""
    if arguments.game is None:
        for game in registry.games().values():
            print(game.id, *kinds_of(game))
        return 0
    game = find_game(arguments.game)
    kinds = kinds_of(game)
    if arguments.kind is None and not arguments.markdown:
        print(*kinds, sep="\n")
        return 0
    if arguments.kind is not None and arguments.kind not in kinds:
        known = f"known: {', '.join(kinds)}"
        raise Unusable([Problem(arguments.kind, 0, 0, tr("no such kind of file"), known)])
    wanted = [arguments.kind] if arguments.kind else list(kinds)
    for kind in wanted:
        if arguments.markdown:
            print(as_markdown(game, kind))
        else:
            print(json.dumps(as_json_schema(game, kind), indent=2, ensure_ascii=False))
    return 0
