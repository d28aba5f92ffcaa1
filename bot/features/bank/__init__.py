"""Admins grant, take and void chips."""
