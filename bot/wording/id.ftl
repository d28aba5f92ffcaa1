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
unexpected-trouble = Ada gangguan di saya, dan tidak ada yang berubah. Coba lagi, ya.
membership-unknown = { $platform } belum bisa memastikan kamu anggota grup itu, jadi belum ada yang dilakukan. Coba lagi sebentar lagi.
membership-gone = Saya sudah tidak ada di grup itu, jadi tidak ada yang dilakukan. Siapa saja bisa menambahkan saya lagi di sana.

for-time = { $unit ->
    [d] { $count } hari
    [h] { $count } jam
   *[m] { $count } menit
}
why-given = { $given ->
    [yes] { " " }Alasan: { $why }
   *[no] { "" }
}
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
lobby-rules-changed = Aturan rumah: { $preset }, tapi { $changes }
limits = { $stakes } · buy-in { NUMBER($buyin) } ({ NUMBER($least) } sampai { NUMBER($most) })
limits-fixed = { $stakes } · buy-in { NUMBER($buyin) }
limits-from = mulai { NUMBER($least) }
limits-range = { NUMBER($least) }–{ NUMBER($most) }
limits-only = { NUMBER($amount) }
limits-then = { $before }, lalu { $after }
lobby-waiting = Menunggu { $missing } pemain lagi untuk mulai.
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
hand-broke = { NUMBER($count) } kehabisan chip
hand-newcomers = { NUMBER($count) } lagi ikut mulai ronde berikutnya

## Buttons

button-join = Gabung
button-start = Mulai
button-add-computer = Tambah komputer
button-sit-back = Main lagi
button-rebuy = Tambah chip
button-daily = Chip harian
button-keep-seat = Tetap main
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
button-details = Rincian
button-back = Kembali
button-check = Check
button-bet = Bet { NUMBER($amount) }
button-raise = Raise ke { NUMBER($amount) }
doing-bet = Bet { $amount }
doing-raise = Raise ke { $amount }
doing-stake = Pasang { $amount }
doing-bid = Tawar { $amount }
doing-join = Duduk dengan { $amount }
doing-rebuy = Tambah { $amount } ke meja
button-sure = Ya, all-in
button-fold = Fold
button-bet-own = Bet …
button-raise-own = Raise ke …
amount-most = Terbanyak

# Menu meja.

button-table = Meja
button-open-again = Buka lagi
suggested-amount = { NUMBER($amount) }
suggested-least = { NUMBER($amount) } (paling sedikit)
suggested-most = { NUMBER($amount) } (paling banyak)
suggested-advance-check-fold = check, atau fold kalau ada bet
suggested-advance-check = check, kalau tidak ada bet
suggested-advance-call = call bet yang sekarang
suggested-advance-fold = fold
ask-buy-in = Duduk dengan berapa chip? { NUMBER($least) } sampai { NUMBER($most) }
ask-rebuy = Tambah berapa chip? { NUMBER($least) } sampai { NUMBER($most) }
suggested-advance-ask-always = tanya saya untuk setiap buangan
suggested-advance-pass-unless-dui = lewat sendiri, kecuali buangannya bikin dui atau menang
suggested-advance-pass-unless-win = lewat sendiri, kecuali buangannya bikin menang
ask-bet = Bet berapa chip? { NUMBER($least) } sampai { NUMBER($most) }
ask-declare = Kartumu mau disusun yang mana?
hint-declare = Jawab dengan nilainya, misalnya 8 / 4.
ask-raise = Raise ke berapa? { NUMBER($least) } sampai { NUMBER($most) }

## A hand

hand-title = { $game } · ronde { $number }
hand-pot = Pot { NUMBER($amount) }
hand-seat = { $number }. { $name } · { NUMBER($stack) }
time-seconds = { $seconds } dtk
time-left-then-bank = { $time }, lalu cadangan waktu { $seconds } dtk
time-bank-left = cadangan waktu { $time }
time-next-hand = Ronde berikutnya: { $time }
hand-over-waiting = Menunggu pemain.
prompt-turn = { $name }, giliranmu.

## What happens

event-lapsed = Waktu { $name } habis.
## Who won, and why

why-high-first-pair = { $label } mengalahkan { $lesser } milik { $other }: { $more } di atas { $less }.
why-high-second-pair = { $label } mengalahkan { $lesser } milik { $other }: pasangan pertama sama, { $more } di atas { $less }.
why-low-second-pair = { $label } mengalahkan { $lesser } milik { $other }: di pasangan kedua, { $more } di atas { $less }.
why-low-first-pair = { $label } mengalahkan { $lesser } milik { $other }: pasangan kedua sama, { $more } di atas { $less }.
why-special = { $label } mengalahkan { $lesser } milik { $other }: kartu istimewa mengalahkan dua pasang apa pun{ $rule ->
    [none] { "" }
   *[other] {" "}(batas titiknya menurut aturan rumah)
}.
why-specials = { $label } mengalahkan { $lesser } milik { $other }: urutannya lebih tinggi di antara kartu istimewa{ by-house-rule }.
why-special-seri = { $label } mengalahkan { $lesser } milik { $other }: kartu istimewa mengalahkan seri.
why-seri = { $label } mengalahkan { $lesser } milik { $other }: seri tepat di bawah 9 / 9 (aturan rumah).
why-high-half = Bagian tinggi: { $reason }
why-low-half = Bagian rendah: { $reason }
why-colour = { held-equal }, dan warna { $higher } lebih tinggi dari { $lower }{ by-house-rule }
why-piece = { held-equal }, dan { $higher } lebih tinggi dari { $lower }
why-second-colour = poin dan kartu tertinggi sama, dan warna { $higher } lebih tinggi dari { $lower } (aturan rumah)
## Hands of QiuQiu

