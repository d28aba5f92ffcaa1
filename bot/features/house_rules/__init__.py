"""People read the house rules in force, and admins change them through a draft."""
