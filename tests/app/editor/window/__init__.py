"""Tests of the editor's window."""
