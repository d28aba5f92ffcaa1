"""One file for each change of the schema, in order; a published one is never edited."""
