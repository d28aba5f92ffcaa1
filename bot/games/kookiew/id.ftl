amount-half = Separuh
result-bank-won = Bank { $name } menang { NUMBER($amount) }, dengan { $label }.
result-bank-lost = Bank { $name } kalah { NUMBER($amount) }, dengan { $label }.
result-bank-even = Bank { $name } impas, dengan { $label }.
result-won-most = { $name }{ $others ->
    [0] { "" }
   *[other] {" "}dan { $others } lagi
} menang paling banyak: { NUMBER($amount) }, dengan { $label }.
result-nobody-else = Tidak ada yang mengalahkan bandar; yang terbaik { $name } dengan { $label }.
result-bank-empty = Kartu { $name } paling tinggi, { $label }, tapi bank sudah kosong.
label-and-why = { $label }; { $why }
limits-koo-kiew = Pasang { $stakes }
bank-to-bid-for = Bandar dilelang, mulai { NUMBER($least) }
bank-held = Bank { $name }: { NUMBER($amount) }
bank-stakes = Taruhan: { NUMBER($total) } dari { players-counted }
bank-cover-left = Bank masih menanggung { NUMBER($amount) } lagi
bank-covered = Ditanggung: { NUMBER($covered) } dari { NUMBER($total) }, mulai dari kiri bank
mark-banker = bandar
mark-answered = sudah menjawab
mark-stake = pasang { NUMBER($amount) }
mark-stake-covered = { NUMBER($covered) } dari { NUMBER($amount) } ditanggung
mark-no-stake = tidak ikut
mark-to-stake = belum pasang
hand-bidding = Silakan tawar jadi bandar. Menunggu { $who }
hand-staking = Pasang taruhan. Menunggu { $who }
hand-showing = Giliran { $name } membuka kartu bandar
players-counted = { $count } pemain
roster-answered = Sudah menjawab ({ $count }):
roster-staked = Sudah pasang ({ $count }):
roster-covered = Ditanggung ({ $count }):
roster-not-covered = Tidak ditanggung ({ $count }):
roster-no-stake = Tidak ikut ({ $count }):
roster-waiting = Ditunggu ({ $count }):
roster-waiting-many = Menunggu { players-counted }
chips-covered = { NUMBER($covered) } dari { NUMBER($amount) }
event-has-answered = { $name } sudah menjawab.
event-got-up = { $name } keluar dari meja.
event-bids-opened = Tawaran untuk jadi bandar: { $bids }{ $lower ->
    [0] { "" }
   *[other] {" "}dan { $lower } yang lebih rendah
}.
bid-of = { $name } { NUMBER($amount) }
event-no-bids = Tidak ada yang menawar jadi bandar.
event-bank-taken = { $name } jadi bandar dengan bank { NUMBER($amount) }.
event-staked = { $name } pasang { NUMBER($amount) }.
event-no-stake = { $name } tidak ikut ronde ini.
event-stakes-closed = Taruhan ditutup: { NUMBER($total) } dari { players-counted }.
event-covered-in-part = { $name }: { NUMBER($covered) } dari { NUMBER($stake) } ditanggung, { NUMBER($back) } kembali. Bank menanggung { NUMBER($cover) }, mulai dari kirinya.
event-many-covered-in-part = Taruhan yang tidak ditanggung penuh: { $count }; { NUMBER($back) } kembali. Bank menanggung { NUMBER($cover) }, mulai dari kirinya.
event-no-stakes = Tidak ada yang pasang, jadi kartu tetap tertutup.
event-banker-showed = { $name } membuka kartu bandar, { $cards }: { $label }.
event-settled-won = { $amount ->
    [0] { $name } mengalahkan bank yang kosong
   *[other] { $name } menang { NUMBER($amount) }
}, { $cards }: { $label }.
event-settled-lost = { $name } kalah { NUMBER($amount) }, { $cards }: { $label }.
event-settled-out = { $name } tidak pasang, { $cards }: { $label }.
event-settled-not-covered = { $name } tidak ditanggung, { $cards }: { $label }.
event-many-owed = Bank masih berutang { NUMBER($amount) } semuanya.
event-owed = Bank masih berutang { NUMBER($amount) } ke { $name } (aturan rumah).
event-unpaid = { $name } tidak dibayar { NUMBER($amount) } lagi: bank membayar mulai dari kirinya, lalu habis (aturan rumah).
event-bank-counted = Bank { $name }: tadinya { NUMBER($before) }, sekarang { NUMBER($after) }.
event-bank-given-up = { $name } berhenti jadi bandar; berikutnya { $to }.
event-bank-left = { $name } keluar dari meja; bandar berikutnya { $to }.
event-bank-too-small = Chip { $name } tidak cukup lagi untuk jadi bandar; berikutnya { $to }.
event-bank-in-turn = Bandar berganti dari { $name } ke { $to }.
choice-colours-yellow = kuning
choice-colours-red = merah
choice-colours-green = hijau
choice-colours-white = putih
piece-general = jenderal
piece-valet = penasihat
piece-minister = menteri
piece-chariot = kereta
piece-horse = kuda
piece-cannon = meriam
piece-soldier = prajurit
label-pair = kembar
label-points = { $points } poin
picture-bank = { NUMBER($before) } → { NUMBER($after) }
picture-settlement = Semua kartu, bandar dulu: { $hands }
picture-settlement-many = Bandar, { $bank }, dan kartu { $count } pemain. Semuanya tertulis di ulangannya.
picture-pack-koo-kiew = 28 kartu yang berbeda, masing-masing empat lembar, satu baris untuk setiap warna: { $colours }. Isi setiap baris: { $pieces }.
practice-edge = { $why ->
    [risk] menjadi bandar bisa menghabiskan lebih dari setengah chipmu
    [bad] dalam jangka panjang bandar rugi { $edge } dari semua yang dipasang
   *[good] dalam jangka panjang bandar menyimpan { $edge } dari semua yang dipasang
}.
choice-bank-kept = tetap satu pemain sampai berhenti atau terlalu kecil
choice-bank-every_deal = bergeser ke kiri setiap ronde
choice-bank-after_deals = bergeser setelah bank_deals
choice-bank-highest_bidder = untuk penawar tertinggi sebelum setiap ronde
choice-bank-fixed = selalu pemain yang sama
choice-solvency-cover = menanggung taruhan mulai dari kirinya dan mengembalikan sisanya
choice-solvency-collect = menarik dulu lalu membayar mulai dari kirinya
choice-solvency-unlimited = berutang kalau tidak cukup
phrase-colours = { $value }
phrase-bank = { $bank ->
    [after_deals] bergeser setelah { $bank_deals } ronde
   *[other] { $value }
}
phrase-min_stake = taruhan { $value }
rule-name-colours = urutan warna
rule-name-second_card = kartu kedua menentukan
rule-name-bank = bandar
rule-name-bank_deals = ronde sebelum bandar berganti
rule-name-solvency = bank kecil
rule-name-min_stake = taruhan terkecil
rule-name-max_stake = taruhan terbesar
rule-name-pair_payout = bayaran kartu kembar
rule-name-stake_seconds = detik untuk taruhan
rule-colours = Warna tertinggi dulu: keempatnya, misalnya yellow>green>red>white, atau usual (merah di atas hijau) atau bridge (hijau di atas merah).
rule-second_card = Kalau poin dan kartu tertinggi sama, warna kartu satunya menentukan.
rule-pair_payout = Berapa kali taruhan dibayar untuk kartu kembar yang menang. Kembar bandar mengambil satu kali.
rules-order-colours = Sama? Kartu tertinggi menentukan, warnanya dulu:
rules-order-pieces = lalu bidaknya:
picture-ladder-koo-kiew = Terbaik dulu: kembar, lalu 9 poin turun ke 0. Lalu warna kartu tertinggi menentukan, { $colours }, dan bidaknya, { $pieces }.
rules-koo-kiew-cards = Kartunya bidak xiangqi (catur Tiongkok) dalam empat warna, masing-masing empat lembar: 112 kartu. Nilainya: 將 jenderal 1, 士 penasihat 2, 象 menteri 3, 車 kereta 4, 馬 kuda 5, 炮 meriam 6, 卒 prajurit 7.
rules-koo-kiew-deal = Semua dapat dua kartu tertutup dan tidak boleh mengintip. Semua selain bandar pasang { $max_stake ->
    [none] { NUMBER($least) } atau lebih
   *[other] { NUMBER($least) } sampai { NUMBER($most) }
}, atau tidak ikut. Lalu bandar membuka kartu, dan semua kartu dibuka.
rules-koo-kiew-ranking =
    Kembar, bidak sama dengan warna sama, mengalahkan semuanya. Selain itu yang dihitung angka terakhir dari jumlah poin: 6 dan 7 jadi 13, nilainya 3.
    Di antara dua kembar, warna yang lebih tinggi menang, lalu bidak yang lebih tinggi.
