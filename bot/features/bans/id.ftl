command-ban = larang seseorang main di meja grup ini, untuk sementara atau sampai dicabut
command-unban = biarkan main lagi orang yang dilarang
command-bans = siapa yang dilarang, dan cara mencabutnya
bans-nobody = Tidak ada yang dilarang di grup ini.
bans-line = { $name }: sampai { $until }, oleh { $admin }.{ $given ->
    [yes] { " " }Alasan: { $why }
   *[no] { "" }
}
bans-line-for-good = { $name }: sampai dicabut, oleh { $admin }.{ $given ->
    [yes] { " " }Alasan: { $why }
   *[no] { "" }
}
bans-lift = Cabut: { $name }
bans-whom = Larang seseorang …
bans-how = Siapa pun yang dilarang tetap punya chipnya dan boleh membaca semuanya.
bans-how-long = Berapa lama { $name } tidak boleh main di grup ini? Ronde yang berjalan dimainkan sampai selesai, dan chipnya tetap miliknya.
bans-for-1h = 1 jam
bans-for-1d = 1 hari
bans-for-7d = 1 minggu
bans-for-30d = 30 hari
bans-for-good = Sampai dicabut
