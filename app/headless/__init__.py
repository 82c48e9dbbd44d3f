"""The commands that need no screen. Nothing here imports Qt before a picture is asked for."""
