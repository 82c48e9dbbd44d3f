"""What is asked and told: asks with their choices, refusals and rolls, what a seat sees."""
