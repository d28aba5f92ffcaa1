"""Admins see marks of chips that were dumped or given away."""
