parameter-evening = meja
discord-parameter-evening = nomor mejanya; kalau kosong, yang terakhir
command-evening = hasil permainan di satu meja, dan siapa berutang ke siapa
