"""[5.2] Command: which HQs are active and whom they may order."""
