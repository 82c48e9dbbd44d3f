"""General Supply and Attrition, Depots and Supply Trains."""
