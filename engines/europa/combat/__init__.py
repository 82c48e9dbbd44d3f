"""[4.2] [9] [10] [11] [14.7.decisive] Combat Commands, attacks and combat, from the order to the Decisive Victory."""
