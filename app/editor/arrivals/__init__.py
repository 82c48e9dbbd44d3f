"""What comes later in a scenario: the steps, and the time line on which it is shown."""
