command-top = siapa yang memimpin, menurut chip, atau menurut kemenangan minggu ini, bulan ini, atau musim ini
command-season = musim yang berjalan dan peringkatnya
command-season-open = mulai sebuah musim
command-season-close = tutup musim, setelah pratinjau
ranking-title = Peringkat { $by }
ranking-by-balance = menurut chip
ranking-by-week = minggu ini
ranking-by-month = bulan ini
ranking-by-season = musim ini
ranking-line = { $place }. { $name } · { $chips }{ $own ->
    [yes] { " " }(kamu)
   *[no] { "" }
}
ranking-empty = Belum ada yang unggul atau tertinggal.
ranking-without-you = Kamu belum punya tempat di sini. Mainkan satu ronde bersama orang lain.
ranking-no-season = Tidak ada musim yang berjalan. Admin memulainya dengan /season open NAMA.
ranking-how = Pemain komputer tidak punya tempat di sini, dan menang atau kalah melawan mereka tidak dihitung.
button-ranking-balance = Saldo
button-ranking-week = Minggu
button-ranking-month = Bulan
button-ranking-season = Musim
season-title = Musim
season-named = Musim { $name }
season-none = Tidak ada musim yang berjalan.
season-how-to-open = Musim adalah waktu dengan peringkatnya sendiri. Tekan tombolnya, atau ketik /season open NAMA.
season-since = Sejak { $day }.
season-close-asked = Tutup musim ini? Tabel akhirnya, seperti di bawah, disimpan selamanya, dan semua diberi tahu. Ronde yang masih dimainkan tidak dihitung.
season-reset-asked = Tutup musim ini dan samakan setiap dompet dengan { NUMBER($grant) } chip?
season-reset-moves = { $wallets ->
    [0] Tidak ada dompet yang berubah.
   *[other] { NUMBER($wallets) } dompet berubah: { NUMBER($taken) } chip kembali, { NUMBER($given) } diberikan.
}
season-reset-tables = Masih ada chip di { $tables } meja yang terbuka. Tutup dulu mejanya, lalu samakan dompet; meja latihan boleh tetap terbuka.
season-reset-how = Setiap perubahan tercatat di /ledger pemainnya.
season-over-title = Musim { $name } selesai
season-podium = { $place ->
    [1] Pertama
    [2] Kedua
   *[3] Ketiga
}: { $name } { $chips }
season-place = { $place }. { $name } { $chips }
season-closed-by = Ditutup oleh { $name }.
season-was-reset = Setiap dompet disamakan dengan { NUMBER($grant) } chip; /ledger menunjukkan setiap perubahan.
season-line = { $name }: { $opened } sampai { $closed }{ $reset ->
    [yes] , dompet disamakan
   *[no] { "" }
}
season-line-running = { $name }: sejak { $opened }, berjalan
seasons-title = Musim
seasons-none = Belum pernah ada musim.
seasons-pick = Lihat tabel sebuah musim …
notice-season-opened = Musim { $name } dimulai, dibuka oleh { $admin }. /top season menunjukkan siapa yang memimpin.
refused-no-such-ranking = Tidak ada peringkat menurut “{ $ranking }”. Coba /top balance, week, month, atau season.
refused-no-such-season = Tidak ada musim { $number }. /seasons menunjukkan semuanya.
refused-season-runs-already = Musim { $name } sedang berjalan. Tutup dulu dengan /season close.
refused-bad-season-name = Nama musim terdiri dari 1 sampai { $most } huruf.
refused-season-name-taken = Musim { $name } sudah pernah ada. Pilih nama lain.
refused-no-season-runs = Tidak ada musim yang berjalan. Mulai dengan /season open NAMA.
refused-season-closed-already = Musim itu sudah ditutup. /season menunjukkan yang berjalan.
refused-season-tables-open = Masih ada chip di meja yang terbuka. Tutup dulu mejanya, lalu samakan dompet; meja latihan boleh tetap terbuka.
parameter-by = menurut
parameter-season = musim
parameter-season-name = nama
discord-parameter-by = Menurut chip, atau menurut kemenangan minggu ini, bulan ini, atau musim ini
discord-parameter-season = Nomor musim, seperti di pratinjau
discord-parameter-season-name = Nama musimnya
button-seasons = Semua musim
button-season-open = Mulai musim
button-season-close = Tutup musim …
button-season-close-now = Tutup
button-season-close-reset = Samakan dompet
button-season-reset-now = Tutup dan samakan
button-season-older = Lebih lama
button-season-newer = Lebih baru
button-page-back = Tempat di atas
button-page-on = Tempat di bawah
button-audit = Isi bank chip
reason-season = kembali ke chip awal setelah musim { $note }
