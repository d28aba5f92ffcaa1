command-settle = who owes whom since the last settling, in play chips
command-settle-day = who owes whom since midnight
command-settle-week = who owes whom since Monday
command-settle-mark = mark what was won so far as settled
parameter-until = until
parameter-since = since
discord-parameter-until = Filled in by the button
discord-parameter-since = Filled in by the button
