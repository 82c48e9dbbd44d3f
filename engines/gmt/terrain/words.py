"""What the terrain of the chart is called within a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import Text, text

IN_A_SENTENCE: Mapping[str, Text] = {
    "clear": text("clear ground"),
    "woods": text("woods"),
    "marsh": text("marsh"),
    "cultivated": text("cultivated ground"),
    "village": text("a village"),
    "burning_village": text("a burning village"),
    "rubble": text("rubble"),
    "emplacement": text("an emplacement"),
    "redoubt": text("a redoubt"),
    "road": text("a road"),
    "path": text("a path"),
    "slope_up": text("a slope, uphill"),
    "steep_slope_up": text("a steep slope, uphill"),
    "slope_down": text("a slope, downhill"),
    "steep_slope_down": text("a steep slope, downhill"),
    "wall": text("a wall"),
    "river": text("a river"),
    "stream": text("a stream"),
    "banked_stream": text("a banked stream"),
    "steep_banked_stream": text("a steep-banked stream"),
    "very_steep_banked_stream": text("a very steep-banked stream"),
    "bridge": text("a bridge"),
    "ford": text("a ford"),
}
"""[tec] By the keys of the Terrain Chart: each row that a shot, a Shock or a Charge may meet."""
