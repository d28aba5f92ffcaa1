"""People and groups choose the language that Kiu speaks with them."""
