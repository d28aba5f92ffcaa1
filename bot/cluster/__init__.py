"""Several processes on one PostgreSQL; nothing here is imported by a process on SQLite."""
