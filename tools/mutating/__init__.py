"""Mutation testing: small faults are planted into a file one after the other, and a test has to notice each of them.

Run as ``python -m tools.mutating engine/pots.py``; no part of Kiu, and not of the tests that every commit has to pass.
"""