private-won = Ronde { $number } selesai: kamu menang { NUMBER($amount) }.
private-lost = Ronde { $number } selesai: kamu kalah { NUMBER($amount) }.
private-even = Ronde { $number } selesai: kamu impas.
private-stack = Di meja kamu punya { NUMBER($stack) } chip.
private-next-hand = Kamu ikut ronde berikutnya.
private-ready = Ronde berikutnya mulai kalau ada yang di meja menekan Mulai.
private-waiting = Ronde berikutnya mulai kalau pemainnya sudah cukup.
private-sits-out = Kamu sedang istirahat. Tekan Main lagi kalau mau ikut lagi.
private-out-of-chips = Untuk ikut main perlu { NUMBER($least) } chip. Tekan Tambah chip{ $practice ->
    [yes] .
   *[no] ; kalau dompetmu kosong, /daily mengisinya sekali sehari.
}
private-leaving = Kamu keluar setelah ronde ini{ staked-too }
private-removed = Kamu dikeluarkan dan pergi setelah ronde ini{ staked-too }
private-left = Kamu keluar dari meja dengan { NUMBER($chips) } chip: { $net } dibanding modalmu.
private-closed = Meja ditutup. Di akhir kamu punya { NUMBER($chips) } chip: { $net } dibanding modalmu.
private-no-hand = Kamu tidak ikut ronde ini. Kalau duduk di meja, kamu ikut ronde berikutnya.
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
special-date = { $day } { $month ->
    [1] Januari
    [2] Februari
    [3] Maret
    [4] April
    [5] Mei
    [6] Juni
    [7] Juli
    [8] Agustus
    [9] September
    [10] Oktober
    [11] November
   *[12] Desember
  } { $year }

## Koo Kiew

chips-won = +{ NUMBER($amount) }
chips-lost = −{ NUMBER($amount) }
chips-even = ±0
button-stake = Pasang { NUMBER($amount) }
button-stake-own = Pasang …
button-bid = Tawar { NUMBER($amount) }
button-bid-own = Tawar …
ask-stake = Pasang berapa chip? { NUMBER($least) } sampai { NUMBER($most) }
ask-bid = Tawar berapa chip? { NUMBER($least) } sampai { NUMBER($most) }

card = { $sign } { $piece } { $colour }
private-bidding = Kamu bisa menawar { NUMBER($least) } sampai { NUMBER($most) } untuk jadi bandar.
private-staking = Kamu bisa pasang { NUMBER($least) } sampai { NUMBER($most) }.
private-showing = Giliranmu membuka kartu bandar.
## Quan Dui

button-draw = Ambil kartu
button-pick-up = Pungut { $label }
button-dui = Dui
button-win = Menang
button-discard = { $label }

why-win-first = Menang { $name } didahulukan dari dui { $other }: menang lebih dulu.
why-nearer = { claim-made } { $name } didahulukan dari { $other }: giliran { $name } lebih dekat.
private-win-first = Menang { $name } didahulukan dari duimu: menang lebih dulu.
private-nearer = { claim-made } { $name } didahulukan dari punyamu: giliran { $name } lebih dekat.
## Practice

practice-title = { $title } · latihan
practice-footer = Chip latihan: tidak dihitung
practice-wait = Tunggu
## Around the table

notice-opened = { $name } membuka meja.
notice-opened-practice = { $name } membuka meja latihan.
notice-joined = { $name } duduk dengan { NUMBER($amount) } chip.
notice-left = { $name } keluar dengan { NUMBER($amount) } chip.
notice-was-kicked = { $name } dikeluarkan ({ NUMBER($amount) } chip dikembalikan).
notice-was-kicked-after-hand = { $name } dikeluarkan. Ronde ini masih ia mainkan sampai selesai, lalu pergi.
notice-is-gone = { $name } sudah tidak di grup ini dan keluar dari meja ({ NUMBER($amount) } chip dikembalikan).
notice-is-gone-after-hand = { $name } sudah tidak di grup ini dan keluar dari meja setelah ronde ini.
notice-leaving = { $name } akan keluar setelah ronde ini.
notice-sits-out = { $name } istirahat dulu.
notice-is-back = { $name } main lagi.
notice-was-sat-out = { $name } sedang tidak ada, jadi istirahat dulu.
notice-rebought = { $name } menambah { NUMBER($amount) } chip di meja.
notice-waiting-for-players = Menunggu pemain.
notice-table-closed = Meja ditutup. Chip semua orang sudah kembali ke dompet.
notice-closes-after-hand = Meja ditutup setelah ronde ini.
notice-hand-voided = Ronde { $hand } dibatalkan{ $known ->
    [no] {""}
   *[yes] {" "}oleh { $by }
}. Semua taruhan kembali: /verify { $hand }. Sejauh ini { NUMBER($voids) } dari { NUMBER($hands) } ronde di sini dibatalkan. Alasan: { $reason }
notice-shuffled = { $name } menambah “{ $word }” ke kocokan.
notice-shuffled-by-tap = { $name } menekan Kocok ({ $word }).
notice-not-revealed = Pemain ini tidak membuka angka acak yang dijanjikan: { $names }. Ronde dibagikan tanpanya. Tidak dibuka di sini sejauh ini: { NUMBER($count) }.
notice-sealed-anew = { $why ->
    [beacon] Angka acak dari luar tidak datang. Di sini kartu tidak dibagi tanpa itu, jadi kocokan ini dibatalkan.
    [seats] Ada yang seharusnya ikut tapi sudah pergi, jadi kocokan ini dibatalkan.
    [trouble] Kartunya tidak bisa dibagi.
   *[rules] Aturan rumah berubah mulai ronde berikutnya.
}{ $count ->
    [0] {""}
   *[other] {" "}Kocokan yang dibatalkan di sini sejauh ini: { NUMBER($count) }; yang dibagi: { NUMBER($hands) }.
} Set kartu baru dikocok, dengan sidik jari baru.
notice-deal-given-up = Meja ditutup, jadi kocokan yang sudah ditambahi kata dibatalkan. Kocokan yang dibatalkan di sini sejauh ini: { NUMBER($count) }; yang dibagi: { NUMBER($hands) }.
notice-dealt-without-beacon = Ronde ini dibagi tanpa angka acak dari luar, karena angkanya tidak datang. Yang begitu di sini sejauh ini: { NUMBER($count) } dari { NUMBER($hands) } ronde.

