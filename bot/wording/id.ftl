### Kiu in Indonesian, as friends talk at a domino table.
### The words of the betting (check, bet, call, raise, fold, all-in) are the ones players use, and the ones commands have.
### "Seri" is a hand here, so equal hands are "sama kuat".
### Sentences end with . ! ?

-play-chips = Chip mainan saja: tidak bernilai, tidak bisa dibeli, dijual, atau ditukar.

## Frame

language-name = Bahasa Indonesia
language-code = id
the-group = seorang admin atas nama grup

play-chips = { -play-chips }
card-footer = Chip mainan saja
private-title-dominoes = Dominomu sudah siap
done-already = Itu sudah dilakukan tadi.
answer-announced = Beres, dan diumumkan di sini.
told-in-private = Itu saya jawab di chat pribadi kita.
unexpected-trouble = Ada gangguan, dan tidak ada yang berubah. Coba lagi, ya.
membership-unknown = { $platform } belum bisa memastikan kamu anggota grup itu. Coba lagi sebentar lagi.
membership-gone = Saya sudah tidak ada di grup itu. Siapa saja bisa menambahkan saya lagi.
from-to = { NUMBER($least) } sampai { NUMBER($most) }
ban-ends = { $until ->
    [lifted] admin mencabutnya
   *[other] { $until }
}

for-time = { $unit ->
    [d] { $count } hari
    [h] { $count } jam
   *[m] { $count } menit
}
why-given = { $given ->
    [yes] { " " }Alasan: { $why }
   *[no] { "" }
}
reason-was = Alasan: { $reason }
by-admin = { $by ->
    [group] Seorang admin, atas nama { $admin },
   *[person] { $admin }
}
by-house-rule = { $rule ->
    [none] { "" }
   *[other] {" "}(aturan rumah)
}
held-equal = { $held ->
    [pairs] sama-sama kembar
   *[points] poin sama
}
hands-counted = { NUMBER($hands) } ronde
claim-made = { $claim ->
    [win] Menang
   *[dui] Dui
}
staked-too = { $staked ->
    [0] .
   *[other] ; { NUMBER($staked) } chipmu ada di pot.
}
## Lobby

table-title = Meja { $game }
lobby-seats = { $taken } dari { $seats } kursi terisi
lobby-chair = { $number }. { $name } · { NUMBER($stack) } chip
lobby-chair-short = { $number } { $name }: { NUMBER($stack) }
lobby-rules-usual = Aturan rumah: { $preset }
lobby-rules-changed = { lobby-rules-usual }, tapi { $changes }
limits = { $stakes } · buy-in { NUMBER($buyin) } ({ from-to })
limits-fixed = { $stakes } · buy-in { NUMBER($buyin) }
limits-from = mulai { NUMBER($least) }
limits-range = { NUMBER($least) }–{ NUMBER($most) }
limits-then = { $before }, lalu { $after }
lobby-waiting = Menunggu { $missing } pemain lagi untuk mulai.
hand-on-page = Dimainkan di halaman meja. Hasilnya menyusul di sini.
lobby-ready = Siap: siapa pun di meja bisa menekan Mulai.
mark-host = tuan rumah
mark-out = istirahat
mark-leaving = mau keluar
mark-computer = komputer
mark-dealer = pembagi
mark-waiting = ikut ronde berikutnya
mark-out-of-chips = { $stack ->
    [0] chip habis
   *[other] chip kurang
}
hand-newcomers = { NUMBER($count) } lagi ikut mulai ronde berikutnya

## Buttons

button-join = Gabung
button-start = Mulai
button-add-computer = Tambah komputer
button-sit-back = Main lagi
button-rebuy = Tambah chip
button-daily = Chip harian
offer-stay = Tetap main
button-hand = Kartu saya
button-move = Langkah saya
button-advance-check-fold = Nanti check/fold
button-advance-call = Nanti check/call
button-advance-ask-always = Selalu tanya
button-advance-pass-unless-dui = Tanya kalau dui
button-advance-pass-unless-win = Tanya kalau menang
button-hint = Petunjuk
button-shuffle = Kocok
button-verify-mine = Buktikan kartu saya
button-verify = Periksa
button-replay = Putar ulang
button-details = Rincian
button-back = Kembali
button-previous-page = Sebelumnya
button-next-page = Berikutnya
button-check = Check
button-bet = Bet { $amount }
button-raise = Raise ke { $amount }
button-join-with = Gabung dengan { $amount }
button-rebuy-with = +{ $amount } chip
button-sure = Ya, all-in
button-fold = Fold
amount-most = Maks
button-other-amount = Jumlah lain …
button-table = Meja
button-open-again = Buka lagi
suggested-least = { NUMBER($amount) } (paling sedikit)
suggested-most = { NUMBER($amount) } (paling banyak)
suggested-advance-check-fold = check, atau fold kalau ada bet
suggested-advance-check = check, kalau tidak ada bet
suggested-advance-call = call bet yang sekarang
suggested-advance-fold = { move-fold }
ask-join = Duduk dengan berapa chip? { from-to }
ask-rebuy = Tambah berapa chip? { from-to }
suggested-advance-ask-always = tanya saya untuk setiap buangan
suggested-advance-pass-unless-dui = lewat, kecuali buangannya bikin dui atau menang
suggested-advance-pass-unless-win = lewat, kecuali buangannya bikin menang
ask-bet = Bet berapa chip? { from-to }
ask-declare = Kartumu mau disusun yang mana?
hint-declare = Jawab dengan nilainya, misalnya 8 / 4.
ask-raise = Raise ke berapa? { from-to }

## A hand

