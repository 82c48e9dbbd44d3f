"""Charges, and the second segment with its melees."""