## Answers to the one who asked

answer-you-opened = Mejamu sudah dibuka. Yang lain bisa menekan Gabung.
answer-you-practise = Meja latihanmu sudah dibuka, dan ronde pertama segera mulai.
about-group = Di { $group }
answer-you-joined = Kamu duduk dengan { NUMBER($amount) } chip.
answer-you-joined-in-hand = Kamu duduk dengan { NUMBER($amount) } chip. Kamu ikut mulai ronde berikutnya.
answer-you-left = Kamu keluar dari meja. { NUMBER($amount) } chip kembali ke dompetmu.
answer-you-kicked = { $name } dikeluarkan dari meja.
answer-you-kicked-after-hand = { $name } main sampai ronde ini selesai, lalu keluar dari meja.
answer-you-were-removed = Kamu dikeluarkan. Ronde ini masih boleh kamu mainkan; lalu kamu pergi dengan semua chipmu.
answer-you-leave-after-hand = Kamu keluar setelah ronde ini.
answer-you-stay = Sip, kamu tetap di meja.
answer-you-sit-out = Mulai ronde berikutnya kamu istirahat. Tekan Main lagi kalau mau ikut lagi.
answer-you-are-back = Kamu ikut lagi mulai ronde berikutnya.
answer-you-rebought = Kamu menambah { NUMBER($amount) } chip, sekarang ada { NUMBER($stack) } di meja.
answer-you-closed = Meja sudah ditutup.
answer-you-close-after-hand = Meja ditutup setelah ronde ini.
answer-you-answered = Jawabanmu sudah masuk. Tetap rahasia sampai jawaban semua orang boleh dilihat.
answer-you-advance-check-fold = Nanti waktu giliranmu: check, atau fold kalau ada bet. Batal kalau ada yang raise. Tekan lagi untuk membatalkan.
answer-you-advance-check = Nanti waktu giliranmu: check. Batal kalau ada yang bet. Tekan lagi untuk membatalkan.
answer-you-advance-call = Nanti waktu giliranmu: call { NUMBER($amount) }. Batal kalau ada yang raise. Tekan lagi untuk membatalkan.
answer-you-advance-fold = Nanti waktu giliranmu: fold. Tekan lagi untuk membatalkan.
answer-you-advance-ask-always = Saya tanya kamu lagi untuk setiap buangan.
answer-you-advance-pass-unless-dui = Mulai sekarang saya hanya bertanya tentang buangan yang memberimu dui atau kemenangan. Orang lain tidak tahu.
answer-you-advance-pass-unless-win = Mulai sekarang saya hanya bertanya tentang buangan yang memenangkanmu. Orang lain tidak tahu.
answer-you-took-back = Sudah dibatalkan. Saya tanya waktu giliranmu.
answer-you-shuffled = Katamu untuk ronde berikutnya sudah masuk: “{ $word }”.
answer-you-shuffled-by-tap = Ketukanmu ikut dikocok ({ $word }).
time-your-turn = Giliranmu · { $time }
answer-not-reachable = Saya tidak bisa menulis ke kamu secara pribadi. Kartu saya di bawah pesan meja selalu bisa.

## What the one who pressed is told in passing

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
shuffle-words-counted = Ikut dikocok: { $count } kata
shuffle-word = { $name } “{ $word }”
closing-cut = { $name } sudah memotong
closing-no-words = tidak ada yang menambah kata
closing-document = Semua { NUMBER($count) } kursi dan setiap kata ada di file, persis seperti ditulis.
closing-dealer = { $game ->
    [koo-kiew] { $name } jadi bandar
   *[other] { $name } jadi pembagi
}
closing-dealer-drawn = { $game ->
    [koo-kiew] bandar pertama diundi
   *[other] pembagi pertama diundi
}
closing-bank-sold = bandar dilelang setelah kartu dibagi
closing-pledges = Pemain ini janji memberi angka acak sendiri dan membukanya sekarang: { $names }. Janjinya:
check-text = Bentuk filenya standar.
check-fields = Tidak ada isian yang kurang atau ditambah.
check-digest = Filenya tidak diubah.
check-rules = Aturan rumahnya ada di file.
check-context = Kartunya sudah pasti untuk ronde dan aturan ini.
check-keys = Setiap set punya kuncinya sendiri.
check-packs = Setiap set yang dibuka lengkap dan tidak diubah.
check-fingerprint = Sidik jarinya berasal dari keempat set.
check-words = Hanya pemain ronde ini yang menambah kata.
check-pledges = Angka acak pemain sesuai dengan janjinya.
check-beacons = Bentuk angka acak dari Discord atau Telegram benar.
check-beacon = Angka acak dari luar ada, kalau memang wajib.
check-seed = Kursi, kata, dan angka ikut semua.
check-pick = Semua itu memilih set yang dibagi.
check-dealer = Pembaginya ikut ronde ini.
check-openings = Kartu yang dibuka ada di tempatnya.
check-places = Tidak ada kartu terbuka yang muncul dua kali di setnya.
check-dealt = Kartu yang dibuka memang sudah dibagi.
check-dealt_to = Tiap kartu ke pemain yang benar.
check-disclosed = Set yang dibuka semua cocok dengan sidik jarinya.
check-disclosure = Kartu dibuka hanya sesuai aturan rumah.
check-log = Log semua kocokan mencatat yang sama.
check-outcome = Hasilnya mencakup semua kursi.
check-hash = Sambungan ke ronde berikutnya benar.
check-seat = Semua kartu ini milik kursi itu.
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

# The values of rules.
house-on = ya
house-off = tidak
house-no-limit = tanpa batas
house-number = { NUMBER($amount) }
choice-disclosure-never = tetap tertutup
choice-disclosure-at-close = dibuka setelah ronde
choice-disclosure-unanimous = dibuka kalau semua setuju
choice-beacon-required = wajib
choice-beacon-if-there-is-one = tidak wajib

