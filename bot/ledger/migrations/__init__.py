"""The baseline that makes a new database, and the steps that bring an older one up to date."""
