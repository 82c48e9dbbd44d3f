"""[7] Movement: routes, what they cost, Extended Movement, how reinforcements come in."""
