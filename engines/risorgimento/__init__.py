"""Risorgimento 1859: bases at any heading on a measured table."""
