"""[10] Rally, Recovery, the Withdrawn and Recovery Boxes, Collapse."""
