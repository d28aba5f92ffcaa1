"""People look at their chips, fill them up once a day, and give some away."""
