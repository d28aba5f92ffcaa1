"""Learners get a hint at a practice table."""
