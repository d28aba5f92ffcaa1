"""People read what is stored of them, export it, and are forgotten."""
