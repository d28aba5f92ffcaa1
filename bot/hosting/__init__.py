"""For whoever runs Kiu: looking after the process, its data and its platforms from outside a chat."""
