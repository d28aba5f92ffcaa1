record-title = Ronde { $hand }: kocokannya beres
record-title-no-beacon = Ronde { $hand }: tanpa angka acak dari luar
record-title-wrong = Ronde { $hand }: kocokannya TIDAK beres
record-details-title = Ronde { $hand }: yang diperiksa
record-passed = Semua { $checks } pemeriksaan ronde { $hand } lulus.
record-means = Kartu sudah tetap sebelum ada yang menambah kata, dan tidak pernah diubah.
record-failed = { $failed } dari { $checks } pemeriksaan ronde { $hand } gagal. Jangan percayai pembagian ini:
record-number = { $first ->
    [yes] Ronde pertama di meja ini.
   *[no] Ronde ke-{ $number } di meja ini.
}
record-how = Buka berkasnya di browser: ronde diperiksa di situ, tanpa saya dan tanpa jaringan.
record-fingerprint = Sidik jari (harus sama dengan yang dipasang sebelum ronde):
record-dealt = { $name } membagi { $cards } kartu dari set { $pick }.
record-beacon-none = Tidak ada angka acak dari luar, jadi yang menjalankan saya bisa saja memilih siapa dapat kartu apa.
record-beacon-discord = Angka acak dari Discord: { $number }
record-beacon-telegram = Dadu dari Telegram: { $dice }
record-reveals-missing = Angka acak yang dijanjikan tapi tidak dibuka: { $count }.
record-log = Tercatat di log semua kocokan, isinya { $size } entri.
record-log-goes-on = Log ini melanjutkan log dengan { $size } entri, sidik jari { $root }
record-log-none = Dibagi sebelum log semua kocokan ada.
record-opened = Kartu yang terbuka dengan buktinya: { $count }.
record-all-open = Semua kartu setnya terbuka.
record-running = Rondenya masih jalan.
record-voided = Ronde ini dibatalkan. Alasan: { $reason }
record-reversed = Dibatalkan belakangan. Alasan: { $reason }
own-cards-title = Kartumu di ronde { $hand } terbukti
own-cards-title-no-beacon = Kartumu di ronde { $hand }: tanpa angka acak dari luar
own-cards-title-wrong = Kartumu di ronde { $hand } TIDAK terbukti
own-card = { $card } · kartu ke-{ $number }
own-cards-sealed = Kartu-kartu itu sudah ada di set { $pick } waktu sidik jari ini dipasang.
checked-file = Filenya utuh dan tidak diubah.
checked-sealed = Sudah pasti untuk ronde dan aturan ini.
checked-packs = Set yang dibuka lengkap, tidak diubah.
checked-added = Kursi, kata, dan angka ikut semua.
checked-dealt = Tiap kartu ke pemain yang benar.
checked-open = Kartu yang dibuka ada di tempatnya.
checked-end = Hasil dan sambungannya cocok.
checked-log = Log semua kocokan mencatat yang sama.
fairness-title = Yang terbukti di sini, dan yang tidak
fairness-short =
    Sebelum tiap ronde saya mengocok empat set dan memasang satu sidik jarinya. Setelah itu tidak ada kartu yang bisa diubah tanpa ketahuan.
    Lalu siapa pun boleh menambah kata dengan Kocok. Kursi, kata dan angka acak dari luar memilih set dan urutannya.
    Tidak terbukti bahwa tidak ada yang mengintip: yang menjalankan saya bisa.
fairness-how =
    Sebelum tiap ronde saya mengocok empat set dan memasang satu sidik jari untuk semuanya. Sejak itu tidak ada kartu yang bisa diubah tanpa ketahuan.
    Lalu kamu boleh menambah kata dengan Kocok. Sidik jari, kursi, kata dan angka acak atau dadu dari platform memilih satu set dan mengurutkannya lagi. Set lainnya dibuka, supaya terlihat lengkap.
    Kartu yang ditunjukkan dibuka dengan buktinya. Buktikan kartu saya membuktikan kartumu hanya ke kamu.
fairness-proved =
    Terbukti:
    • Kartu sudah tetap sebelum ada yang menambah kata, dan tidak ada yang diubah kemudian.
    • Setnya lengkap. Tiga dari empat dibuka, jadi set palsu ketahuan tiga dari empat kali. Tanpa angka acak dari luar, yang tahu semua kata sebelumnya bisa membuat set palsu terpilih.
    • Yang menjalankan saya tidak bisa memilih kartumu kalau satu kata atau angka tidak diketahuinya. Kata yang tidak bisa ditebak paling kuat.
