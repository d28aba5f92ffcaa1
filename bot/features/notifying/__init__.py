"""People are told of tables that wait for players."""