hand-title = { $game } · ronde { $number }
hand-pot = Pot { NUMBER($amount) }
hand-seat = { $number }. { $name } · { NUMBER($stack) }
time-seconds = { $seconds } dtk
time-left-then-bank = { $time }, lalu cadangan waktu { $seconds } dtk
time-bank-left = cadangan waktu { $time }
time-next-hand = Ronde berikutnya: { $time }
beats = { $label } mengalahkan { $lesser } milik { $other }
prompt-turn = { $name }, giliranmu.
event-lapsed = Waktu { $name } habis.
## Who won, and why

why-high-first-pair = { beats }: { $more } di atas { $less }.
why-high-second-pair = { beats }: pasangan pertama sama, { $more } di atas { $less }.
why-low-second-pair = { beats }: di pasangan kedua, { $more } di atas { $less }.
why-low-first-pair = { beats }: pasangan kedua sama, { $more } di atas { $less }.
why-special = { beats }: kartu istimewa mengalahkan dua pasang apa pun{ by-house-rule }.
why-specials = { beats }: urutannya lebih tinggi di antara kartu istimewa{ by-house-rule }.
why-special-seri = { beats }: kartu istimewa mengalahkan seri.
why-seri = { beats }: seri tepat di bawah 9 / 9 (aturan rumah).
why-high-half = Bagian tinggi: { $reason }
why-low-half = Bagian rendah: { $reason }
why-colour = { held-equal }, dan warna { $higher } lebih tinggi dari { $lower }{ by-house-rule }
why-piece = { held-equal }, dan { $higher } lebih tinggi dari { $lower }
why-second-colour = poin dan kartu tertinggi sama, dan warna { $higher } lebih tinggi dari { $lower } (aturan rumah)
hand-won-or-lost = Ronde { $number } selesai: kamu
private-won = { hand-won-or-lost } menang { NUMBER($amount) }.
private-lost = { hand-won-or-lost } kalah { NUMBER($amount) }.
private-even = { hand-won-or-lost } impas.
private-stack = Chipmu di meja: { NUMBER($stack) }.
private-next-hand = Kamu ikut ronde berikutnya.
private-ready = Ronde berikutnya mulai kalau ada yang di meja menekan Mulai.
private-waiting = Ronde berikutnya mulai kalau pemainnya sudah cukup.
private-sits-out = Kamu sedang istirahat. Tekan Main lagi kalau mau ikut.
private-out-of-chips = Untuk ikut main perlu { NUMBER($least) } chip. Tekan Tambah chip{ $practice ->
    [yes] .
   *[no] , atau coba /daily.
}
against-brought = dengan { NUMBER($chips) } chip: { $net } dibanding modalmu.
private-leaving = Kamu keluar setelah ronde ini{ staked-too }
private-removed = Kamu dikeluarkan dan pergi setelah ronde ini{ staked-too }
private-left = Kamu keluar dari meja { against-brought }
private-closed = Meja ditutup. Kamu selesai { against-brought }
private-no-hand = Kamu tidak ikut ronde ini. Duduk di meja untuk ronde berikutnya.
private-chips = Chipmu di meja { NUMBER($stack) }; { NUMBER($staked) } chipmu ada di pot.
brief-chips = Chipmu: { NUMBER($stack) }.
## Kartu istimewa

