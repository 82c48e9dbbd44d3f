"""An order of battle as a sheet: a column a field, what is pasted looked at before it is taken in."""
