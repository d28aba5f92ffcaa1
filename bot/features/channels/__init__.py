"""Admins choose the channels in which tables may be opened."""
