"""Koo Kiew in messages: everything that only Koo Kiew needs, and no other game may import."""
