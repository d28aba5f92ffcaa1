"""QiuQiu in messages: everything that only QiuQiu needs, and no other game may import."""
