command-top = siapa yang memimpin, menurut chip atau kemenangan
command-season = musim yang berjalan
command-season-open = mulai sebuah musim
ranking-title = Peringkat { $by }
ranking-by-balance = menurut chip
ranking-by-week = minggu ini
ranking-by-month = bulan ini
ranking-by-season = musim ini
ranking-line = { $place }. { $name } · { $chips }{ $own ->
    [yes] { " " }(kamu)
   *[no] { "" }
}
ranking-heads = Urutan | Pemain | Chip
ranking-empty = Belum ada yang unggul atau tertinggal.
ranking-without-you = Mainkan satu ronde bersama orang lain untuk punya tempat di sini.
ranking-no-season = Tidak ada musim yang berjalan. Admin memulainya dengan /season open NAMA.
ranking-how = Menang atau kalah melawan pemain komputer tidak dihitung.
button-ranking-balance = Saldo
button-ranking-week = Minggu
button-ranking-month = Bulan
button-ranking-season = Musim
season-title = Musim
season-named = Musim { $name }
season-since = Sejak { $day }.
season-close-asked = Tutup musim ini? Tabel ini disimpan selamanya. Ronde yang masih jalan tidak dihitung.
season-reset-asked = Tutup musim ini dan samakan setiap dompet dengan { NUMBER($grant) } chip?
season-reset-moves = Dompet yang berubah: { NUMBER($wallets) }; kembali: { NUMBER($taken) } chip; diberikan: { NUMBER($given) }.
season-reset-how = Setiap perubahan tercatat di /ledger pemainnya.
season-over-title = Musim { $name } selesai
season-podium = { $place ->
    [1] Pertama
    [2] Kedua
   *[3] Ketiga
}: { $name } { $chips }
season-place = { $place }. { $name } { $chips }
season-closed-by = Ditutup oleh { $name }.
season-was-reset = Setiap dompet disamakan dengan { NUMBER($grant) } chip: lihat /ledger.
season-line = { $name }: { $opened } sampai { $closed }{ $reset ->
    [yes] , dompet disamakan
   *[no] { "" }
}
season-line-running = { $name }: sejak { $opened }, berjalan
seasons-title = Musim
seasons-none = Belum pernah ada musim.
seasons-pick = Lihat tabel sebuah musim …
notice-season-opened = { $admin } membuka musim { $name }: /top season.
refused-no-such-ranking = Tidak ada peringkat menurut “{ $ranking }”. Coba balance, week, month, atau season.
refused-no-such-season = Tidak ada musim { $number }. Lihat /seasons.
refused-season-runs-already = Musim { $name } sedang berjalan. Tutup dulu dengan /season close.
refused-bad-season-name = Nama musim terdiri dari 1 sampai { $most } huruf.
refused-season-name-taken = Musim { $name } sudah pernah ada. Pilih nama lain.
refused-no-season-runs = { ranking-no-season }
refused-season-closed-already = Musim itu sudah ditutup. Lihat /season.
refused-season-tables-open = Masih ada chip di meja yang terbuka. Tutup dulu mejanya; meja latihan boleh tetap terbuka.
parameter-by = menurut
parameter-season = musim
parameter-season-name = nama
discord-parameter-by = Menurut chip, atau menurut kemenangan minggu, bulan, atau musim ini
button-seasons = Semua musim
button-season-open = Mulai musim
button-season-close = Tutup musim …
button-season-close-now = Tutup
button-season-close-reset = Samakan dompet
button-season-reset-now = Tutup dan samakan
button-season-newer = Lebih baru
button-audit = Isi bank chip
reason-season = kembali ke chip awal setelah musim { $note }
