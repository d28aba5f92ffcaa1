"""Rankings tell who leads a group, and seasons begin and end them."""
