"""The Rally Phase."""
