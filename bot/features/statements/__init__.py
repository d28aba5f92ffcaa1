"""People read every change of their chips."""
