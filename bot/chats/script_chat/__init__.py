"""A chat that is played from a file of lines and prints what everybody sees.

For transcripts, demonstrations and tests: the only chat that may look into a table, to stack its packs.
"""
