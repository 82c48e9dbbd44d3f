"""[E.phase] The movement phase: manoeuvres walked point by point, commanders, couriers, withdrawal."""
