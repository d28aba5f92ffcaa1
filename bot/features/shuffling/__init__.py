"""Players add words to the next hand."""
