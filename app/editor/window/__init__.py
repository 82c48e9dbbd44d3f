"""The window of the editor: map, forces, set-up and the rest of a scenario, and its faults."""
