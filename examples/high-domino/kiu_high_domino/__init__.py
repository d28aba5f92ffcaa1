"""High Domino: one domino each, and the highest takes the pot."""
