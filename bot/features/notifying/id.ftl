command-notify-me = dikabari kalau ada meja menunggu
answer-notify-off-everywhere = Kamu tidak akan dikabari lagi soal meja, di grup mana pun.
answer-notify = Kamu akan dikabari lewat pesan pribadi kalau ada meja { $games ->
    [all] di sini
   *[other] { $games } di sini
} yang menunggu pemain, paling sering sekali sejam.
answer-notify-off = Kamu tidak akan dikabari lagi soal meja di sini.
waiting-table = Meja { $game } masih perlu pemain: { $names }.
discord-group-notify = Dikabari soal meja
