"""The rules lookup panel."""
