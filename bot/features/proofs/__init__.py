"""People check that a hand was dealt fairly."""