# What a rule adds to the sentence of its group.
phrase-disclosure = kartu yang tidak ditunjukkan { $value }
phrase-beacon = angka acak dari aplikasi chat { $value }
phrase-turn_seconds = { $value } detik tiap giliran
phrase-time_bank = { $value } detik waktu cadangan
phrase-pause_seconds = jeda { $value } detik antara ronde
phrase-computer_seconds = pemain komputer berpikir { $value } detik
phrase-lapses = istirahat setelah { $lapses } giliran terlewat
phrase-buy_in = duduk dengan { $value } ({ NUMBER($min_buy_in) } sampai { NUMBER($max_buy_in) })
phrase-grant = { $value } untuk pemain baru
phrase-daily = diisi sampai { $value } sehari

# The name of each rule, as it stands in a sentence.
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

# What follows a command: in capitals where its usage is told, and on Discord the names of its options.
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
command-table = tautan ke meja yang terbuka
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
command-stake = pasang chip sebanyak ini melawan bandar
command-bid = tawar sebanyak ini untuk jadi bandar
command-pass = lewat: tidak pasang, menawar, atau meminta
command-show = buka kartu bandar, sebagai bandar
command-pass-bank = buka kartu bandar dan berhenti jadi bandar
command-draw = ambil kartu dari tumpukan
command-pick-up = pungut buangan terakhir
command-dui = minta buangan terakhir untuk dui
command-win = buka delapan pasang
command-discard = buang satu kartu, misalnya /discard 3 suo
command-practice = latihan dengan pemain komputer; chipnya tidak dihitung

## The rules, page by page

button-rules = Cara main
button-next = Lanjut
rules-yours = Kartumu
rules-own = ★ Kartumu: { $label } ({ $cards }).
rules-rung-enam_dewa = empat kartu yang titiknya enam
rules-rung-empat_balak = empat kartu balak
rules-rung-murni_besar = { $spots } titik atau lebih
rules-rung-murni_kecil = { $spots } titik atau kurang
rules-rung-9-9 = dua pasang bernilai sembilan
rules-rung-seri = jumlah titik berurutan, misalnya 10, 9, 8, 7
rules-rung-you = Kamu
rules-rung-banker = Bandar
rules-rung-quan-dui = Quan dui
rules-rung-eight-pairs = Delapan pasang
rules-rung-fewer = Kurang dari delapan pasang
rules-rung-quan-dui-pays = delapan dui · { NUMBER($stake) } dari tiap pemain
rules-rung-eight-pairs-pays = dui dan ka, campuran apa pun · { NUMBER($stake) } dari tiap pemain
rules-rung-fewer-pays = belum menang
picture-counted = Hitungannya: { $cards }, { $label }.

percent = { $whole },{ $part }%

## Refusals

