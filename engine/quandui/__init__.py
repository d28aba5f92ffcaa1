"""Quan Dui: its cards, pairs, claims, rules, rounds and computer player. It imports no other game."""
