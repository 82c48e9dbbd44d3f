"""Making scenarios: the draft and what changes it."""