refused-no-such-command = Saya tidak kenal “{ $word }”. Ketik /help untuk melihat apa saja yang ada.
refused-line-too-long = Satu perintah paling panjang { $most } karakter. Tolong persingkat.
refused-something-missing = Ada yang kurang. Ketik begini: { $usage }
refused-too-much = Kebanyakan kata. Ketik begini: { $usage }
refused-not-an-amount = Tolong tulis jumlah chip yang bulat, misalnya 60, 1.500, atau 1,5rb.
refused-not-a-number = Tolong tulis bilangan bulat dengan angka biasa, misalnya 60.
refused-amount-out-of-range = Kamu bisa { $verb ->
    [bet] bet
    [stake] pasang
    [bid] tawar
   *[other] raise ke
} berapa saja dari { NUMBER($least) } sampai { NUMBER($most) } chip.
refused-not-your-turn = Sekarang giliran { $name }. Tunggu giliranmu, ya.
refused-not-an-option = Sekarang tidak bisa { $verb }. Pakai salah satu tombol yang ada.
refused-unknown-action = Saya tidak kenal “{ $word }” di permainan ini. Ketik /help untuk melihat apa saja yang ada.
refused-choice-missing = Sebutkan pilihanmu setelah { $verb }, misalnya { $verb ->
    [discard] /discard 3 suo.
   *[other] /declare 8/4.
}
refused-nothing-follows = Ketik /{ $verb } saja, tanpa tambahan.
refused-round-over = Ronde ini sudah selesai. Tunggu yang berikutnya.
refused-no-hand-now = Sekarang tidak ada ronde yang jalan. Tunggu yang berikutnya, atau tekan Mulai.
refused-not-dealt-in = Kamu tidak ikut ronde ini. Tunggu yang berikutnya, atau tekan Main lagi kalau sedang istirahat.
refused-no-shuffle-now = Sekarang belum bisa menambah kata. Tambahkan katamu di antara dua ronde.
refused-shuffled-already = Katamu untuk ronde ini sudah masuk: “{ $word }”. Tambahkan yang lain sebelum ronde berikutnya.
refused-only-cutter-now = Sekarang hanya { $name } yang masih boleh memotong. Tambahkan katamu sebelum ronde berikutnya.
refused-word-too-long = Pakai 1 sampai { $most } huruf biasa; huruf lain dan emoji dihitung dua sampai empat.
refused-not-in-that-hand = Kamu tidak ikut ronde itu. Siapa pun bisa memeriksanya dengan /verify dan nomornya.
refused-pack-erased = Kunci ronde { $hand } sudah dimusnahkan. /verify { $hand } tetap membuktikan kartu yang ditunjukkan.
refused-opened-already = Semua kartu ronde { $hand } sudah terbuka: /verify { $hand }.
refused-your-turn-now = Sekarang sudah giliranmu. Pakai tombol yang ada.
refused-advance-not-now = Kamu tidak ditanya lagi di putaran taruhan ini. Tunggu putaran berikutnya.
refused-no-advance = Di permainan ini tidak ada yang bisa diputuskan dulu. Tunggu giliranmu, ya.
refused-unknown-advance = Itu tidak bisa diputuskan dulu. Pilihannya: { $words }.
refused-confirm-all-in = All-in dengan { NUMBER($amount) }?
refused-stale-turn = Tombol itu dari giliran yang sudah lewat. Pakai yang paling baru, ya.
refused-stale-button = Tombol itu dari giliran yang sudah lewat. Pakai yang paling baru, ya.
refused-no-table = Di sini belum ada meja. Buka satu dengan /open, atau minta dikabari dengan /notify me.
refused-table-here-already = Di sini sudah ada meja. Tekan Gabung di bawahnya.
refused-too-many-tables = Kamu sudah membuka { $most } meja. Tutup satu dulu.
refused-no-such-game = Saya tidak kenal permainan itu. Pilih salah satu: { $games }.
refused-no-such-preset = Saya tidak kenal preset itu. Pilih salah satu: { $presets }.
refused-table-closing = Meja ini sebentar lagi ditutup. Setelah itu buka yang baru.
refused-already-seated = Kamu sudah di meja ini. Tunggu ronde berikutnya, atau tekan Mulai.
refused-table-full = Semua { $seats } kursi sudah terisi. Coba lagi kalau ada yang pergi.
refused-not-seated = Kamu belum duduk di meja ini. Tekan Gabung dulu.
refused-host-only = Itu hanya bisa oleh { $host }, tuan rumah meja ini, atau admin. Minta tolong salah satu.
refused-anonymous = Kamu menulis atas nama grup. Ganti dulu ke akunmu sendiri.
refused-half-surrogate = Ada setengah karakter di pesanmu, atau di namamu. Tolong tulis lagi.
refused-not-in-group = Kamu sudah tidak di grup itu. /leave mengambil kembali chipmu dari meja di sana.
refused-group-away = Saya sedang tidak di grup itu. Meja menunggu sampai ada yang menambahkan saya lagi.
refused-place-closed = Topik ini ditutup. Meja menunggu sampai dibuka lagi; kamu tetap boleh pergi.
refused-admin-only = Itu hanya bisa oleh admin. Minta tolong admin di sini.
refused-buy-in-out-of-range = Buy-in di sini { NUMBER($least) } sampai { NUMBER($most) } chip. Sebut jumlah di antaranya.
refused-rebuy-out-of-range = Sekarang kamu bisa menambah paling banyak { NUMBER($most) } chip. Pilih yang lebih sedikit.
refused-too-few-chips-to-sit = Kamu punya { NUMBER($wallet) } chip; untuk duduk perlu { NUMBER($least) }. Coba /daily.
refused-not-in-wallet = Itu perlu { NUMBER($amount) } chip, dan di dompetmu ada { NUMBER($wallet) }. Ambil lebih sedikit, atau coba /daily.
refused-not-enough-chips = Chip di dompet tidak lagi sebanyak itu. Lihat /chips dan coba lebih sedikit.
refused-not-during-hand = Chip bisa ditambah di antara ronde. Coba lagi setelah ronde ini.
refused-rebuy-first = Untuk ikut main perlu paling sedikit { NUMBER($least) } chip. Tekan Tambah chip.
refused-already-out = Kamu sudah istirahat. Tekan Main lagi kalau mau ikut.
refused-you-were-removed = Kamu dikeluarkan dan pergi setelah ronde ini. Sesudah itu kamu boleh duduk lagi.
refused-removed-already = { $name } sudah dikeluarkan dan pergi setelah ronde ini.
refused-not-out = Kamu tidak sedang istirahat. Kamu ikut ronde berikutnya.
refused-already-playing = Ronde sedang jalan. Yang berikutnya mulai sendiri.
refused-cutter-first = { $name } memotong ronde berikutnya, yang mulai sendiri sebentar lagi.
refused-being-cut = Ronde berikutnya sedang dipotong. Duduk atau pergi setelah dibagikan.
refused-too-few-to-start = Untuk mulai perlu { $least } pemain, dan yang siap baru { $ready }. Tambah pemain komputer, atau tunggu teman.
refused-practice-only = Petunjuk hanya ada di meja latihan. Buka satu dengan /practice { $game }.
refused-no-computer-here = Di sini tidak ada pemain komputer. Tekan Tambah komputer kalau mau.
refused-computers-out-of-chips = Chip pemain komputer habis untuk hari ini; masing-masing diisi sampai { NUMBER($floor) } sehari. Ajak teman, atau latihan.
refused-no-more-computers = Semua pemain komputer sudah di meja ini. Ajak teman, ya.
refused-nobody-of-that-name = Saya tidak melihat orang bernama “{ $name }”. Ketik namanya seperti yang saya tulis.
refused-not-played-here = { $name } belum pernah main di sini. Pilih yang sudah.
refused-does-not-sit-here = { $name } tidak ada di meja ini. Pilih yang ada.
refused-several-of-that-name = Ada beberapa orang bernama “{ $name }”. Sebut orangnya, atau ketik nomor kursinya.
refused-too-busy = Sekarang sedang ramai sekali. Coba lagi sebentar lagi.
refused-storage-trouble = Saat ini saya tidak bisa menyimpan apa-apa, jadi meja dihentikan dulu. Tidak ada yang hilang; coba lagi nanti.
refused-shutting-down = Kiu sedang dinyalakan ulang. Chip dan kartumu aman; coba lagi sebentar lagi.
refused-key-reused = Nomor pesan itu sudah dipakai untuk hal lain. Tolong kirim lagi.
refused-bad-rules = Saya tidak bisa membaca aturan rumah ini. Mulai dari awal dengan /house reset.
refused-max-below-min = Yang terbesar ({ NUMBER($most) }) akan di bawah yang terkecil ({ NUMBER($least) }). Ubah yang satunya dulu.
refused-buy-in-too-small = Dengan itu { $game } perlu { NUMBER($least) } chip untuk ikut main, padahal buy-in biasa hanya { NUMBER($usual) }. Ubah yang lain dulu.
refused-buy-ins-out-of-order = Buy-in harus naik: terkecil { NUMBER($least) }, biasa { NUMBER($usual) }, terbesar { NUMBER($most) }. Ubah yang lain dulu.
refused-no-such-hand = Tidak ada ronde itu di sini. Nomornya ada di judul setiap ronde.
refused-own-discard = Itu buanganmu sendiri. Tunggu yang lain.
refused-banker-stakes-nothing = Kamu bandar, jadi tidak pasang taruhan. Tunggu yang lain.
refused-already-answered = Kamu sudah menjawab, dan itu yang berlaku. Tunggu yang lain, ya.
refused-no-window = Sekarang tidak ada yang sedang ditanya. Lanjut dengan tombol yang ada, ya.
refused-ballot-still-open = Belum semua menjawab. Tunggu sebentar, ya.

