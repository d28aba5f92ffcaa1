"""What a group sees while it plays: the live messages of each table, private hands, turn pings and deal closings.

Here belongs when and where a message is posted, edited, removed or retried. Only what is durable is shown. Nothing here
decides anything about a table, writes a sentence (``presenting`` does) or knows how a platform works (``chats`` does).
"""
