command-integrity = bagaimana chip berpindah antarorang, secara pribadi
parameter-days = hari
integrity-title = Laporan kejujuran · { NUMBER($days) } hari terakhir
integrity-counted = { hands-counted } tanpa latihan. Orang: { NUMBER($people) }.
integrity-flows = Chip yang berpindah dari satu orang ke orang lain, menang dikurangi kalah:
integrity-flow = { $giver } → { $taker }: { NUMBER($amount) } chip dalam { NUMBER($hands) } ronde bersama
integrity-newcomers = Akun yang dalam minggu pertamanya kehilangan sebagian besar pemberiannya ke satu orang:
integrity-fed = { $giver } → { $taker }: kalah { NUMBER($amount) } chip dalam { hands-counted }, menang kembali { NUMBER($back) }, diberi { NUMBER($given) }
integrity-fed-by-several = { $taker } mendapat { NUMBER($amount) } chip dari { NUMBER($count) } akun seperti itu
integrity-no-flows = Tidak ada chip yang berpindah dari satu orang ke orang lain.
integrity-unusual = ◆ { $line }
integrity-fold = { $who } fold terhadap { $to } { NUMBER($folds) } dari { NUMBER($cases) } kali, terhadap yang lain { NUMBER($others) } dari { NUMBER($all) }
integrity-no-folds = Tidak ada yang fold terhadap satu orang jauh lebih sering daripada terhadap yang lain.
integrity-void = { $name } { NUMBER($count) }
integrity-by-kiu = Kiu sendiri
integrity-voids = Ronde yang dibatalkan: { NUMBER($count) } ({ $who }).
integrity-no-voids = Tidak ada ronde yang dibatalkan.
integrity-means =
    ◆ menandai yang hampir tidak pernah terjadi kebetulan. Itu bukan bukti: seseorang mungkin lebih pandai atau baru, atau teman main bersama. Tanyakan dulu.
integrity-how =
    Hanya yang bisa dilihat semua yang dihitung. Chip yang kalah dibagi di antara pemenang ronde.
    ◆ perlu 20 ronde atau keputusan bersama, dan angka yang secara kebetulan dilampaui dalam kurang dari satu di antara 10.000 kasus.
    Akun baru mendapatnya kalau sebagian besar pemberiannya habis dalam beberapa ronde besar dan hampir tidak ada yang kembali. Peringkat tidak menghitung chip itu dengan /house set rank_without_dumps on.
    Lipat dihitung sebagai jawaban atas taruhan atau kenaikan orang itu, bukan atas all-in dan bukan karena waktu.
integrity-pair = { $flow } · { $share } % dari { NUMBER($of) } ronde milik yang lebih jarang main
integrity-newest = Ini { NUMBER($hands) } ronde yang terbaru.
button-days = { NUMBER($amount) } hari
