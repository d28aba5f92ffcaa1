parameter-evening = meja
discord-parameter-evening = nomor mejanya; kalau kosong, yang terakhir
command-evening = hasil permainan di satu meja, dan siapa berutang ke siapa
command-settle = siapa berutang ke siapa sejak lunas terakhir, dalam chip mainan
parameter-until = sampai
parameter-since = sejak
evening-title = { NUMBER($hands) } ronde dimainkan. Chip di akhir:
evening-line = { $name } · { NUMBER($chips) } · { $net }
evening-short = { $name } { $net }
evening-title-so-far = { $hands ->
    [0] Belum ada ronde yang selesai. Chip sekarang:
   *[other] { NUMBER($hands) } ronde sejauh ini. Chip sekarang:
}
evening-hands = { hands-counted }
evening-player = { $name }: { $net }
evening-chips = { NUMBER($brought) } → { NUMBER($has) }
evening-reversed = dibatalkan kemudian: { $net }
evening-hands-won = { NUMBER($hands) } ronde, menang { NUMBER($won) }
evening-hands-short = { NUMBER($won) } dari { NUMBER($hands) }
evening-biggest-pot = pot terbesar { NUMBER($amount) }
evening-biggest-win = menang terbesar { NUMBER($amount) }
evening-biggest-short = maks { NUMBER($amount) }
evening-best = terbaik { $label }
evening-legend = { $pot ->
    [yes] awal → akhir · menang · pot terbesar · kartu terbaik
   *[other] awal → akhir · ronde menang · terbesar · kartu terbaik
}
evening-more = dan { NUMBER($count) } lagi
evening-practice = Chip latihan: tidak dihitung, jadi tidak ada yang berutang.
picture-evening = { $title }, { $hands }. Menang atau kalah, dibawa → di akhir:
settle-title = Hitung-hitungan, dalam chip mainan:
settle-line = { $debtor } berutang { NUMBER($amount) } ke { $creditor }
settle-short = { $debtor } → { $creditor } { NUMBER($amount) }
settle-nobody = Tidak ada yang berutang.
settle-odd = { NUMBER($count) } chip ganjil tidak ditanggung siapa pun.
settle-computers = Ronde dengan pemain komputer tidak dihitung.
button-evening-older = ◂ Lebih lama
button-evening-newer = Lebih baru ▸
button-evening-text = Sebagai teks
button-evening-picture = Sebagai gambar
refused-no-evening = Di sini belum ada ronde yang bisa diceritakan.
settle-page-title = Hitung-hitungan
settle-today = Hari ini sejak tengah malam:
settle-this-week = Minggu ini, sejak Senin:
settle-since-ever = Sejak awal, karena belum ada yang ditandai lunas:
settle-since-mark = Sejak lunas terakhir, { $day }, { $time }:
settle-ask = Semua sudah lunas? Mulai sekarang hanya kemenangan berikutnya yang dihitung.
button-settle-mark = Sejak terakhir
button-settle-day = Hari ini
button-settle-week = Minggu ini
button-settle-done = Tandai lunas
button-settle-back = Batalkan tanda lunas
button-settle-sure = Ya, semua lunas
notice-settled = { by-admin } menandai semua chip mainan lunas sampai saat ini.
notice-unsettled = { by-admin } membatalkan tanda lunas terakhir: utang sebelum itu berlaku lagi.
notice-settle-agreed = { $name } bilang semua chip mainan sudah lunas. Itu berlaku kalau mereka ini setuju lewat /settle, atau seorang admin: { $missing }
answer-settle-agreed = Dicatat. Yang masih perlu setuju, atau seorang admin: { $missing }
answer-unsettled = Tanda lunas dibatalkan. Semua sudah diberi tahu.
answer-settled = Sudah ditandai lunas. Semua sudah diberi tahu.
refused-settle-changed = Sementara itu ada yang ditandai lunas. Lihat lagi dengan /settle.
refused-settle-others = Hanya admin, atau semua yang utang-piutangnya dihitung bersama-sama, yang bisa menandai lunas.
button-settle = Hitung-hitungan
