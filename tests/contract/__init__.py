"""Contract tests: what every game must keep."""
