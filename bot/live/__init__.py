"""Display of durable changes in the chats: live messages, private hands, turn pings and deal closings."""
