"""Koo Kiew: its cards, rules, ranking, odds, settlement, rounds and computer player. It imports no other game."""
