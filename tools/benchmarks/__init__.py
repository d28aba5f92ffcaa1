"""Kiu measured beside its peers: ``make bench``, or ``python -m tools.benchmarks [NAME …]``.

Every figure stands next to a yardstick that was measured in the same run, a slice of one after a slice of the other.
A neighbour on the machine slows both alike, so the ratio says more than either figure.
"""
