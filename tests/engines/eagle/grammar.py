"""The grammars of the files of The Eagle and the Lion, as the tests of those files read them."""

from grognard.engines.eagle.cards.grammar import CARDS, MOMENTS
from grognard.engines.eagle.ground.ground import WORDS
from grognard.engines.eagle.scenario.forces import FORCES
from grognard.engines.eagle.scenario.scenario import ENVELOPE, OPTIONS

FACE = WORDS.schema
TILES = WORDS.tile_file
__all__ = ("CARDS", "ENVELOPE", "FACE", "FORCES", "MOMENTS", "OPTIONS", "TILES")
