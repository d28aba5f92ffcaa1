"""QiuQiu in messages."""
