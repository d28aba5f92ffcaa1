"""The drawn table: one living page for everybody, beside the chats."""
