command-notify-me = dikabari kalau ada meja menunggu
answer-notify-off-everywhere = Kamu tidak akan dikabari lagi soal meja, di grup mana pun.
when-one-waits = di sini yang menunggu pemain, paling sering sekali sejam.
answer-notify-all = Kamu akan dikabari lewat pesan pribadi kalau ada meja { when-one-waits }
answer-notify-games = Kamu akan dikabari lewat pesan pribadi kalau ada meja { $games } { when-one-waits }
answer-notify-off = Kamu tidak akan dikabari lagi soal meja di sini.
waiting-table = Meja { $game } masih perlu pemain: { $names }.
discord-group-notify = Dikabari soal meja
