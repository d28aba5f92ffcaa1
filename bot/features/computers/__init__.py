"""People bring computer players to a table, and send them away."""