## The local room

welcome-title = Selamat datang di Kiu
welcome =
    Meja kartu untuk obrolan grupmu, dengan aturan yang kalian suka:
    QiuQiu adalah poker domino Indonesia, Koo Kiew permainan cepat melawan bandar, Quan Dui lomba delapan pasang.
    “Main sekarang” langsung memulai ronde latihan dengan pemain komputer; “Buka meja” untukmu dan teman-teman.
    Tidak perlu tahu cara mainnya: setiap langkah ada tombolnya.
button-play-now = Main sekarang
button-open-table = Buka meja
button-how-to-play = Cara main
games-title = Main apa?
games =
    QiuQiu: domino, dua pasang angka dan taruhan ala poker, 2 sampai 6 pemain.
    Koo Kiew: satu bandar melawan semua, 2 sampai 56 pemain, selesai dalam semenit.
    Quan Dui: ambil dan buang kartu sampai punya delapan pasang, 2 sampai 6 pemain.
    Untuk latihan kamu duduk dengan pemain komputer, dan chipnya tidak dihitung.
button-practise = Latihan { $game }
button-notify = Kabari saya …
link-to-table = Ke meja
button-open = Buka { $game }

## Discord

discord-group-table = Di meja: buka, gabung, keluar
discord-group-play = Mainkan giliranmu
discord-group-house = Aturan rumah
discord-group-money = Chip dan ke mana perginya
discord-group-admin = Untuk admin: aturan rumah dan bank
discord-parameter-game = Permainannya
discord-parameter-preset = Preset aturan rumah
discord-parameter-buy-in = Berapa chip untuk duduk
discord-parameter-amount = Berapa chip
discord-parameter-player = Pemainnya
discord-parameter-rule = Aturan rumahnya
discord-parameter-rules = Aturan rumah sebagai teks dari /house export
discord-parameter-name = Nama preset yang baru
discord-parameter-value = Mau diisi apa
discord-parameter-command = Perintahnya
discord-parameter-action = Yang akan kamu lakukan
discord-parameter-choice = Pilihanmu
discord-parameter-reason = Alasannya, bisa dibaca semua orang
discord-parameter-hand = Nomor ronde
discord-parameter-page = Halaman yang mana
discord-parameter-part = Lebih dari halaman pertama
discord-parameter-words = Kata apa saja, bisa dibaca semua orang
discord-parameter-before = Hanya baris sebelum nomor ini
discord-amount = Berapa chip?
discord-choice = Pilihanmu
discord-menu-kick = Keluarkan dari meja
discord-bot-picked = { $name } itu bot, dan bot tidak main di sini. Pilih orang.
discord-permissions-missing = Saya belum bisa membuka meja di channel ini. Minta admin mengizinkan: { $permissions }.
discord-play-here = Mejamu ada di sini, di pesan langsung kita.
discord-play-there = Mejamu sudah dibuka di pesan langsung kita, dan ronde pertama dimulai di sana.
discord-no-direct-messages = Saya tidak bisa menampilkan meja di sini, dan tidak bisa menulis ke kamu. Izinkan pesan langsung dari saya, atau pakai /practice di pesan langsung kita.
discord-permission-view-channel = Lihat Channel
discord-permission-send-messages = Kirim Pesan
discord-permission-send-messages-in-threads = Kirim Pesan di Thread
discord-permission-attach-files = Lampirkan File
discord-permission-embed-links = Sematkan Tautan

## Telegram

telegram-hands-in-private = Kartu di chat pribadi
telegram-hands-here = Mulai sekarang kartumu datang ke sini.
telegram-private-closed = Supaya kartumu juga datang di chat pribadi, tekan “Kartu di chat pribadi” sekali. Tombol Kartu saya tetap bisa tanpa itu.
telegram-only-in-private = Itu hanya untukmu. Tekan Kartu saya di bawah pesan meja, atau tanya saya di chat pribadi kita.
telegram-file-in-private = File itu hanya bisa saya kirim di chat pribadi kita. Tekan “Kartu di chat pribadi” sekali; lalu minta lagi.
telegram-sent-privately = Sudah saya tulis di chat pribadi kita.
telegram-menu-sent = Menumu ada di chat pribadi kita.
telegram-menu-in-private = Di sini saya tidak bisa menunjukkannya hanya ke kamu. Buka chat pribadi kita ({ $name }), tekan Start, lalu tekan tombol ini lagi.
telegram-no-such-table = Meja itu sudah tidak ada, atau ada di grup yang tidak kamu ikuti. Buka yang baru dengan /open.
telegram-add-to-group = Tambahkan ke grup
telegram-press-again = { $question } Belum terjadi apa-apa. Kalau yakin, tekan tombol yang sama sekali lagi dalam { $seconds } detik.
telegram-amount-chosen = { $doing }? Tekan tombol itu untuk melakukannya.
telegram-amount-type = Ketik …
telegram-amount-back = Kembali
telegram-answer-by-reply = { $prompt } Jawab dengan membalas pesan ini.
telegram-question-open = Saya masih menunggu jawabanmu: balas pertanyaan saya tadi.
telegram-command-start = ini apa, dan cara mulainya
telegram-to-private-chat = Ke chat pribadi kita
telegram-short-description = Meja kartu untuk grupmu: QiuQiu, Koo Kiew, dan Quan Dui dengan aturan kalian. Chip mainan saja.
telegram-description =
    Meja kartu untuk obrolan grupmu, dengan aturan yang kalian suka:
    • QiuQiu, poker domino Indonesia
    • Koo Kiew, permainan cepat melawan bandar
    • Quan Dui, lomba delapan pasang
    Tambahkan saya ke grup, buka meja, lalu main dengan teman atau pemain komputer. Setiap langkah ada tombolnya, dan setiap kocokan bisa diperiksa.
    { -play-chips }
