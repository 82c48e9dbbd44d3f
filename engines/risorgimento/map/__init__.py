"""[E.5.cost] [geo.bridge] The table as the rules meet it: pieces of ground, sectors, bridges."""
