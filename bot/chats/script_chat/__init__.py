"""A chat that is played from a file of lines and prints what everybody sees."""
