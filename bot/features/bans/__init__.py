"""Admins ban members, and lift bans."""
