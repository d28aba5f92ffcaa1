command-notify-me = dikabari kalau ada meja menunggu
