command-notify-me = dikabari kalau ada meja menunggu
command-notify-off = tidak dikabari lagi
