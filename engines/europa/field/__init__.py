"""The map, who stands where, winter, and changes of the State."""
