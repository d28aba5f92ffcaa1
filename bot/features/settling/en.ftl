command-settle = who owes whom since the last settling, in play chips
parameter-until = until
parameter-since = since
