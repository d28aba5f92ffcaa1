command-notify-me = dikabari kalau ada meja menunggu
answer-notify-off-everywhere = Kamu tidak akan dikabari lagi soal meja, di grup mana pun.
