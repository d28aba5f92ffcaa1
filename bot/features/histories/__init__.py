"""People follow hands that are over again, share them, and show their cards."""
