"""[3.C] The steps of an activation in their order, as both battles play them."""
