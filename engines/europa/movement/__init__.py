"""Strategic movement: marches, cavalry in the way, sieges, attrition."""
