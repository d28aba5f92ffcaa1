command-notify-me = be told when a table waits for players
command-notify-off = stop being told
