command-stats = lihat apa saja yang terjadi di semua rondemu, atau di ronde orang lain
stats-replay-hand = Ronde { $hand }
stats-title = Statistik { $name }
stats-title-game = { $game } · statistik { $name }
stats-nothing = { $name } belum menyelesaikan satu ronde pun di sini.
stats-nothing-own = Kamu belum menyelesaikan satu ronde pun di sini. Buka meja dan main: setiap ronde dihitung.
stats-footer = Yang bisa dilihat semua orang di meja
stats-footer-own = Hanya kamu yang melihat halaman ini
stats-hands = { NUMBER($hands) } ronde, menang { NUMBER($won) } ({ $share }), hasil { $net }
stats-showdown = Kartu dibuka di akhir: { NUMBER($times) } kali, { NUMBER($won) } di antaranya menang
stats-pot = Pot terbesar yang dimenangkan: { NUMBER($chips) } (ronde { $hand })
stats-win = Kemenangan terbesar: { NUMBER($chips) } (ronde { $hand })
stats-best = Kartu terbaik: { $made } (ronde { $hand })
stats-streak = Menang beruntun: { NUMBER($now) } sekarang, paling banyak { NUMBER($most) } (sampai ronde { $hand })
stats-moves = Langkah: { $moves }
stats-by-clock = Di antaranya karena waktu habis: { $moves }
stats-move = { $move } { NUMBER($times) }
stats-amount = { NUMBER($amount) }
stats-types-title = { $game } · jenis kartu { $name }
stats-types-own = { $count ->
    [0] Belum ada kartumu yang dihitung: kartu yang dilipat sebelum lengkap tidak punya jenis.
   *[other] { NUMBER($count) } kartumu, termasuk yang tidak dilihat orang lain.
}
stats-types-shown = { $count ->
    [0] Belum ada kartu yang dibuka.
   *[other] { NUMBER($count) } kartu yang dibuka untuk semua orang.
}
stats-types-odds = Garis putih adalah peluang pasti setiap jenis menurut aturan rumah yang berlaku.
stats-types-folded = Kartu lemah lebih sering dilipat sebelum lengkap, jadi kartu kuat bisa muncul lebih sering dari itu.
stats-types-without-odds = Tidak ada peluang pasti di sampingnya: pasangan di akhir tergantung apa yang kamu simpan dan klaim.
stats-type-note = { NUMBER($times) } · { $share }
stats-type-said = { $type }: { $note }.
stats-type-said-odds = { $type }: { $note }, peluang { $odds }.
stats-chart-own = Kartu
stats-chart-odds = Peluang pasti
stats-balance-title = Chipmu dari hari ke hari
stats-balance = Dari { NUMBER($first) } ({ $begun }) menjadi { NUMBER($last) } ({ $ended }); terendah { NUMBER($least) } ({ $lowest }), tertinggi { NUMBER($most) } ({ $highest }). Semua chipmu dihitung, di dompet dan di meja.
stats-day = { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] Mei
    [6] Jun
    [7] Jul
    [8] Agu
    [9] Sep
    [10] Okt
    [11] Nov
   *[12] Des
}
records-title = Rekor
records-none = Belum ada rekor: rekor mulai dari ronde pertama yang selesai.
records-select = Lihat lagi satu ronde …
records-footer = Ronde orang; pemain komputer tidak memegang rekor
records-pot = Pot terbesar: { NUMBER($chips) }, { $name } (ronde { $hand })
records-win = Kemenangan terbesar: { NUMBER($chips) }, { $name } (ronde { $hand })
records-rarest = Kartu terlangka: { $made }, sebagus itu satu kali dalam { NUMBER($deals) } pembagian, { $name } (ronde { $hand })
records-best = Kartu terbaik: { $made }, { $name } (ronde { $hand })
records-streak = Menang beruntun terbanyak: { NUMBER($times) }, { $name } (sampai ronde { $hand })
button-stats = Statistik
button-records = Rekor
button-stats-types = Jenis kartu
button-stats-balance = Chip per hari
