"""[14.1.order] Set-up: both armies are placed, then their Depots."""
