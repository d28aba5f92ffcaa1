"""Players hand on the address of their table."""
