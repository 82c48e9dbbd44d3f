"""Counters, blocks and bases as they are drawn, blocks that turn, and all that is drawn around them."""
