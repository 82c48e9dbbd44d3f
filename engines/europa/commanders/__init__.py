"""The fate of Commanders left alone, and their movement after combat."""
