"""The chats in which Kiu is played: each keeps the Chat protocol and hands commands to the dispatcher."""
