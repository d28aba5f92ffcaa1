command-notify-me = be told when a table waits for players
answer-notify-off-everywhere = You won't be told of tables any more, in any group.
answer-notify = You'll be told in private when a table { $games ->
    [all] here
   *[other] of { $games } here
} waits for players, at most once an hour.
answer-notify-off = You won't be told of tables here any more.
waiting-table = A { $game } table needs more players: { $names }.
discord-group-notify = Be told of tables
