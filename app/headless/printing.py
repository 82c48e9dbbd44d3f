"""`grognard print`: the map of a scenario, and its pieces as sheets to be cut out."""

from __future__ import annotations

import argparse
from pathlib import Path

from grognard.app.finding import Unusable, load_scenario, scenario_of_file
from grognard.app.telling import say
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.setups import AnySetup


def run(arguments: argparse.Namespace) -> int:
    """Write what is asked for."""
    from grognard.app.board.paper.device import SUFFIXES
    from grognard.app.board.render import application
    from grognard.app.editor.bundle import glimpsed
    from grognard.engines.core.scenario.gathering import SUFFIX

    if not (arguments.map or arguments.counters):
        raise Unusable(
            [Problem("print", 0, 0, tr("nothing is asked for"), tr("--map or --counters FILE"))]
        )
    if arguments.map and Path(arguments.map).suffix.lower() not in SUFFIXES:
        raise Unusable(
            [
                Problem(
                    arguments.map,
                    0,
                    0,
                    tr("this is none of {known}", known=verbatim(", ".join(SUFFIXES))),
                )
            ]
        )
    application()
    if arguments.scenario.casefold().endswith(SUFFIX):
        with glimpsed(Path(arguments.scenario), registry.games()) as path:
            _write(*scenario_of_file(path, {}), path, arguments)
        return 0
    game, setup = load_scenario(arguments.scenario, {})
    _write(game, setup, Path(setup.info.path or arguments.scenario), arguments)
    return 0


def _write(game: AnyGame, setup: AnySetup, path: Path, arguments: argparse.Namespace) -> None:
    from grognard.app.board.paper.countersheet import SIDE
    from grognard.app.board.paper.device import PAPERS
    from grognard.app.editor.onpaper import counter_sheet, map_sheet

    paper = PAPERS.get(arguments.paper or "")
    if arguments.map:
        sheet = map_sheet(game, setup, arguments.width)
        dpi = sheet.write(Path(arguments.map), dpi=arguments.dpi, paper=paper)
        size = tr(
            "{wide} x {high} mm", wide=f"{sheet.paper.wide:.0f}", high=f"{sheet.paper.high:.0f}"
        )
        say(f"{arguments.map}: {size}", *([f"{dpi:.0f} dpi"] if dpi else []))
    if arguments.counters:
        side, kind = arguments.side or SIDE, paper or PAPERS["a4"]
        counters = counter_sheet(game, path, side, kind, everybody=arguments.everybody)
        counters.write(Path(arguments.counters))
        say(
            tr(
                "{counters}: {n} sheets, fronts and backs",
                counters=verbatim(arguments.counters),
                n=len(counters.pages),
            )
        )
