"""Quan Dui in messages."""
