"""What comes of a die of Napoleon's Greatest Gamble, in words."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import Text, text

RESULTS: Mapping[str, Text] = {
    "hungry": text("nothing to be found"),
    "fed": text("enough is found"),
    "killed": text("he falls"),
    "escaped": text("he escapes"),
    "attrition": text("attrition"),
    "unharmed": text("no losses"),
    "stays": text("they stay"),
    "marches": text("they march"),
    "hit": text("a hit"),
    "miss": text("no hit"),
    "come": text("they come"),
    "stay_away": text("they stay away"),
    "goes_ahead": text("the attack goes ahead"),
    "aborted": text("the attack is aborted"),
    "failed": text("the attack fails"),
    "supports": text("it supports"),
    "stays_away": text("it stays away"),
    "revolt": text("the Ukraine revolts"),
    "quiet": text("all stays quiet"),
    "raid": text("the Depot is lost"),
    "no_raid": text("the Depot stands"),
    "goes": text("he leaves"),
    "remains": text("he stays"),
}
