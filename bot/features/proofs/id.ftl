record-title = Ronde { $hand }: kocokannya beres
record-title-no-beacon = Ronde { $hand }: tanpa angka acak dari luar
record-title-wrong = Ronde { $hand }: kocokannya TIDAK beres
record-details-title = Ronde { $hand }: yang diperiksa
record-passed = Semua { $checks } pemeriksaan ronde { $hand } lulus.
record-means = Kartunya sudah pasti sebelum ada yang menambah kata, dan tidak ada yang mengubahnya.
record-failed = { $failed } dari { $checks } pemeriksaan ronde { $hand } gagal. Jangan percaya kocokan ini:
record-number = { $first ->
    [yes] Ronde pertama di meja ini.
   *[no] Ronde ke-{ $number } di meja ini.
}
record-how = Buka file ini di browser: rondenya diperiksa di sana, tanpa saya dan tanpa internet.
record-fingerprint = Sidik jari (harus sama dengan yang dipasang sebelum ronde):
record-dealt = { $name } membagi { $cards } kartu dari set { $pick }.
record-beacon-none = Tidak ada angka acak dari luar, jadi yang menjalankan saya bisa saja memilih siapa dapat kartu apa.
record-beacon-discord = Angka acak dari Discord: { $number }
record-beacon-telegram = Dadu dari Telegram: { $dice }
record-reveals-missing = { $count } pemain janji memberi angka acak sendiri tapi tidak membukanya.
record-log = Tercatat di log semua kocokan, isinya { $size } entri.
record-log-goes-on = Log ini melanjutkan log dengan { $size } entri, sidik jari { $root }
record-log-none = Dibagi sebelum log semua kocokan ada.
record-opened = { $count ->
    [0] Belum ada kartu terbuka.
   *[other] { $count } kartu terbuka, dengan bukti.
}
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
    Sebelum setiap ronde saya mengocok empat set kartu dan memasang satu sidik jarinya: baris dengan gembok. Setelah itu tidak ada kartu yang bisa diubah tanpa ketahuan.
    Lalu siapa pun boleh menambah satu kata dengan Kocok. Kursi, kata, dan angka acak dari luar memilih set dan urutannya.
    Jadi kartunya tidak diubah. Yang tidak terbukti: bahwa tidak ada yang mengintip. Yang menjalankan saya bisa melihatnya.
fairness-how =
    Sebelum setiap ronde, saya mengocok empat set kartu lengkap, mengunci tiap kartunya, dan memasang satu sidik jari untuk semuanya. Sejak itu tidak ada kartu yang bisa diganti tanpa ketahuan.
    Lalu kamu boleh ikut mengocok dengan satu kata: tekan Kocok, atau ketik /shuffle KATA. Waktu kocokan ditutup, sidik jari, kursi, kata-kata kalian, dan angka acak dari Discord atau dadu dari Telegram memilih satu dari empat set dan mengubah urutannya. Tiga set lainnya dibuka, supaya semua bisa melihat bahwa isinya lengkap.
    Kartu yang dibuka atau dibuang selalu disertai bukti. Buktikan kartu saya memberi bukti kartumu sendiri, hanya untukmu. Kartu yang tidak dibuka siapa pun tetap tertutup.
fairness-proved =
    Yang terbukti:
    • Kartunya sudah pasti sebelum siapa pun menambah kata, dan tidak ada yang diganti setelah itu.
    • Setnya lengkap. Tiga dari empat dibuka setelahnya, jadi set yang dicurangi ketahuan tiga dari empat kali. Tanpa angka acak dari luar, yang tahu semua kata sebelumnya bisa membuat set yang dicurangi terpilih: 14 pilihan kata cukup untuk 98 dari 100 ronde.
    • Kalau satu kata atau angka saja tidak diketahui orang yang menjalankan saya, ia tidak bisa memilihkan kartumu. Menekan Kocok menambah nomor dari aplikasi chat. Katamu sendiri yang tidak bisa ditebak lebih kuat.
