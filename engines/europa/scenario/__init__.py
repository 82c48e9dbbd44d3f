"""What a scenario holds, and the reader that makes a set-up of it."""
