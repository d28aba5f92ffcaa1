"""A table as a value: its chairs, chips, rules and running hand, and every step that it can take."""
