record-title = Ronde { $hand }: kocokannya beres
record-title-no-beacon = Ronde { $hand }: tanpa angka acak dari luar
record-title-wrong = Ronde { $hand }: kocokannya TIDAK beres
record-details-title = Ronde { $hand }: yang diperiksa
record-passed = Semua { $checks } pemeriksaan ronde { $hand } lulus.
record-means = Kartu sudah tetap sebelum ada yang menambah kata.
record-failed = { $failed } dari { $checks } pemeriksaan ronde { $hand } gagal. Jangan percayai pembagian ini:
record-number = Ronde ke-{ $number } di meja ini.
record-how = Buka filenya di browser: ronde diperiksa di situ, tanpa saya dan tanpa jaringan.
record-fingerprint = Sidik jari, sama dengan yang dipasang sebelum ronde:
record-dealt = { $name } membagi set { $pick }; kartu: { $cards }.
record-beacon-none = Tidak ada angka acak dari luar, jadi operator saya bisa saja memilih kartunya.
record-beacon-discord = Angka acak dari Discord: { $number }
record-beacon-telegram = Dadu dari Telegram: { $dice }
record-reveals-missing = { fairness-not-revealed }
record-log = Ini satu dari { $size } entri di log semua kocokan.
record-log-goes-on = Log ini melanjutkan log dengan { $size } entri, sidik jari { $root }
record-log-none = Dibagi sebelum log ini ada.
record-opened = Kartu yang terbuka dengan buktinya: { $count }.
record-all-open = Semua kartu setnya terbuka.
record-running = Rondenya masih jalan.
record-voided = Ronde ini dibatalkan. { reason-was }
record-reversed = Dibatalkan belakangan. { reason-was }
own-cards-title = Kartumu di ronde { $hand } terbukti
own-cards-title-no-beacon = Kartumu di ronde { $hand }: tanpa angka acak dari luar
own-cards-title-wrong = Kartumu di ronde { $hand } TIDAK terbukti
own-card = { $card } · kartu ke-{ $number }
own-cards-sealed = Kartu-kartu itu ada di set { $pick } waktu sidik jari ini dipasang.
checked-file = Filenya utuh dan tidak diubah.
checked-sealed = Sudah pasti untuk ronde dan aturan ini.
checked-packs = Set yang dibuka lengkap, tidak diubah.
checked-added = Kursi, kata, dan angka ikut semua.
checked-dealt = Tiap kartu ke pemain yang benar.
checked-open = Kartu yang dibuka ada di tempatnya.
checked-end = Hasil dan sambungannya cocok.
checked-log = Log semua kocokan mencatat yang sama.
fairness-title = Yang terbukti, dan yang tidak
fairness-short =
    Sebelum tiap ronde saya mengocok empat set dan memasang satu sidik jarinya. Setelah itu tidak ada kartu yang bisa diubah tanpa ketahuan.
    Lalu siapa pun boleh menambah kata dengan Kocok. Kursi, kata dan angka acak dari luar memilih set dan urutannya.
    Kartu yang ditunjukkan disertai buktinya. Buktikan kartu saya membuktikan kartumu hanya ke kamu.
    Tidak terbukti bahwa tidak ada yang mengintip: operator saya bisa.
fairness-proved =
    Terbukti:
    • Kartu sudah tetap sebelum ada yang menambah kata, dan tidak ada yang diubah.
    • Setnya lengkap. Tiga dari empat dibuka, jadi set palsu ketahuan tiga dari empat kali; tanpa angka acak dari luar, yang tahu semua kata bisa membuatnya terpilih.
    • Operator saya tidak bisa memilih kartumu kalau satu kata atau angka tidak diketahuinya.
fairness-not-proved =
    Tidak terbukti:
    • Bahwa tidak ada yang mengintip: operator saya bisa membaca kartu di memori saya.
    • Bahwa pemain tidak saling memberi tahu kartunya.
    • Bahwa semua urutan set bisa muncul: ada 2^256 kunci.
    • Bahwa operator saya tidak membantu pemain terakhir yang menambah kata: mereka bisa mencoba banyak kata. Dadu Telegram menyisakan paling banyak dua kali keberuntungan biasa, tanpa angka mereka bebas memilih, dan pemain jujur yang memotong dalam dua detik terakhir tidak menyisakan apa pun.
fairness-here = { $game }: { $disclosure ->
    [at-close] setelah ronde semua kartunya dibuka.
    [unanimous] semua kartu ronde dibuka kalau semua setuju dalam { $days } hari, dengan /disclose RONDE.
   *[never] kartu yang tidak ditunjukkan tetap tertutup. Kartumu sendiri bisa dibuktikan selama { $days } hari.
}
fairness-called-off = Ronde yang dibatalkan di sini: { NUMBER($voids) } dari { NUMBER($hands) }.
fairness-beacon = { $beacon ->
    [required] Tanpa angka acak platform tidak ada yang dibagikan di sini.
    [if-there-is-one] Ronde di sini dibagikan juga tanpa angka acak platform, tapi tidak terbukti; /verify mengatakannya.
   *[none] Platform tidak memberi angka acak di sini, jadi pembagian tidak terbukti terhadap operator saya.
}
fairness-given-up = Pembagian yang dilepas setelah ada kata: { NUMBER($given_up) }. Dibagikan tanpa angka platform: { NUMBER($without) }.
fairness-not-revealed = Angka acak yang dijanjikan tapi tidak dibuka: { NUMBER($count) }.
fairness-log =
    Satu log memuat setiap sidik jari dan pembagian dari semua grup. Log hanya bertambah, dan sesekali saya memasang panjang dan sidik jarinya.
    Kalau grup lain mencatat sidik jari lain pada panjang yang sama, saya telah menunjukkan masa lalu palsu. /verify RONDE PANJANG menunjukkan bahwa log melanjutkan log sepanjang itu.
fairness-check = Untuk memeriksa satu ronde, ketik /verify RONDE.
parameter-size = panjang
command-verify = periksa kocokan satu ronde
command-verify-mine = buktikan kartumu hanya ke kamu
command-disclose = setuju semua kartu satu ronde dibuka
command-fairness = apa yang terbukti, dan apa yang tidak
more-to-agree = Pemain yang masih perlu setuju dengan /disclose { $hand }: { $missing }.
notice-agreed = { $name } setuju semua kartu ronde { $hand } dibuka. { more-to-agree }
notice-pack-opened = Seluruh kartu ronde { $hand } sekarang terbuka: /verify { $hand }.
answer-you-agreed = Kamu setuju. { $missing ->
    [0] Seluruh kartu sekarang terbuka.
   *[other] { more-to-agree }
}
refused-nothing-to-prove = Kamu belum melihat kartumu di ronde itu. Lihat Kartu saya dulu.
refused-no-such-log-size = Log tidak pernah berisi { $size } entri. Beri angka sampai { $most }.
refused-no-record = Bukti ronde { $hand } tidak disimpan, jadi tidak bisa diperiksa.
refused-which-hand = Ronde yang mana? Ketik /verify mine dan nomor di judulnya.
refused-not-unanimous = Kartu ronde itu tidak dibuka dengan persetujuan. Lihat /fairness.
discord-group-proof = Kocokan yang jujur
