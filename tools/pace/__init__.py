"""Evenings on the doubles of both platforms at the pace of people, in virtual time: ``python -m tools.pace``."""
