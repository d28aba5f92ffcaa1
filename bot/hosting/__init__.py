"""Care for the process, its data and its platforms from outside a chat."""
