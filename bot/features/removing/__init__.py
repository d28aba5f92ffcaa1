"""The host removes players from a table for a while, and readmits them."""
