"""A chat played from a script and printed, for transcripts, demonstrations and tests; it alone may stack packs."""
