"""Writes the table of docs/balance.md from the shipped balances: `python -m tests.docs.balance`."""

from __future__ import annotations

from pathlib import Path

from grognard.app.lab.chance import wilson
from grognard.app.library.facts import Balance, balances

PAGE = Path(__file__).parents[2] / "docs" / "balance.md"
HEAD = "| scenario | games | first seat wins, % (95 %) | second seat wins, % (95 %) | drawn | points | turns |\n|---|---|---|---|---|---|---|\n"


def row_of(one: Balance) -> str:
    """Return the line of a scenario."""
    shares = []
    for seat, won in one.wins.items():
        low, high = wilson(won, one.games)
        shares.append(f"{seat} {won / one.games:.0%} ({low * 100:.0f} to {high * 100:.0f})")
    points = " : ".join(f"{each:.1f}" for each in one.points) or "–"
    turns = f"{one.turns:.1f}" if one.turns is not None else "–"
    cells = [one.scenario, str(one.games), *shares, str(one.drawn), points, turns]
    return f"| {' | '.join(cells)} |\n"


def page() -> str:
    """Return the page with the table as the data have it."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(HEAD)
    after = rest.partition("\n\n")[2]
    rows = "".join(row_of(one) for one in balances().values())
    return f"{before}{HEAD}{rows}\n{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
