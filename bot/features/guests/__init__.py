"""Guests watch or play on the page by a link, once an admin lets them in."""
