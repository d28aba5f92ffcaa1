command-audit = what the mint gave each player
audit-title = What the mint gave
audit-of-start = starting chips
audit-of-daily = daily chips
audit-of-admins = from admins
audit-of-seasons = after seasons
audit-of-others = corrections
audit-source = { $chips } { $source }
audit-part = { $source } { $chips }
audit-to-computers = to computer players
audit-to-practice = at practice tables now
audit-odd-chips = odd chips of hands, given back
audit-given = Given in all: { NUMBER($chips) }
audit-held = Held in all: { NUMBER($total) } (wallets { NUMBER($wallets) }, tables { NUMBER($tables) }, practice { NUMBER($practice) }). { $sums ->
    [yes] It adds up.
   *[no] It does not add up. Stop Kiu and restore a backup.
}
audit-from-computers = Besides, people won { $chips } from computer players.
audit-player = { $name } · { NUMBER($given) }{ $several ->
    [yes] { " " }({ $parts })
   *[no] { "" }
}{ $farmed ->
    [no] { "" }
   *[yes] { " " }· from computer players { $computers }
}
