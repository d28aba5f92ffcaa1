"""Hosts have machine, data and platforms examined; every start examines the data folder."""
