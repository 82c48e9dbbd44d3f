"""The lab: games by the hundred, what came of them, and the report. Only its window and its map need Qt."""
