"""People read what they have done in all their hands."""
