"""Hosts make backups, restore one, prune old records, and verify everything stored."""
