"""Saves of games in progress, as older versions of the program wrote them: an update opens them."""
