command-ban = keep somebody from the tables of this group, for a time or until it is lifted
command-unban = let somebody play again who is banned
command-bans = who is banned, and lifting it
bans-nobody = Nobody is banned in this group.
bans-line = { $name }: until { $until }, by { $admin }.{ $given ->
    [yes] { " " }Reason: { $why }
   *[no] { "" }
}
bans-line-for-good = { $name }: until it is lifted, by { $admin }.{ $given ->
    [yes] { " " }Reason: { $why }
   *[no] { "" }
}
bans-lift = Lift: { $name }
bans-whom = Ban somebody …
bans-how = Whoever is banned keeps their chips and may read everything.
bans-how-long = For how long can't { $name } play in this group? A running hand is played to its end, and their chips stay theirs.
bans-for-1h = 1 hour
bans-for-1d = 1 day
bans-for-7d = 1 week
bans-for-30d = 30 days
bans-for-good = Until lifted