fairness-not-proved =
    Tidak terbukti:
    • Bahwa tidak ada yang mengintip: yang menjalankan saya bisa membaca kartu di memori saya.
    • Bahwa pemain tidak saling memberi tahu kartunya.
    • Bahwa yang menjalankan saya tidak bersekongkol dengan pemain terakhir yang menambah kata: mereka bisa mencoba banyak kata. Dadu Telegram menyisakan paling banyak dua kali keberuntungan biasa di meja berenam; tanpa angka dari platform mereka bisa memilih. Pemain jujur yang memotong dalam dua detik terakhir tidak menyisakan apa pun.
    • Bahwa semua urutan set bisa muncul: ada 2^256 kunci, lebih sedikit dari urutan 120 kartu. Tapi 16 kartu mana pun bisa dibagikan ke kamu.
fairness-here = { $disclosure ->
    [at-close] Di sini ({ $game }): setelah ronde semua kartunya dibuka.
    [unanimous] Di sini ({ $game }): semua kartu ronde dibuka kalau semua yang dapat kartu setuju dalam { $days } hari, dengan /disclose RONDE.
   *[never] Di sini ({ $game }): kartu yang tidak ditunjukkan tetap tertutup. Kartumu sendiri bisa dibuktikan selama { $days } hari.
}
fairness-called-off = Ronde yang dibatalkan di sini: { NUMBER($voids) } dari { NUMBER($hands) }.
fairness-called-off-how = Kalau ronde dihentikan, semua taruhan kembali dan semua diberi tahu siapa pelakunya. Kalau hasilnya dibatalkan, menang dan kalah dikembalikan. Tidak ada kartu yang dibuka.
fairness-beacon = { $beacon ->
    [required] Tanpa angka acak platform tidak ada yang dibagikan di sini: pembagian dilepas dan set baru dikocok.
    [if-there-is-one] Ronde di sini dibagikan juga tanpa angka acak platform. Maka tidak terbukti, dan /verify mengatakannya.
   *[none] Platform tidak memberi angka acak di sini, jadi pembagian tidak terbukti terhadap yang menjalankan saya.
}
fairness-given-up = Pembagian yang dilepas setelah ada kata: { NUMBER($given_up) }. Ronde tanpa angka platform: { NUMBER($without) }.
fairness-not-revealed = Angka acak yang dijanjikan tapi tidak dibuka: { NUMBER($count) }.
fairness-log =
    Satu log memuat setiap sidik jari dan setiap pembagian yang ditutup, dilepas atau dibatalkan, di semua grup. Log hanya bertambah, dan sesekali saya memasang panjang dan sidik jarinya.
    Kalau grup lain mencatat panjang yang sama dengan sidik jari lain, saya telah menunjukkan masa lalu palsu. Kalau panjangnya beda, /verify RONDE PANJANG dengan panjang mereka menunjukkan bahwa log melanjutkannya.
fairness-check = Untuk memeriksa satu ronde, ketik /verify RONDE.
parameter-size = panjang
command-verify = periksa kocokan satu ronde, dan ambil catatannya
command-verify-mine = buktikan kartumu sendiri
command-disclose = setuju semua kartu satu ronde dibuka
command-fairness = apa yang terbukti di sini, dan apa yang tidak
discord-parameter-size = Panjang log yang pernah dicatat
notice-agreed = { $name } setuju semua kartu ronde { $hand } dibuka. Masih perlu { $missing } pemain lagi: /disclose { $hand }.
notice-pack-opened = Semua sudah setuju: seluruh kartu ronde { $hand } sekarang terbuka. Lihat dengan /verify { $hand }.
answer-you-agreed = Kamu setuju. { $missing ->
    [0] Semua sudah setuju, jadi seluruh kartu sekarang terbuka.
   *[other] Masih perlu { $missing } pemain lagi.
}
refused-nothing-to-prove = Kamu belum melihat kartumu di ronde itu. Lihat Kartu saya dulu.
refused-no-such-log-size = Log tidak pernah berisi { $size } catatan. Sekarang { $most }; beri angka yang lebih kecil.
refused-no-record = Bukti ronde { $hand } tidak disimpan, jadi tidak bisa diperiksa.
refused-which-hand = Ronde yang mana? Ketik /verify mine dan nomor di judul rondenya.
refused-not-unanimous = Menurut aturan ronde itu, kartu tidak dibuka dengan persetujuan. Lihat /fairness.
refused-hand-not-over = Ronde itu belum selesai. Coba lagi nanti.
refused-agreed-already = Kamu sudah setuju. Sekarang tunggu yang lain.
discord-group-proof = Kocokan yang jujur: periksa sendiri
