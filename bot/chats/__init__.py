"""The chats in which Kiu is played: each keeps the Chat protocol and hands commands to the dispatcher.

One package for each platform, and beside them what platforms share: rate limits, retries, fitting, errors. A chat turns
messages into what its platform shows and what people do into commands. No rule of a game and no sentence belongs here.
"""
