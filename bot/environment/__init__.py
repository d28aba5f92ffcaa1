"""What comes from outside the program: time, entropy, settings, the log, and the lock that a token is held by.

Nothing here knows of tables, chats or chips; tests put their own clock and entropy in its place.
"""