rules-koo-kiew-order = Kalau poin sama, kartu tertinggi yang menentukan, pertama menurut warnanya: { $colours }; lalu bidaknya, dari jenderal turun ke prajurit.
rules-koo-kiew-winning = Kamu main hanya melawan bandar. Kalahkan bank dan kamu menang sebesar taruhanmu{ $payout ->
    [1] { "" }
   *[other] , dan dengan kartu kembar { $payout } kali lipat
}; kalau tidak, atau sama kuat, bank mengambilnya.
rules-koo-kiew-odds = Pemain mengalahkan bandar dalam { $wins } dari semua ronde. Dalam jangka panjang { $to ->
    [players] para pemain mendapat
   *[banker] bandar menyimpan
} { $edge } dari semua yang dipasang.
rules-koo-kiew-home-made =
    Kalau tidak punya kartu ini, pakai empat pak kartu remi tanpa 5 sampai 10 dan joker.
    { $pieces }.
    { $colours }.
rules-koo-kiew-step-you = Kartumu { $cards }: { $sum }, nilainya { $points }.
rules-koo-kiew-step-banker = Kartu bandar { $cards }: { $sum }, nilainya { $points }.
rules-koo-kiew-won = Kamu menang: { $why }.
rules-koo-kiew-lost = Bandar menang: { $why }.
hand-pair-of = kembar: { $card }
why-pair = kembar mengalahkan { $label }
why-points = { $more } mengalahkan { $less }
why-tie = sama kuat, dan itu dimenangkan bandar
special-broken-bank-words = Kartu kembar menguras isinya.
special-bank = bank { NUMBER($before) } → { NUMBER($after) }
button-no-stake = Tidak ikut
button-pass = Lewat
button-show = Buka kartu
button-pass-bank = Buka, lepas bandar
private-title-koo-kiew = Taruhanmu
private-face-down = Tidak ada yang melihat kartu sebelum bandar membuka, termasuk kartunya sendiri.
private-bank = Kamu bandarnya, bank { NUMBER($bank) }. Taruhan lawanmu: { NUMBER($total) }.
private-bank-covers = { private-bank } Bank menanggung { NUMBER($covered) }.
private-no-bank = Belum ada yang jadi bandar.
private-held = Kartumu: { $cards }, { $label }.
private-held-against = { private-held } Bandar: { $bank }.
private-stake = Kamu sudah pasang { NUMBER($stake) }.
private-stake-covered = { private-stake } Bank menanggung { NUMBER($covered) }.
private-no-stake = Kamu tidak ikut ronde ini.
private-no-stake-yet = Kamu belum pasang.
toast-staked = Kamu pasang { NUMBER($amount) }.
toast-no-stake = Kamu tidak ikut ronde ini.
toast-showed-and-passed = Kamu membuka kartu: { $label }. Bandar kamu lepas.
rules-rung-pair = bidak sama dengan warna sama
rules-rung-counts = nilainya { $points }
rules-rung-you-win = Kamu menang
rules-rung-bank-wins = Bandar menang
rules-rung-highest = sama: kartu tertinggi menentukan
