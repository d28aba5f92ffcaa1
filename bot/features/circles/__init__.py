"""Groups of any platform join into a circle, with one book and the same tables in each of their chats."""
