"""[action.first] [action.second] The steps of manoeuvre in a group's action."""

from grognard.engines.eagle.manoeuvre.formation import formation_step
from grognard.engines.eagle.manoeuvre.movement import begin_action, begin_movement, movement_step

__all__ = ("begin_action", "begin_movement", "formation_step", "movement_step")
