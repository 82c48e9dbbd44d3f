"""Orders: what each allows and forbids, alarms."""
