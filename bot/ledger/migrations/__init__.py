"""The baseline of a new database, and upgrades of older ones."""
