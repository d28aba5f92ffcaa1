"""The host pauses a table, and resumes it."""
