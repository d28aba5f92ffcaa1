"""Programs for those who change Kiu: simulated worlds, benchmarks, mutants and releases."""
