"""The map of a draft: each gesture becomes steps on the map's file, without Qt."""
