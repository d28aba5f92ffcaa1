"""Admins see the chips that were made, and for whom."""
