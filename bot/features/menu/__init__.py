"""The menu of a table has all that its reader can do there."""
