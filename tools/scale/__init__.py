"""A hundred thousand groups on paper: an evening of theirs from a seed, beside the measured cost of an action."""
