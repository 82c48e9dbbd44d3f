"""[terrain.map] [terrain.tiles] The ground: the words of boards and tiles, and the joined map made of them."""
