"""The path of every command: gate, idempotency, permissions, then its handler or its table, and the answer.

What concerns every command, and handlers that need no table's mailbox, belong here; platforms and pictures do not.
"""
