"""Takes the pictures of chats in docs/pictures."""
