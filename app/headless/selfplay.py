"""`grognard selfplay`: whole games without a screen."""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.app.finding import Unusable, load_scenario
from grognard.app.lab.players import kind_of, make_bots, seated
from grognard.app.lab.playing import MAX_DECISIONS, collecting_between_games
from grognard.app.telling import put, say
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.keep.saves import SUFFIX, SaveError, SaveFile, state_hash
from grognard.engines.core.play.bots import Played, play
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup


def read_options(words: str | None) -> dict[str, str]:
    """Read `k=v,k=v`.

    Raises:
        Unusable: a part is not of that form.
    """
    options: dict[str, str] = {}
    for part in filter(None, (words or "").split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise Unusable(
                [
                    Problem(
                        "--options",
                        0,
                        0,
                        tr("{part} is not of the form name=value", part=verbatim(part)),
                    )
                ]
            )
        options[key.strip()] = value.strip()
    return options


def run(arguments: argparse.Namespace) -> int:
    """Play the games; one JSON object a line for each."""
    options = read_options(arguments.options)
    game, setup = load_scenario(arguments.scenario, options)
    with collecting_between_games():
        return _run_games(game, setup, arguments)


def _run_games(game: AnyGame, setup: AnySetup, arguments: argparse.Namespace) -> int:
    sound = True
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        result = one_game(game, setup, str(seed), arguments)
        gc.collect()
        sound = (
            sound and result["finished"] and not result["violations"] and "unsaved" not in result
        )
        if arguments.json:
            put(result)
        else:
            print("\n".join(told(result)))
    return 0 if sound else 1


def told(result: Mapping[str, Any]) -> list[str]:
    """Return what came of a game in words: who has won or where it stopped, and all that failed."""
    named = tr(
        "{scenario} seed {seed}",
        scenario=verbatim(result["scenario"]),
        seed=verbatim(result["seed"]),
    )
    if result["finished"]:
        first = f"{named}: {result['winner']} ({result['reason']})"
    else:
        first = tr(
            "{named}: not finished, it stopped after {decisions} decisions",
            named=verbatim(named),
            decisions=verbatim(result["decisions"]),
        )
    wrong = [
        *result["violations"],
        *(tr("not saved: {why}", why=verbatim(why)) for why in result.get("unsaved", ())),
    ]
    return [first, *(f"  {words}" for words in wrong)]


def one_game(
    game: AnyGame, setup: AnySetup, seed: str, arguments: argparse.Namespace
) -> dict[str, Any]:
    """Play one game and report it."""
    seats = [seat.id for seat in setup.info.seats]
    bots = make_bots(arguments.bot, seats, seed, game)
    session = Session(game, setup, seed)
    named = seated(arguments.bot, seats, game)
    players = {seat: kind_of(name) for seat, name in named.items()}
    save, unsaved = _start_save(session, arguments.save, players)
    violations: list[str] = []

    def watch(now: Session) -> None:
        for words in game.violations(setup, now.table.state):
            if words not in violations:
                violations.append(words)

    played = Played()
    try:
        pace = arguments.pace / 1000
        play(session, bots, _tracer(session, arguments), pace, watch, MAX_DECISIONS, played)
    except Exception as wrong:  # noqa: BLE001 - a fault of an engine is reported with its seed
        violations.append(
            tr(
                "the engine failed: {kind}: {wrong}",
                kind=verbatim(type(wrong).__name__),
                wrong=verbatim(str(wrong)),
            )
        )
    watch(session)
    _end_save(save, session)
    report = describe(session, seed, played, violations)
    return report | ({"unsaved": unsaved} if unsaved else {})


def _start_save(
    session: Session, folder: str | None, players: Mapping[str, str]
) -> tuple[SaveFile | None, list[str]]:
    """Tie the session to a new save; where that fails it is said, and the game goes on unsaved."""
    if folder is None:
        return None, []
    unsaved: list[str] = []
    info = session.setup.info
    path = Path(folder) / f"{session.game.id}-{info.id}-{session.seed}{SUFFIX}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save = SaveFile.create(path, session.game, session.setup, session.seed, players)
    except (SaveError, OSError) as wrong:
        say(wrong)
        return None, [str(wrong)]
    save.follow(session)

    def append(row: Row) -> None:
        try:
            save.append(row)
        except SaveError as wrong:
            say(wrong)
            unsaved.append(str(wrong))
            session.on_row = None

    session.on_row = append
    return save, unsaved


def _end_save(save: SaveFile | None, session: Session) -> None:
    if save is None:
        return
    try:
        if session.on_row is not None:
            save.checkpoint(session)
    except SaveError as wrong:
        say(wrong)
    save.close()


def _tracer(session: Session, arguments: argparse.Namespace) -> Any:
    """Return what prints each choice once it is durable."""
    if not arguments.trace:
        return None

    def trace(row: Row) -> None:
        facts = {
            "seed": session.seed,
            "n": len(session.choices),
            "seat": row.seat,
            "kind": row.kind,
            "dice": row.dice,
            "choice": row.choice,
        }
        say(json.dumps(facts, ensure_ascii=False))

    return trace


def describe(session: Session, seed: str, played: Played, violations: list[str]) -> dict[str, Any]:
    """Return the facts of one game."""
    verdict = session.verdict
    seen = session.view(None)
    turns = next((track.current + 1 for track in seen.tracks if "turn" in track.id), 0)
    return {
        "scenario": f"{session.game.id}/{session.setup.info.id}",
        "seed": int(seed),
        "finished": verdict is not None,
        "winner": verdict.winner if verdict else None,
        "reason": str(verdict.reason) if verdict else None,
        "turns": turns,
        "decisions": played.decisions,
        "counted_decisions": played.counted,
        "ask_kinds": dict(sorted(played.kinds.items())),
        "seconds": round(played.seconds, 6),
        "processor_seconds_a_decision": {
            seat: round(played.took.get(seat, 0.0) / count, 4)
            for seat, count in played.asked.items()
        },
        "state_hash": state_hash(session.game, session.table.state),
        "violations": violations,
    }
