"""What a group sees while it plays: the live message of each table, private hands, turn pings and deal closings.

Only what is durable is shown; nothing here decides anything about a table.
"""
