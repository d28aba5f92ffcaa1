command-notify-me = be told when a table waits for players
answer-notify-off-everywhere = You won't be told of tables any more, in any group.
button-notify-off = Stop telling me
answer-notify-all = You'll be told in private when a table here waits for players, at most once an hour.
answer-notify-games = You'll be told in private when a table of { $games } waits here for players, at most once an hour.
answer-notify-off = You won't be told of tables here any more.
waiting-table = { $names } { $count ->
    [one] waits
   *[other] wait
} at a { $game } table: more players are needed.
discord-group-notify = Be told of tables that wait for players
