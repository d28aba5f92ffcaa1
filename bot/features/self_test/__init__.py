"""An admin tests all that a table does in a place, and sees how fast it is there and what is missing."""
