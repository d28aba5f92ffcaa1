command-integrity = lihat secara pribadi bagaimana chip berpindah antarorang, dan apa artinya
parameter-days = hari
discord-parameter-days = Berapa hari ke belakang
integrity-title = Laporan kejujuran · { NUMBER($days) } hari terakhir
integrity-counted = { NUMBER($hands) } ronde oleh { NUMBER($people) } orang, tanpa latihan.
integrity-flows = Chip yang berpindah dari satu orang ke orang lain, menang dan kalah di antara keduanya saling dikurangi:
integrity-flow = { $giver } → { $taker }: { NUMBER($amount) } chip dalam { NUMBER($hands) } ronde bersama
integrity-newcomers = Akun yang dalam minggu pertamanya kehilangan sebagian besar pemberiannya ke satu orang:
integrity-fed = { $giver } → { $taker }: kalah { NUMBER($amount) } chip dalam { NUMBER($hands) } ronde, menang kembali { NUMBER($back) }, diberi { NUMBER($given) }
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
    ◆ menandai apa yang hampir tidak pernah terjadi karena kebetulan saja. Itu tidak membuktikan apa-apa: mungkin salah satunya memang lebih mahir atau baru belajar, dan teman yang sering main bersama juga terlihat begini.
    Tanpa tanda, tidak ada yang bisa dikatakan. Tanyakan dulu pada orangnya sebelum memutuskan sesuatu.
integrity-how =
    Yang dihitung hanya yang bisa dilihat semua orang, bukan kartu tertutup. Dalam setiap ronde, chip setiap yang kalah dibagi ke para pemenang sebanding dengan kemenangan mereka, karena chip tidak menyebut asalnya.
    ◆ butuh 20 ronde bersama, atau 20 keputusan, dan angka yang karena kebetulan saja terjadi kurang dari sekali dalam 10.000 kali.
    Pada akun baru, ◆ butuh tiga perempat dari pemberian, kalah dalam setidaknya tiga ronde besar, dan tidak satu chip pun kembali; atau tiga perlima, dalam setidaknya enam ronde, dan paling banyak satu dari 20 kembali. Pemain komputer yang jujur begitu dalam 7 dari 12.000 malam QiuQiu. Satu atau dua all-in tidak diberi ◆, karena itu juga terjadi pada pemain jujur. /house set rank_without_dumps on mengeluarkan chip itu dari peringkat.
    Fold dihitung sebagai jawaban atas bet atau raise orang itu. Fold karena waktu habis dan jawaban atas all-in tidak dihitung.
integrity-pair = { $flow } · itu { $share } % dari { NUMBER($of) } ronde milik yang lebih jarang main
integrity-newest = Rondenya lebih banyak: ini { NUMBER($hands) } yang terbaru.