telegram-right-messages = mengirim pesan
telegram-right-photos = mengirim foto
telegram-right-documents = mengirim file
telegram-right-dice = mengirim dadu (stiker dan GIF)
telegram-no-ephemeral-messages = pesan yang hanya dilihat satu anggota (server Bot API ini terlalu lama)

### Privasi: apa yang disimpan, salinannya, dan dilupakan

refused-being-forgotten = Saya segera melupakanmu, begitu tidak ada chipmu di ronde yang berjalan.
void-forgotten = meja ini diam, dan seorang pemain pergi selamanya
## Statistics and records

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
## Batas untuk diri sendiri, banjir perintah, dan laporan kejujuran

discord-group-limit = Batasmu sendiri
ask-limit-chips = Berapa chip per hari, dari { $least } sampai { NUMBER($most) }?
ask-limit-hands = Berapa ronde per hari, dari { $least } sampai { NUMBER($most) }?
ask-limit-hours = Berapa jam per hari, dari { $least } sampai { $most }?
answer-you-rest = { $what ->
    [elsewhere] Kamu sedang main di meja lain, dan dengan batasmu sendiri kamu main satu ronde saja sekaligus. Jadi kamu istirahat di sini sampai menekan tombol kembali.
    [break] Istirahatmu sudah mulai, jadi kamu tidak ikut main sampai { $until }.
    [chips] Hari ini kamu sudah kehilangan { NUMBER($amount) } chip atau lebih. Itu batasmu, jadi kamu istirahat sampai { $until }.
    [hours] Hari ini kamu sudah bermain { NUMBER($amount) } jam. Itu batasmu, jadi kamu istirahat sampai { $until }.
   *[hands] Hari ini kamu sudah bermain { NUMBER($amount) } ronde. Itu batasmu, jadi kamu istirahat sampai { $until }.
}
refused-own-limit = { $what ->
    [break] Kamu istirahat main sampai { $until }, dan tidak seorang pun bisa mengakhirinya lebih cepat.
    [chips] Hari ini kamu sudah kehilangan { NUMBER($amount) } chip atau lebih. Itu batasmu sendiri; kamu bisa main lagi mulai { $until }.
    [hours] Hari ini kamu sudah bermain { NUMBER($amount) } jam. Itu batasmu sendiri; kamu bisa main lagi mulai { $until }.
   *[hands] Hari ini kamu sudah bermain { NUMBER($amount) } ronde. Itu batasmu sendiri; kamu bisa main lagi mulai { $until }.
}
refused-longer-break-already = Kamu sudah mengambil istirahat yang lebih lama.
refused-flood = Itu lebih dari yang bisa saya ikuti. Tunggu beberapa detik dulu.
## Grup yang tetap nyaman: jeda, ganti tuan rumah, mengeluarkan untuk sementara, larangan, channel, jam tenang