fairness-not-proved =
    Yang tidak terbukti:
    • Bahwa tidak ada yang mengintip. Yang menjalankan saya bisa membaca kartu di memori saya.
    • Bahwa pemain tidak saling memberi tahu kartunya.
    • Bahwa yang menjalankan saya tidak bersekongkol dengan penambah kata terakhir. Berdua mereka bisa mencoba banyak kata sampai dapat kartu bagus. Dengan dadu Telegram pun untung mereka bisa sampai dua kali lipat di meja enam orang. Kalau terlalu ramai tidak ada dadu, dan /verify mengatakannya. Kalau tidak ada angka dari luar, seperti di ruang lokal, mereka bisa memilih. Kalau pemotong yang jujur memotong di dua detik terakhir, mereka tidak dapat apa-apa.
    • Bahwa semua urutan kartu bisa muncul. Ada 2^256 kunci, dan urutan 120 kartu Quan Dui lebih banyak dari itu. Tapi 16 kartu mana pun bisa jadi kartumu.
fairness-here = { $disclosure ->
    [at-close] Di sini ({ $game }): begitu ronde selesai, semua kartunya dibuka.
    [unanimous] Di sini ({ $game }): semua kartu satu ronde dibuka hanya kalau semua yang ikut setuju dalam { $days } hari, dengan /disclose RONDE. Setelah itu kuncinya dimusnahkan.
   *[never] Di sini ({ $game }): kartu yang tidak dibuka siapa pun tetap tertutup. Kuncinya dimusnahkan setelah { $days } hari; sampai saat itu kartumu sendiri masih bisa dibuktikan.
}
fairness-called-off = { $voids ->
    [0] Di sini belum ada ronde yang dibatalkan, dari { NUMBER($hands) } sejauh ini.
   *[other] Di sini { NUMBER($voids) } ronde dibatalkan, dari { NUMBER($hands) } sejauh ini.
}
fairness-called-off-how = Kalau ronde dibatalkan di tengah jalan, semua taruhan kembali dan semua diberi tahu siapa yang melakukannya, jadi tidak bisa dilakukan diam-diam. Tidak ada kartu yang dibuka karenanya. Kalau dibatalkan setelah selesai, menang dan kalahnya kembali dan tidak ada kartu yang dibuka.
fairness-beacon = { $beacon ->
    [required] Di sini kartu tidak dibagi tanpa angka acak dari aplikasi chat. Kalau angkanya tidak datang, kocokan dibatalkan dan set kartu baru dikocok.
    [if-there-is-one] Di sini ronde tetap dibagi walaupun angka acak dari aplikasi chat tidak datang. Kocokan seperti itu tidak terbukti, dan /verify mengatakannya.
   *[none] Aplikasi chat di sini tidak punya angka acak. Jadi tidak ada kocokan yang terbukti terhadap yang menjalankan saya, dan /verify mengatakannya.
}
fairness-given-up = Kocokan yang dibatalkan setelah ada kata ditambahkan, sejauh ini: { NUMBER($given_up) }. Ronde yang dibagi tanpa angka acak dari aplikasi chat: { NUMBER($without) }.
fairness-not-revealed = Angka acak yang dijanjikan pemain tapi tidak dibuka, sejauh ini: { NUMBER($count) }.
fairness-log =
    Satu log berisi setiap sidik jari, setiap kocokan yang ditutup, dan setiap ronde atau kocokan yang dibatalkan, di semua grup tempat saya ada. Log itu hanya bisa bertambah. Sesekali, bersama hasil ronde, saya memasang panjangnya dan sidik jari seluruh isinya.
    Kalau grup lain mencatat panjang yang sama tapi sidik jari yang lain, salah satu dari kalian mendapat riwayat palsu. Kalau panjangnya berbeda, ketik /verify RONDE PANJANG dengan panjang yang mereka catat: itu menunjukkan bahwa log ini melanjutkan log mereka.
fairness-check = Untuk memeriksa satu ronde, ketik /verify RONDE.
parameter-size = panjang
command-verify = periksa kocokan satu ronde, dan ambil catatannya
command-verify-mine = buktikan kartumu sendiri
command-disclose = setuju semua kartu satu ronde dibuka
command-fairness = apa yang terbukti di sini, dan apa yang tidak
discord-parameter-size = Panjang log yang pernah dicatat
