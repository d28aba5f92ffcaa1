"""Adapters of chats to the Chat protocol, one package for each platform, and their shared parts."""
