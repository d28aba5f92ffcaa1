"""The program's surroundings: time, entropy, settings, log, token lock. Tests pass their own clock and entropy."""
