"""The engine of the fixture game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Annotated, Any

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.inquiries import Inquiry, Named, inquiries
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.declared import turn_track
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer, BoardView, PieceView, SpaceView, TableView
from tests.fixture_game import rules
from tests.fixture_game.positions import POSITIONS, WORDING
from tests.fixture_game.scenario import Reader
from tests.fixture_game.state import SEATS, Block, Setup, State, other


def unsealed(data: dict[str, Any]) -> dict[str, Any]:
    """Bring a State of schema 1 to 2: sealed answers were not kept in it."""
    return {**data, "sealed": {}}


class Picket(Game[Setup, State]):
    """Six blocks, nine cards and one gun."""

    id = "fixture"
    title = "Picket"
    edition = "1"
    schema = 2
    migrations = MappingProxyType({1: unsealed})
    package = "tests.fixture_game"
    state = State
    reader = Reader
    results: Mapping[str, Text] = rules.RESULTS
    terms: Mapping[str, Text] = rules.TERMS
    positions = POSITIONS
    wording = WORDING
    turns = (rules.TURN,)

    def __init__(self) -> None:
        self.inquiries: Mapping[str, Inquiry] = inquiries(reach, odds)

    def initial(self, setup: Setup, seed: str) -> State:
        blocks = {
            f"{seat}-{number}": Block(seat, name)
            for seat in SEATS
            for number, name in enumerate(setup.blocks, 1)
        }
        pool = tuple(card for card, count in sorted(setup.cards.items()) for _ in range(count))
        return State(blocks, pool, setup.gun)

    def board(self, setup: Setup) -> BoardView:
        spaces = tuple(
            SpaceView(area, (x, y), ((x, y), (x + 1, y), (x, y + 1)), "clear", label=area)
            for area, (x, y) in setup.places.items()
        )
        return BoardView("picket", setup.info.title, "areas", spaces, bounds=(0, 0, 3, 3))

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        pieces = [piece for owner in SEATS for piece in blocks_of(state, owner, seat)]
        x, y, heading = state.gun
        pose = (x / 1000, y / 1000, heading / 100)
        pieces.append(PieceView("gun", "base", "neutral", "gun", "Gun", pose=pose))
        pieces += [
            PieceView(f"card-{number}", "card", seat, card, card, at=f"hand-{seat}")
            for number, card in enumerate(state.hands[seat] if seat else ())
            if seat
        ]
        track = turn_track(setup.turns, state.turn, title=text("Turns"))
        phases = rules.TURN.track(state, text("Phase"))
        turn = text("Turn {turn}", turn=state.turn)
        return TableView(
            seat,
            turn,
            rules.TURN.phase(state),
            state.active,
            tuple(pieces),
            tracks=(track, phases),
        )

    def why_not_stand(
        self, setup: Setup, state: State, piece: str, place: Placement
    ) -> Refusal | None:
        return rules.why_not_stand(setup, state, piece, place)

    def broken(self, setup: Setup, state: State) -> list[str]:
        cards = Counter(state.pool) + Counter(c for hand in state.hands.values() for c in hand)
        extra = cards - Counter(setup.cards)
        return [f"{count} {card} too many" for card, count in sorted(extra.items())]

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        foe = other(seat)
        hidden = [k for k, b in sorted(state.blocks.items()) if b.owner == foe and not b.seen]
        names = sorted(state.blocks[key].name for key in hidden)
        rng.shuffle(names)
        blocks = dict(state.blocks)
        for key, name in zip(hidden, names, strict=True):
            blocks[key] = replace(blocks[key], name=name)
        unseen = sorted([*state.pool, *state.hands[foe]])
        rng.shuffle(unseen)
        count = len(state.hands[foe])
        hands = {**state.hands, foe: tuple(sorted(unseen[:count]))}
        sealed = {
            who: rng.choice([*hands[foe], PASS]) if who == foe else answer
            for who, answer in state.sealed.items()
        }
        pool = tuple(sorted(unseen[count:]))
        return replace(state, blocks=blocks, pool=pool, hands=hands, sealed=sealed)

    def value(self, setup: Setup, state: State, seat: str) -> float:
        mine, theirs = (len(rules.held_by(state, who)) for who in (seat, other(seat)))
        return mine - theirs + 2 * (len(state.of(seat)) - len(state.of(other(seat))))


def blocks_of(state: State, owner: str, seat: str | None) -> list[PieceView]:
    """Return the blocks of one side as `seat` sees them: blanks are numbered by area."""
    views = []
    counts: Counter[str] = Counter()
    for key in state.of(owner):
        block = state.blocks[key]
        if seat == owner or block.seen:
            views.append(PieceView(key, "block", owner, block.name, block.name, at=block.at))
        else:
            counts[block.at] += 1
            blank = f"{owner}-blank-{block.at}-{counts[block.at]}"
            views.append(PieceView(blank, "block", owner, "blank", "", at=block.at, hidden=True))
    return sorted(views, key=lambda piece: piece.id)


def known(_setup: Setup, state: State, seat: str | None) -> dict[str, Block]:
    """Return the blocks on the map that a seat may ask about: its own, and those it has seen."""
    shown = state.blocks.items()
    return {key: block for key, block in shown if block.at and (block.seen or seat == block.owner)}


def reach(
    setup: Setup, state: State, seat: str | None, unit: Annotated[Block, Named("block", known)]
) -> Answer:
    """[F.4] Where a block can march."""
    return Answer({"areas": list(setup.links[unit.at])}, (rules.MARCH,))


def odds(setup: Setup, state: State, seat: str | None, choice: Choice = None) -> Answer:
    """[F.5] The chance to win a fight, as far as the seat can know."""
    return Answer({"won": "1/2", "exact": True}, (rules.FIGHT,))
