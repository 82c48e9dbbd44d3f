"""[action] [command.initiative] The Action Phase: its two segments, and which group acts next."""
