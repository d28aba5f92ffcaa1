"""The path of a command: gate, idempotency, permissions, handler or table, answer."""
