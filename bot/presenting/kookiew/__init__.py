"""Koo Kiew in messages."""
