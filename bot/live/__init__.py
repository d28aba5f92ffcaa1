"""Display of tables in their chats: live messages, private hands, turn pings and deal closings.

Only durable changes are shown; sentences come from ``presenting``, delivery from ``chats``.
"""
