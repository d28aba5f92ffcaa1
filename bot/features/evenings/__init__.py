"""Cards tell how an evening went."""