parameter-time = waktu
discord-parameter-time = Berapa lama: 10m, 2h atau 1d
command-host = jadikan orang lain tuan rumah meja
table-is-paused = Dijeda { $name }. Tuan rumah, admin, atau sebagian besar yang duduk bisa melanjutkan; setelah sehari meja ditutup.
time-paused = dijeda oleh { $name }
private-paused = { $name } menjeda meja. Chipmu menunggu di sini.
notice-paused = { $name } menjeda meja.
notice-pauses-after-hand = { $name } menjeda meja: setelah ronde ini.
notice-paused-at-once = { $name } menjeda meja. Jam berhenti; ronde ini jalan lagi paling lambat { $minutes } menit lagi.
notice-resumed = { $name } melanjutkan meja.
notice-hand-goes-on = Ronde ini jalan lagi. Ronde berikutnya menunggu sampai meja dilanjutkan.
notice-wants-to-go-on = { $name } mau lanjut: { $count } dari { $needed }.
notice-pause-over = Jeda sudah sehari, jadi meja ditutup.
notice-table-deserted = Sudah sejam tidak ada yang berbuat apa-apa di sini.
notice-seat-freed = { $name } tidak ada, jadi kursinya dilepas ({ NUMBER($amount) } chip dikembalikan).
notice-host-is = Sekarang { $name } tuan rumahnya.
notice-was-removed = { $name } dikeluarkan selama { for-time } ({ NUMBER($amount) } chip dikembalikan).
notice-was-removed-after-hand = { $name } dikeluarkan selama { for-time }. Ronde ini masih ia mainkan sampai selesai, lalu pergi.
notice-readmitted = { $name } boleh duduk lagi.
answer-you-paused = Tidak ada ronde baru sampai kamu lanjutkan.
answer-you-paused-at-once = Meja berhenti sampai kamu lanjutkan, tapi paling lama beberapa menit. Satu ronde hanya bisa menunggu sekali.
answer-you-want-to-go-on = { $count } dari { $needed } mau lanjut. Tuan rumah dan admin bisa melanjutkan sendiri.
answer-you-lost-your-seat = Giliranmu habis, dan orang lain menempati kursimu. { NUMBER($amount) } chipmu kembali ke dompet.
answer-you-resumed = Meja dilanjutkan.
answer-you-handed-over = Sekarang { $name } tuan rumahnya.
answer-you-readmitted = { $name } boleh duduk lagi.
answer-you-stopped = Ronde dibatalkan dan meja ditutup. Semua taruhan sudah kembali.
answer-you-are-kept-out = Kamu dikeluarkan dari meja ini sampai { $until }. Chipmu sudah kembali ke dompet.
answer-you-are-kept-out-after-hand = Kamu dikeluarkan dari meja ini sampai { $until }. Ronde ini masih bisa kamu mainkan; lalu kamu pergi dengan semua chipmu.
refused-not-a-time = Beri waktu seperti 10m, 2h, atau 1d.
refused-paused-already = { $name } sudah menjeda meja. Tekan Lanjutkan di menu Meja untuk meneruskan.
refused-not-paused = Meja tidak dijeda, jadi tidak ada yang perlu dilanjutkan.
refused-table-paused = { $name } menjeda meja. Tuan rumah, admin, atau sebagian besar yang duduk bisa melanjutkannya di menu Meja.
refused-stood-still-already = Ronde ini sudah sekali menunggu. Jeda sesudahnya.
refused-hosts-already = { $name } sudah tuan rumah. Pilih orang lain.
refused-cannot-host = { $name } tidak bisa jadi tuan rumah. Pilih orang yang tetap di meja.
refused-not-kept-out = Tidak ada { $name } yang sedang ditahan dari meja ini, jadi tidak ada yang berubah.
refused-kept-out = Kamu dikeluarkan dari meja ini sampai { $until }. Duduk di meja lain, atau tanya tuan rumah.
refused-kept-out-too-long = Seseorang bisa dikeluarkan selama { $least } menit sampai { $most } jam. Untuk lebih lama, admin bisa melarangnya main.
link-to-group = Ke grup
refused-banned = Kamu tidak boleh main di grup ini sampai { $until }. Chipmu tetap milikmu, dan kamu boleh membaca semuanya.{ why-given }
refused-banned-for-good = Kamu tidak boleh main di grup ini sampai admin mencabut laranganmu. Chipmu tetap milikmu, dan kamu boleh membaca semuanya.{ why-given }
house-section-order = Ketertiban
rule-name-quiet_hours = jam tenang
phrase-quiet_hours = { $quiet_hours ->
    [on] tenang dari { $quiet_from }.00 sampai { $quiet_to }.00
   *[off] tanpa jam tenang
}
rule-name-quiet_from = tenang dari
rule-name-quiet_to = tenang sampai
rule-name-tables_per_channel = meja per channel
phrase-tables_per_channel = { $tables_per_channel } meja per channel
refused-quiet-hours = Jam tenang: tidak ada ronde yang mulai sampai { $until }. Di tempat yang hanya ada kita berdua kamu bisa latihan.
refused-quiet-all-day = Jam tenang di sini sepanjang hari: tidak ada ronde yang mulai sampai admin mengubahnya. Di tempat yang hanya ada kita berdua kamu bisa latihan.
refused-no-tables-here = Meja dibuka di { $channels }. Buka mejamu di sana.
refused-which-table = Ada beberapa meja di sini. Yang mana maksudmu?
which-table-of = { $game } · { $host }
notice-rests-quietly = Jam tenang sampai { $until }: tidak ada ronde baru. Tekan Mulai kalau mau lanjut.
notice-rests-all-day = Jam tenang di sini sepanjang hari: tidak ada ronde baru sampai admin mengubahnya. Setelah itu tekan Mulai.
channel-without-name = topik { $number }
link-to-channel = Tempat meja
button-evening = Hasil meja
## Peringkat, musim, dan bank chip

rule-name-computer_chips = pemain komputer dengan chip
choice-computer_chips-alone = hanya kalau di meja ada satu orang
choice-computer_chips-always = dengan berapa orang pun
choice-computer_chips-never = tidak pernah
phrase-computer_chips = pemain komputer dengan chip: { $value }
notice-computers-make-room = Pemain komputer memberi tempat, karena sekarang { $count ->
    [2] dua
   *[other] beberapa
} orang duduk di sini.
notice-computers-play-for-practice = Pemain komputer berdiri: menurut aturan rumah mereka hanya bermain di meja latihan.
refused-computers-not-with-several = Pemain komputer main untuk chip hanya dengan satu orang di meja. Pakai /practice, atau minta admin /house set computer_chips always.
refused-computers-never = Pemain komputer tidak bermain dengan chip di sini: coba /practice, atau minta admin mengizinkannya dengan /house set computer_chips alone.

button-ranking = Peringkat
button-season = Musim ini
discord-group-mod = Untuk admin: larangan, channel, dan menghentikan meja
## Statements, chips and exports

kiu = Kiu
button-older = Lebih lama
button-chips = Chip
reason-called-off = { $game }, ronde { $hand } dibatalkan { $actor }: { $note }
rule-name-gifts = hadiah sehari
phrase-gifts = { $gifts ->
    [0] tanpa hadiah antar pemain
   *[other] hadiah sampai { $value } sehari
}
reason-gift = { $gave ->
    [yes] hadiah untuk { $other }
   *[no] hadiah dari { $other }
}
## Riwayat: ronde yang sudah selesai, diputar ulang, dibagikan, dan kartu yang ditunjukkan sesudahnya

refused-shared-often = Baru saja banyak yang dibagikan di sini. Coba lagi semenit lagi.
phrase-show_cards = { $show_cards ->
    [on] pemain boleh menunjukkan kartunya sesudah ronde
   *[off] tidak ada yang menunjukkan kartu sesudah ronde
}{ $rank_without_dumps ->
    [on] { "" }, peringkat tidak menghitung chip yang dibuang akun baru
   *[off] { "" }
}
rule-name-rank_without_dumps = peringkat tanpa chip buangan
rule-name-show_cards = menunjukkan kartu sesudah ronde

# --- backups: yang diberitahukan ke grup setelah cadangan dipulihkan ---------------------------------------------------
notice-restored = Saya dipulihkan dari cadangan { $until }. Permainan sesudahnya tidak dihitung; chip seperti saat itu. /open membuka meja baru.
# Logs and storage

refused-outcome-unknown = Disk gagal, jadi saya belum tahu apakah ini dihitung. Saya mulai ulang: lihat meja sebelum mengulanginya.
refused-no-such-rule = Tidak ada aturan rumah “{ $rule }”. Lihat semuanya dengan /house.
refused-bad-rule-value = “{ $value }” tidak cocok untuk { $rule }. Yang boleh: { $allowed }.