special-enam_dewa = Enam Dewa
special-enam_dewa-words = Keempat kartu dengan enam titik.
special-empat_balak = Empat Balak
special-empat_balak-words = Empat balak sekaligus.
special-murni_besar = Murni Besar
special-murni_besar-words = { $spots } titik di empat kartu.
special-murni_kecil = Murni Kecil
special-murni_kecil-words = Hanya { $spots } titik di empat kartu.
special-quan-dui = Quan Dui
special-broken-bank = Bank jebol
special-told = ★ { $name }: { $headline }! { $words }
special-more = dan { $count } lagi
month-day = { $day } { $month ->
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
special-date = { month-day } { $year }

## Koo Kiew

chips-won = +{ NUMBER($amount) }
chips-lost = −{ NUMBER($amount) }
chips-even = ±0
button-stake = Pasang { $amount }
button-bid = Tawar { $amount }
ask-stake = Pasang berapa chip? { from-to }
ask-bid = Tawar berapa chip? { from-to }

card = { $sign } { $piece } { $colour }
private-bidding = Kamu bisa menawar { from-to } untuk jadi bandar.
private-staking = Kamu bisa pasang { from-to }.
win-first = menang lebih dulu.
sooner-turn = giliran { $name } lebih dekat.
private-showing = Giliranmu membuka kartu bandar.
## Quan Dui

button-draw = Ambil kartu
button-pick-up = Pungut { $label }
button-dui = Dui
button-win = Menang
button-discard = { $label }

why-win-first = Menang { $name } didahulukan dari dui { $other }: { win-first }
why-nearer = { claim-made } { $name } didahulukan dari { $other }: { sooner-turn }
private-win-first = Menang { $name } didahulukan dari duimu: { win-first }
private-nearer = { claim-made } { $name } didahulukan dari punyamu: { sooner-turn }
was-removed = { $name } dikeluarkan
is-gone = { $name } sudah tidak di grup ini
chips-returned = ({ NUMBER($amount) } chip dikembalikan).
## Practice

practice-title = { $title } · latihan
practice-footer = Chip latihan: tidak dihitung
practice-wait = Tunggu
## Around the table

notice-opened = { $name } membuka meja.
notice-opened-practice = { $name } membuka meja latihan.
notice-joined = { $name } duduk dengan { NUMBER($amount) } chip.
notice-left = { $name } keluar dengan { NUMBER($amount) } chip.
notice-was-kicked = { was-removed } { chips-returned }
notice-was-kicked-after-hand = { was-removed } dan pergi setelah ronde ini.
notice-is-gone = { is-gone } dan keluar dari meja { chips-returned }
notice-is-gone-after-hand = { is-gone } dan pergi setelah ronde ini.
notice-leaving = { $name } akan keluar setelah ronde ini.
notice-sits-out = { $name } istirahat dulu.
notice-is-back = { $name } main lagi.
notice-was-sat-out = { $name } sedang tidak ada, jadi istirahat dulu.
notice-rebought = { $name } menambah { NUMBER($amount) } chip di meja.
notice-waiting-for-players = Menunggu pemain.
notice-table-closed = Meja ditutup. Chip semua orang sudah kembali ke dompet.
notice-closes-after-hand = Meja ditutup setelah ronde ini.
notice-hand-voided = Ronde { $hand } dibatalkan{ $known ->
    [no] { "" }
   *[yes] { " " }oleh { $by }
}. Semua taruhan kembali: /verify { $hand }. Sejauh ini { NUMBER($voids) } dari { hands-counted } di sini dibatalkan. { reason-was }
notice-shuffled = { $name } menambah “{ $word }” ke kocokan.
notice-shuffled-by-tap = { $name } menekan Kocok ({ $word }).
notice-not-revealed = Angka acak yang dijanjikan tidak dibuka oleh { $names }; ronde dibagikan tanpanya. Tidak dibuka di sini sejauh ini: { NUMBER($count) }.
deals-given-up = Kocokan yang dibatalkan di sini sejauh ini: { NUMBER($count) }; yang dibagi: { NUMBER($hands) }.
notice-sealed-anew = { $why ->
    [beacon] Angka acak dari luar tidak datang.
    [seats] Ada yang seharusnya ikut tapi sudah pergi.
    [trouble] Kartunya tidak bisa dibagi.
   *[rules] Aturan rumah berubah mulai ronde berikutnya.
}{ $count ->
    [0] { "" }
   *[other] { " " }{ deals-given-up }
} Set kartu baru dikocok, dengan sidik jari baru.
notice-deal-given-up = Meja ditutup, jadi kocokannya dibatalkan. { deals-given-up }
notice-dealt-without-beacon = Angka acak dari luar tidak datang, jadi ronde ini dibagi tanpanya. Yang begitu sejauh ini: { NUMBER($count) } dari { NUMBER($hands) }.

## Answers

answer-you-opened = Mejamu sudah dibuka. Yang lain bisa menekan Gabung.
answer-you-practise = Meja latihanmu sudah dibuka, dan ronde pertama mulai.
about-group = Di { $group }
answer-you-joined = Kamu duduk dengan { NUMBER($amount) } chip.
answer-you-joined-in-hand = { answer-you-joined } Kamu ikut mulai ronde berikutnya.
answer-you-left = Kamu keluar dari meja. { chips-in-wallet }
chips-in-wallet = { NUMBER($amount) } chip kembali ke dompetmu.
answer-you-kicked = { was-removed }.
answer-you-kicked-after-hand = { notice-was-kicked-after-hand }
play-to-the-end = Ronde ini masih boleh kamu mainkan; lalu kamu pergi dengan semua chipmu.
answer-you-were-removed = Kamu dikeluarkan. { play-to-the-end }
answer-you-leave-after-hand = Kamu keluar setelah ronde ini.
answer-you-stay = Sip, kamu tetap di meja.
answer-you-sit-out = Mulai ronde berikutnya kamu istirahat. Tekan Main lagi kalau mau ikut.
answer-you-are-back = Kamu ikut lagi mulai ronde berikutnya.
answer-you-rebought = Kamu menambah { NUMBER($amount) } chip, sekarang ada { NUMBER($stack) } di meja.
answer-you-closed = Meja sudah ditutup.
answer-you-close-after-hand = { notice-closes-after-hand }
answer-you-answered = Jawabanmu sudah masuk, dan rahasia sampai jawaban semua orang boleh dilihat.
press-again-to-undo = Tekan lagi untuk membatalkan.
answer-you-advance-check-fold = Waktu giliranmu: { suggested-advance-check-fold }. Batal kalau ada yang raise. { press-again-to-undo }
answer-you-advance-check = Waktu giliranmu: check. Batal kalau ada yang bet. { press-again-to-undo }
answer-you-advance-call = Waktu giliranmu: call { NUMBER($amount) }. Batal kalau ada yang raise. { press-again-to-undo }
answer-you-advance-fold = Waktu giliranmu: fold. { press-again-to-undo }
answer-you-advance-ask-always = Saya tanya kamu lagi untuk setiap buangan.
answer-you-advance-pass-unless-dui = Saya hanya bertanya tentang dui atau kemenangan. Orang lain tidak tahu.
answer-you-advance-pass-unless-win = Saya hanya bertanya tentang kemenangan. Orang lain tidak tahu.
answer-you-took-back = Sudah dibatalkan. Saya tanya waktu giliranmu.
answer-you-shuffled = Katamu untuk ronde berikutnya sudah masuk: “{ $word }”.
answer-you-shuffled-by-tap = Ketukanmu ikut dikocok ({ $word }).
time-your-turn = Giliranmu · { $time }
answer-follows = Kiu sedang dinyalakan ulang; jawabanmu menyusul.
answer-not-reachable = Saya tidak bisa menulis ke kamu secara pribadi. Kartu saya di bawah meja selalu bisa.

## Toasts

toast-did-start = Kamu memulai ronde.
toast-did-add = { $name } ikut duduk.
toast-did-remove = { $name } keluar dari meja.
toast-bet = Kamu bet { NUMBER($amount) }.
toast-folded = Kamu fold.
toast-showed = Kamu membuka kartu: { $label }.
toast-answered = Jawabanmu sudah masuk.
toast-won = Kamu menang: { $label }!

## The sealed deal

sealed-sign = 🔒 { $fingerprint }
sealed-superseded = batal: { $fingerprint }
log-head = log { $size }: { $root }
shuffle-cuts = { $name } memotong
shuffle-words = Ikut dikocok: { $words }
shuffle-words-counted = Kata yang ikut dikocok: { $count }
shuffle-word = { $name } “{ $word }”
closing-cut = { $name } sudah memotong
closing-no-words = tidak ada yang menambah kata
closing-dealer = { $game ->
    [koo-kiew] { $name } jadi bandar
   *[other] { $name } jadi pembagi
}
closing-dealer-drawn = { $game ->
    [koo-kiew] bandar pertama diundi
   *[other] pembagi pertama diundi
}
closing-bank-sold = bandar dilelang setelah kartu dibagi
closing-pledges = Angka acak yang dijanjikan, dibuka oleh { $names }. Janjinya:
## Chips

ledger-empty = Belum ada apa-apa.
reason-newcomer = chip untuk pemain baru
reason-daily = chip harian
reason-grant = diberi { $actor }: { $note }
reason-take = diambil { $actor }: { $note }
reason-hand = { $game }, ronde { $hand }
void-place-gone = channel atau topiknya dihapus

## House rules

house-section-special_hands = Kartu istimewa
house-section-ranking = Urutan kartu
house-section-showdown = Buka kartu
house-section-deal = Bagi kartu
house-section-betting = Taruhan
house-section-table = Meja
house-section-bank = Bandar
house-section-stakes = Taruhan
house-section-claims = Kartu buangan
house-section-winning = Cara menang
house-section-ending = Akhir ronde
house-section-fairness = Kocokan yang jujur
house-section-clock = Waktu
house-section-chips = Chip

house-sentence = • { $section }: { $phrases }.
house-phrase-changed = { $phrase } ✱
house-marked = ✱ berbeda dari preset { $preset }
house-line = { $rule }: { $value }

# Values of rules.
house-on = ya
house-off = tidak
house-no-limit = tanpa batas
house-number = { NUMBER($amount) }
choice-disclosure-never = tetap tertutup
choice-disclosure-at-close = dibuka setelah ronde
choice-disclosure-unanimous = dibuka kalau semua setuju
choice-beacon-required = wajib
choice-beacon-if-there-is-one = tidak wajib

phrase-buy_in = duduk dengan { $value } ({ NUMBER($min_buy_in) } sampai { NUMBER($max_buy_in) })
# Names of rules.
rule-name-beacon = angka acak dari aplikasi chat
rule-name-disclosure = kartu yang tidak ditunjukkan
rule-name-turn_seconds = detik tiap giliran
rule-name-time_bank = detik waktu cadangan
rule-name-pause_seconds = detik jeda antara ronde
rule-name-computer_seconds = detik pemain komputer berpikir
rule-name-lapses = giliran terlewat sebelum istirahat
rule-name-buy_in = chip untuk duduk
rule-name-min_buy_in = paling sedikit untuk duduk
rule-name-max_buy_in = paling banyak untuk duduk
rule-name-grant = chip untuk pemain baru
rule-name-daily = isi ulang harian

# Parameters, in capitals in the usage of a command.
parameter-action = langkah
parameter-amount = jumlah
parameter-before = sebelum
parameter-buy-in = buy-in
parameter-choice = pilihan
parameter-command = perintah
parameter-game = permainan
parameter-hand = ronde
parameter-name = nama
parameter-page = halaman
parameter-part = bagian
parameter-player = pemain
parameter-preset = preset
parameter-reason = alasan
parameter-rule = aturan
parameter-rules = teks
parameter-section = kelompok
parameter-topic = topik
parameter-value = nilai
parameter-words = kata

command-open = buka meja, misalnya /open qiuqiu
command-join = duduk di meja
command-leave = keluar dari meja; di tengah ronde berarti fold
command-sit-out = tetap di kursimu tapi tidak ikut ronde
command-sit-back = ikut main lagi
command-rebuy = tambah chip di meja
command-start = mulai main
command-status = lihat meja
command-table = cari meja yang terbuka
command-add-computer = tambah pemain komputer
command-remove-computer = keluarkan komputer setelah ronde ini
command-close = tutup meja setelah ronde ini
command-hand = lihat kartumu sendiri, hanya untukmu
command-check = lewat tanpa bet
command-bet = bet sebanyak ini
command-call = ikuti bet yang ada
command-raise = naikkan bet jadi sebanyak ini
command-fold = tutup kartu, menyerah ronde ini
command-advance = putuskan sebelum ditanya, misalnya /advance check-fold
command-all-in = pertaruhkan semua chipmu
command-declare = pilih susunan kartumu, misalnya /declare 8/4
command-stake = pasang chip sebanyak ini
command-bid = tawar sebanyak ini untuk jadi bandar
command-pass = lewat: tidak pasang, menawar, atau meminta
command-show = buka kartu bandar
command-pass-bank = buka kartu bandar dan berhenti jadi bandar
command-draw = ambil kartu dari tumpukan
command-pick-up = pungut buangan terakhir
command-dui = minta buangan terakhir untuk dui
command-win = buka delapan pasang
command-discard = buang satu kartu, misalnya /discard 3 suo
command-practice = latihan dengan pemain komputer

## The rules, page by page

button-rules = Cara main
button-house-rules = Aturan rumah
button-next = Lanjut
rules-yours = Kartumu
rules-own = ★ Kartumu: { $label } ({ $cards }).
rules-rung-enam_dewa = empat kartu yang titiknya enam
rules-rung-empat_balak = empat kartu balak
rules-rung-murni_besar = { $spots } titik atau lebih
rules-rung-murni_kecil = { $spots } titik atau kurang
rules-rung-9-9 = dua pasang bernilai sembilan
rules-rung-seri = jumlah titik berurutan, misalnya 10, 9, 8, 7
from-each = { NUMBER($stake) } dari tiap pemain
rules-rung-you = Kamu
rules-rung-banker = Bandar
rules-rung-quan-dui = Quan dui
rules-rung-eight-pairs = Delapan pasang
rules-rung-fewer = Kurang dari delapan pasang
rules-rung-quan-dui-pays = delapan dui · { from-each }
rules-rung-eight-pairs-pays = dui dan ka, campuran apa pun · { from-each }
rules-rung-fewer-pays = belum menang
picture-counted = Hitungannya: { $cards }, { $label }.

percent = { $whole },{ $part }%

## Refusals

refused-no-such-command = Saya tidak kenal “{ $word }”. Ketik /help untuk melihat yang ada.
refused-line-too-long = Satu perintah paling panjang { $most } karakter. Tolong persingkat.
refused-something-missing = Ada yang kurang. Ketik: { $usage }
refused-too-much = Kebanyakan kata. Ketik: { $usage }
refused-not-an-amount = Tulis jumlah chip yang bulat, misalnya 60, 1.500, atau 1,5rb.
refused-not-a-number = Tulis bilangan bulat dengan angka biasa, misalnya 60.
refused-number-out-of-range = Beri angka 1 sampai { NUMBER($most) }.
refused-chips-out-of-range = Beri 1 sampai { NUMBER($most) } chip.
refused-amount-out-of-range = Kamu bisa { $verb ->
    [bet] bet
    [stake] pasang
    [bid] tawar
   *[other] raise ke
} { NUMBER($least) } sampai { NUMBER($most) } chip.
refused-not-your-turn = Sekarang giliran { $name }. Tunggu giliranmu, ya.
refused-not-an-option = Sekarang tidak bisa { $verb }. Pakai tombol yang ada.
refused-unknown-action = Saya tidak kenal “{ $word }” di permainan ini. Coba /help.
refused-choice-missing = Sebutkan pilihanmu setelah { $verb }, misalnya { $verb ->
    [discard] /discard 3 suo.
   *[other] /declare 8/4.
}
refused-nothing-follows = Ketik /{ $verb } saja.
refused-round-over = Ronde ini sudah selesai. Tunggu yang berikutnya.
refused-no-hand-now = Tidak ada ronde yang jalan. Tunggu yang berikutnya, atau tekan Mulai.
refused-not-dealt-in = Kamu tidak ikut ronde ini. Tunggu yang berikutnya, atau tekan Main lagi.
refused-no-shuffle-now = Tambahkan katamu di antara dua ronde.
refused-shuffled-already = Katamu untuk ronde ini sudah masuk: “{ $word }”. Tambahkan yang lain sebelum ronde berikutnya.
refused-only-cutter-now = Hanya { $name } yang masih boleh memotong. Tambahkan katamu sebelum ronde berikutnya.
refused-word-too-long = Pakai 1 sampai { $most } huruf biasa; yang lain dan emoji dihitung dua sampai empat.
refused-not-in-that-hand = Kamu tidak ikut ronde itu. Siapa pun bisa memeriksanya dengan /verify.
refused-pack-erased = Kunci ronde { $hand } sudah dimusnahkan. /verify { $hand } tetap membuktikan kartu yang ditunjukkan.
refused-opened-already = Semua kartu ronde { $hand } terbuka: /verify { $hand }.
refused-your-turn-now = Sekarang sudah giliranmu. Pakai tombol yang ada.
refused-advance-not-now = Kamu tidak ditanya lagi di putaran ini. Tunggu putaran berikutnya.
refused-no-advance = Di permainan ini tidak ada yang diputuskan dulu. Tunggu giliranmu, ya.
refused-unknown-advance = Itu tidak bisa diputuskan dulu. Pilih: { $words }.
refused-confirm-all-in = All-in dengan { NUMBER($amount) }?
refused-stale-turn = { refused-stale-button }
refused-stale-button = Tombol itu dari giliran yang sudah lewat. Pakai yang paling baru, ya.
refused-no-table = Di sini belum ada meja. Buka satu dengan /open, atau minta dikabari dengan /notify me.
refused-table-here-already = Di sini sudah ada meja. Tekan Gabung di bawahnya.
refused-tables-are-open = Masih ada meja terbuka. Tutup dulu dengan /close.
refused-too-many-tables = Kamu sudah membuka { $most } meja. Tutup satu dulu.
refused-no-such-game = Saya tidak kenal permainan itu. Pilih: { $games }.
refused-no-such-preset = Saya tidak kenal preset itu. Pilih: { $presets }.
refused-table-closing = Meja ini akan ditutup. Setelah itu buka yang baru.
refused-already-seated = Kamu sudah di meja ini. Tunggu ronde berikutnya, atau tekan Mulai.
refused-table-full = Semua { $seats } kursi sudah terisi. Coba lagi kalau ada yang pergi.
refused-not-seated = Kamu belum duduk di meja ini. Tekan Gabung dulu.
refused-host-only = Itu hanya bisa oleh { $host }, tuan rumah meja ini, atau admin.
refused-anonymous = Kamu menulis atas nama grup. Ganti ke akunmu sendiri.
refused-half-surrogate = Ada setengah karakter di pesanmu, atau di namamu. Tulis lagi.
refused-not-in-group = Kamu sudah keluar dari grup itu. /leave mengambil kembali chipmu di sana.
refused-group-away = Saya tidak di grup itu. Meja menunggu sampai ada yang menambahkan saya lagi.
refused-admin-only = Itu hanya bisa oleh admin. Minta tolong admin di sini.
refused-buy-in-out-of-range = Sebut buy-in { NUMBER($least) } sampai { NUMBER($most) } chip.
refused-rebuy-out-of-range = Sekarang kamu bisa menambah paling banyak { NUMBER($most) } chip. Pilih yang lebih sedikit.
refused-too-few-chips-to-sit = Untuk duduk perlu { NUMBER($least) } chip; kamu punya { NUMBER($wallet) }. Coba /daily.
refused-not-in-wallet = Itu perlu { NUMBER($amount) } chip, dan di dompetmu ada { NUMBER($wallet) }. Ambil lebih sedikit, atau coba /daily.
refused-not-enough-chips = Chip di dompet tidak lagi sebanyak itu. Coba lebih sedikit.
refused-not-during-hand = Chip bisa ditambah di antara ronde. Coba lagi setelah ronde ini.
refused-rebuy-first = Untuk ikut main perlu { NUMBER($least) } chip. Tekan Tambah chip.
refused-already-out = { private-sits-out }
refused-you-were-removed = Kamu pergi setelah ronde ini. Sesudah itu kamu boleh duduk lagi.
refused-removed-already = { notice-was-kicked-after-hand }
refused-not-out = Kamu tidak sedang istirahat. Tunggu ronde berikutnya.
refused-already-playing = Ronde sedang jalan. Yang berikutnya mulai sendiri.
refused-cutter-first = { $name } memotong ronde berikutnya, yang mulai sebentar lagi.
refused-being-cut = Ronde berikutnya sedang dipotong. Duduk atau pergi setelah dibagikan.
refused-too-few-to-start = Pemain yang siap: { $ready } dari { $least }. Tambah pemain komputer, atau tunggu teman.
refused-practice-only = Petunjuk hanya ada di meja latihan. Buka satu dengan /practice { $game }.
refused-no-computer-here = Di sini tidak ada pemain komputer. Tekan Tambah komputer.
refused-computers-out-of-chips = Chip pemain komputer habis untuk hari ini. Ajak teman, atau latihan.
refused-no-more-computers = Semua pemain komputer sudah di meja ini. Ajak teman, ya.
refused-nobody-of-that-name = Saya tidak melihat orang bernama “{ $name }”. Ketik namanya seperti yang saya tulis.
refused-not-played-here = { $name } belum pernah main di sini. Pilih yang lain.
refused-does-not-sit-here = { $name } tidak ada di meja ini. Pilih yang ada.
refused-several-of-that-name = Ada beberapa orang bernama “{ $name }”. Sebut satu, atau ketik nomor kursinya.
refused-storage-trouble = Saya tidak bisa menyimpan apa-apa, jadi meja dihentikan dulu. Coba lagi nanti.
refused-shutting-down = Kiu sedang dinyalakan ulang. Chip dan kartumu aman; coba lagi sebentar lagi.
refused-bad-rules = Saya tidak bisa membaca aturan rumah ini. Mulai dari awal dengan /house reset.
refused-max-below-min = Yang terbesar ({ NUMBER($most) }) akan di bawah yang terkecil ({ NUMBER($least) }). Ubah itu dulu.
refused-buy-in-too-small = Dengan itu { $game } perlu { NUMBER($least) } chip, lebih dari buy-in biasa { NUMBER($usual) }. Ubah itu dulu.
refused-buy-ins-out-of-order = Buy-in harus naik: terkecil { NUMBER($least) }, biasa { NUMBER($usual) }, terbesar { NUMBER($most) }. Ubah yang lain dulu.
refused-no-such-hand = Tidak ada ronde itu di sini. Nomornya ada di judulnya.
refused-nothing-played = Di sini belum ada ronde. Buka meja dan main.
refused-hand-not-over = Ronde { $hand } belum selesai. Coba lagi nanti.
refused-own-discard = Itu buanganmu sendiri. Tunggu yang lain.
refused-banker-stakes-nothing = Kamu bandar, jadi tidak pasang taruhan. Tunggu yang lain.
refused-already-answered = Jawabanmu sudah berlaku. Tunggu yang lain, ya.
refused-no-window = Tidak ada yang sedang ditanya. Pakai tombol yang ada.
refused-ballot-still-open = Belum semua menjawab. Tunggu sebentar, ya.

## The local room

welcome-title = Selamat datang di Kiu
welcome =
    Meja kartu untuk obrolan grupmu, dengan aturan yang kalian suka.
    “Main sekarang” memulai ronde latihan dengan pemain komputer; “Buka meja” untukmu dan teman-teman.
    Tidak perlu tahu cara mainnya: setiap langkah ada tombolnya.
button-play-now = Main sekarang
button-open-table = Buka meja
button-how-to-play = Cara main
games-title = Main apa?
games =
    QiuQiu: poker domino Indonesia, 2 sampai 6 pemain.
    Koo Kiew: permainan cepat melawan bandar, 2 sampai 56 pemain.
    Quan Dui: lomba delapan pasang, 2 sampai 6 pemain.
    Di latihan kamu duduk dengan pemain komputer, dan chipnya tidak dihitung.
button-practise = Latihan { $game }
button-notify = Kabari saya …
button-notify-off = Jangan kabari lagi
link-to-table = Ke meja
open-table-page = Buka meja
button-open = Buka { $game }

## Discord

discord-group-table = Di meja
discord-group-play = Mainkan giliranmu
discord-group-house = Aturan rumah
discord-group-money = Chip
discord-group-admin = Untuk admin: bank
discord-parameter-buy-in = Berapa chip untuk duduk
discord-parameter-rules = Aturan rumah sebagai teks dari /house export
discord-parameter-reason = Alasannya, bisa dibaca semua orang
discord-parameter-words = Kata apa saja, bisa dibaca semua orang
discord-amount = Berapa chip?
discord-choice = Pilihanmu
discord-menu-kick = Keluarkan dari meja
discord-bot-picked = { $name } itu bot. Pilih orang.
discord-permissions-missing = Saya tidak bisa membuka meja di channel ini. Minta admin mengizinkan saya: { $permissions }.
discord-play-in-private = Di sini saya tidak bisa membuka meja. Kirim perintah ini lewat pesan langsung kepada saya.
discord-permission-view-channel = Lihat Channel
discord-permission-send-messages = Kirim Pesan
discord-permission-send-messages-in-threads = Kirim Pesan di Thread
discord-permission-attach-files = Lampirkan File
discord-permission-embed-links = Sematkan Tautan

## Telegram

telegram-hands-in-private = Kartu di chat pribadi
telegram-open-table = Buka meja
telegram-hands-here = Mulai sekarang kartumu datang ke sini.
telegram-private-closed = Supaya kartumu juga datang di chat pribadi, tekan “Kartu di chat pribadi” sekali.
telegram-only-in-private = Itu hanya untukmu. Tekan Kartu saya di bawah meja, atau tanya saya di chat pribadi kita.
telegram-file-in-private = File itu hanya saya kirim di chat pribadi kita. Tekan “Kartu di chat pribadi” sekali; lalu minta lagi.
telegram-sent-privately = Sudah saya tulis di chat pribadi kita.
telegram-menu-sent = Menumu ada di chat pribadi kita.
telegram-menu-in-private = Di sini saya tidak bisa menunjukkannya hanya ke kamu. Tekan Start di chat pribadi kita ({ $name }), lalu tombol ini lagi.
telegram-no-such-table = Meja itu sudah tidak ada, atau grupnya bukan grupmu. Buka yang baru dengan /open.
telegram-add-to-group = Tambahkan ke grup
telegram-press-again = { $question } Kalau yakin, tekan tombol yang sama sekali lagi dalam { $seconds } detik.
telegram-amount-chosen = { $doing }? Tekan tombol itu.
telegram-amount-type = Ketik …
telegram-answer-by-reply = { $prompt } Balas pesan ini.
telegram-question-open = Balas dulu pertanyaan saya tadi.
telegram-command-start = ini apa, dan cara mulainya
telegram-to-private-chat = Ke chat pribadi kita
telegram-short-description = Meja kartu untuk grupmu: QiuQiu, Koo Kiew, dan Quan Dui dengan aturan kalian. Chip mainan saja.
telegram-description =
    Meja kartu untuk obrolan grupmu, dengan aturan yang kalian suka:
    { games }
    Tambahkan saya ke grup dan buka meja.
    { -play-chips }
telegram-right-messages = mengirim pesan
telegram-right-photos = mengirim foto
telegram-right-documents = mengirim file
telegram-right-dice = mengirim dadu (stiker dan GIF)
refused-being-forgotten = Saya melupakanmu begitu tidak ada chipmu di ronde yang berjalan.
own-limit-reached = Kamu sudah mencapai batasmu sendiri per hari, { NUMBER($amount) } { $what ->
    [chips] chip hilang
    [hours] jam bermain
   *[hands] ronde
}
void-forgotten = meja ini diam, dan seorang pemain pergi selamanya
## Moves

move-check = check
move-bet = bet
move-call = call
move-raise = raise
move-fold = fold
move-all-in = all-in
move-declare = sebut kartu
move-stake = pasang
move-bid = tawar
move-pass = lewat
move-show = buka kartu
move-pass-bank = lepas bandar
move-draw = ambil kartu
move-pick-up = pungut
move-dui = dui
move-win = menang
move-discard = buang
discord-group-limit = Batasmu sendiri
a-day = per hari, { from-to }?
ask-limit-chips = Berapa chip { a-day }
ask-limit-hands = Berapa ronde { a-day }
ask-limit-hours = Berapa jam { a-day }
answer-you-rest = { $what ->
    [elsewhere] Dengan batas sendiri kamu main satu ronde sekaligus. Kamu istirahat di sini sampai menekan Main lagi.
    [break] Istirahatmu sudah mulai, jadi kamu tidak ikut sampai { $until }.
   *[other] { own-limit-reached }, jadi kamu istirahat sampai { $until }.
}
refused-own-limit = { $what ->
    [break] Kamu istirahat main sampai { $until }, dan tidak seorang pun bisa mengakhirinya lebih cepat.
   *[other] { own-limit-reached }; kamu bisa main lagi mulai { $until }.
}
refused-longer-break-already = Kamu sudah mengambil istirahat yang lebih lama.
refused-flood = Itu lebih dari yang bisa saya ikuti. Tunggu beberapa detik.
parameter-time = waktu
discord-parameter-time = Berapa lama: 10m, 2h atau 1d
command-host = serahkan meja ke tuan rumah lain
who-resumes = Tuan rumah, admin, atau sebagian besar yang duduk bisa melanjutkan
table-is-paused = Dijeda { $name }. { who-resumes }; setelah sehari meja ditutup.
time-paused = dijeda oleh { $name }
private-paused = { notice-paused } Chipmu menunggu di sini.
notice-paused = { $name } menjeda meja.
notice-pauses-after-hand = { $name } menjeda meja: setelah ronde ini.
notice-paused-at-once = { notice-paused } Ronde ini jalan lagi paling lambat { $minutes } menit lagi.
notice-resumed = { $name } melanjutkan meja.
notice-hand-goes-on = Ronde ini jalan lagi. Ronde berikutnya menunggu sampai meja dilanjutkan.
notice-wants-to-go-on = { $name } mau lanjut: { $count } dari { $needed }.
notice-pause-over = Jeda sudah sehari, jadi meja ditutup.
notice-table-deserted = Sudah sejam tidak ada yang berbuat apa-apa di sini.
notice-seat-freed = { $name } tidak ada, jadi kursinya dilepas { chips-returned }
notice-host-is = Sekarang { $name } tuan rumahnya.
notice-was-removed = { was-removed } selama { for-time } { chips-returned }
notice-was-removed-after-hand = { was-removed } selama { for-time } dan pergi setelah ronde ini.
notice-readmitted = { $name } boleh duduk lagi.
answer-you-paused = Tidak ada ronde baru sampai kamu lanjutkan.
answer-you-paused-at-once = Meja berhenti sampai kamu lanjutkan, paling lama beberapa menit.
answer-you-want-to-go-on = { $count } dari { $needed } mau lanjut.
answer-you-lost-your-seat = Orang lain menempati kursimu. { chips-in-wallet }
answer-you-resumed = Meja dilanjutkan.
answer-you-handed-over = { notice-host-is }
answer-you-readmitted = { notice-readmitted }
answer-you-stopped = Ronde dibatalkan dan meja ditutup. Semua taruhan sudah kembali.
kept-out-until = Kamu dikeluarkan dari meja ini sampai { $until }.
answer-you-are-kept-out = { kept-out-until } Chipmu sudah kembali ke dompet.
answer-you-are-kept-out-after-hand = { kept-out-until } { play-to-the-end }
refused-not-a-time = Beri waktu seperti 10m, 2h, atau 1d.
refused-paused-already = { $name } sudah menjeda meja. Tekan Lanjutkan di menu Meja.
refused-not-paused = Meja tidak dijeda. Main terus saja.
refused-table-paused = { notice-paused } { who-resumes } di menu Meja.
refused-stood-still-already = Ronde ini sudah sekali menunggu. Jeda sesudahnya.
refused-hosts-already = { $name } sudah tuan rumah. Pilih orang lain.
refused-cannot-host = { $name } tidak bisa jadi tuan rumah. Pilih yang tetap di meja.
refused-not-kept-out = Tidak ada { $name } yang ditahan dari meja ini.
refused-kept-out = { kept-out-until } Duduk di meja lain, atau tanya tuan rumah.
refused-kept-out-too-long = Sebut { $least } menit sampai { $most } jam. Untuk lebih lama, admin bisa melarangnya main.
link-to-group = Ke grup
refused-banned = Kamu tidak boleh main di grup ini sampai { ban-ends }. Chipmu tetap milikmu.{ why-given }
practise-alone = Di tempat yang hanya ada kita berdua kamu bisa latihan.
house-section-order = Ketertiban
rule-name-quiet_hours = jam tenang
phrase-quiet_hours = { $quiet_hours ->
    [on] tenang dari { $quiet_from }.00 sampai { $quiet_to }.00
   *[off] tanpa jam tenang
}
rule-name-quiet_from = tenang dari
rule-name-quiet_to = tenang sampai
rule-name-tables_per_channel = meja per channel
refused-quiet-hours = Jam tenang: tidak ada ronde yang mulai sampai { $until }. { practise-alone }
refused-no-tables-here = Buka mejamu di { $channels }.
refused-which-table = Meja mana di sini yang kamu maksud?
which-table-of = { $game } · { $host }
notice-rests-quietly = Jam tenang sampai { $until }: tidak ada ronde baru. Lalu tekan Mulai.
channel-without-name = topik { $number }
link-to-channel = Tempat meja
button-evening = Hasil meja
rule-name-computer_chips = pemain komputer dengan chip
choice-computer_chips-alone = hanya dengan satu orang
choice-computer_chips-always = dengan berapa orang pun
choice-computer_chips-never = tidak pernah
notice-computers-make-room = Pemain komputer memberi tempat untuk orang-orang di sini.
notice-computers-play-for-practice = Pemain komputer pergi: di sini mereka hanya main di meja latihan.
refused-computers-not-with-several = Pemain komputer main untuk chip hanya dengan satu orang. Pakai /practice, atau minta admin /house set computer_chips always.
refused-computers-never = Pemain komputer tidak main untuk chip di sini. Pakai /practice, atau minta admin /house set computer_chips alone.

button-ranking = Peringkat
button-season = Musim ini
discord-group-mod = Untuk admin: ketertiban
kiu = Kiu
button-older = Lebih lama
button-chips = Chip
button-limit = Batas saya
button-export = Ekspor
button-history = Riwayat
button-stats = Statistik
button-top = Teratas
button-ledger = Rekening
reason-called-off = { $game }, ronde { $hand } dibatalkan { $actor }: { $note }
rule-name-gifts = hadiah sehari
reason-gift = { $gave ->
    [yes] hadiah untuk { $other }
   *[no] hadiah dari { $other }
}
refused-shared-often = Baru saja banyak yang dibagikan di sini. Coba lagi semenit lagi.
rule-name-rank_without_dumps = peringkat tanpa chip buangan
rule-name-show_cards = menunjukkan kartu sesudah ronde
notice-restored = Saya dipulihkan dari cadangan { $until }. Yang sesudahnya tidak dihitung. /open membuka meja baru.

refused-outcome-unknown = Disk gagal, dan saya mulai ulang: lihat meja sebelum mengulanginya.
refused-no-such-rule = Tidak ada aturan rumah “{ $rule }”. Lihat dengan /house.
refused-bad-rule-value = “{ $value }” tidak cocok untuk { $rule }. Yang boleh: { $allowed }.
