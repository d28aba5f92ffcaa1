"""The program's surroundings: time, entropy, settings, the log, and the lock of a bot token.

Nothing here knows tables, chats or chips; tests pass a clock and an entropy of their own instead.
"""
