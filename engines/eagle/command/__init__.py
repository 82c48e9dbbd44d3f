"""Command: commanders, order counters, couriers, order-change tests, being in command."""
