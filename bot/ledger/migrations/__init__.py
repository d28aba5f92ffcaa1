"""The steps that bring an older database up to date; each is one file in ``versions`` and never changes again."""
