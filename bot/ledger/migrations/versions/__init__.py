"""One file for each change of the released schema, in order."""
