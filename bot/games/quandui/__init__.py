"""Quan Dui in messages: everything that only Quan Dui needs, and no other game may import."""
