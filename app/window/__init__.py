"""The concerns of the main window: the desk of its files, its table, its frame, and what goes wrong."""
