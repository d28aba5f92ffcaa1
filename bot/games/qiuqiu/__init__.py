"""QiuQiu's presenter, pictures and words, which no other game may import."""
