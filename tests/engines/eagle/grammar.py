"""The grammars of the files of The Eagle and the Lion, as the tests of those files read them."""

from engines.eagle.cards.grammar import CARDS, MOMENTS
from engines.eagle.ground.ground import WORDS
from engines.eagle.scenario.forces import FORCES
from engines.eagle.scenario.scenario import ENVELOPE, OPTIONS

FACE = WORDS.schema
TILES = WORDS.tile_file
__all__ = ("CARDS", "ENVELOPE", "FACE", "FORCES", "MOMENTS", "OPTIONS", "TILES")
