command-notify-me = dikabari kalau ada meja menunggu
answer-notify-off-everywhere = Kamu tidak akan dikabari lagi soal meja, di grup mana pun.
button-notify-off = Jangan kabari lagi
answer-notify-all = Kamu akan dikabari lewat pesan pribadi kalau ada meja di sini yang menunggu pemain, paling sering sekali sejam.
answer-notify-games = Kamu akan dikabari lewat pesan pribadi kalau ada meja { $games } di sini yang menunggu pemain, paling sering sekali sejam.
answer-notify-off = Kamu tidak akan dikabari lagi soal meja di sini.
waiting-table = { $names } { $count ->
   *[other] menunggu
} di meja { $game }: masih perlu pemain.
discord-group-notify = Dikabari soal meja yang menunggu pemain
