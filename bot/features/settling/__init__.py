"""People settle who owes whom."""
