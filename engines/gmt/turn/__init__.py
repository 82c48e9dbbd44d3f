"""[3.0] The steps of a turn: activations in their order, Individual Orders, the Reserve, the Barrage."""
