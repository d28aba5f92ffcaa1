"""Cards tell how an evening went, and people settle who owes whom."""
