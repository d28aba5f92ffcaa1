limits-qiuqiu = Ante { NUMBER($ante) } · bet { $bets }
limits-raises = { $stakes } · raise per putaran: { $count }
mark-folded = fold
mark-all-in = all-in
amount-half-pot = ½ pot
amount-pot = Pot
amount-all-in = All-in
event-ante-short = Chip { $name } kurang untuk ante: all-in dengan { NUMBER($amount) }.
event-carried = Di pot dari ronde sebelumnya: { NUMBER($amount) }.
event-dealt-more = Masing-masing dapat satu kartu lagi.
event-checked = { $name } check.
event-bet = { $name } bet { NUMBER($amount) }.
event-bet-all-in = { $name } bet all-in: { NUMBER($amount) }.
event-called = { $name } call { NUMBER($amount) }.
event-called-all-in = { $name } call all-in: { NUMBER($amount) }.
event-raised = { $name } raise ke { NUMBER($amount) }.
event-raised-all-in = { $name } raise all-in ke { NUMBER($amount) }.
event-folded = { $name } fold.
event-left = { $name } keluar dari meja dan fold.
event-returned = { NUMBER($amount) } kembali ke { $name }: tidak ada yang call.
event-showed = { $name } membuka { $tiles }: { $label }.
event-won-pot = { $name } menang { $pot }: { NUMBER($amount) }.
event-shared-pot = { $pot } dibagi: { $shares }.
event-odd = Sisa { NUMBER($odd) } chip untuk { $names }, { $how ->
    [acts] yang giliran pertama
    [dealer] yang pertama dari pembagi
   *[left_of_dealer] yang pertama dari kiri pembagi (aturan rumah)
}.
event-odd-half = Sisa satu chip pot untuk bagian tinggi.
event-odd-carried = Sisa chip tinggal di pot untuk ronde berikutnya: { NUMBER($odd) } (aturan rumah).
event-uncontested = { $name } mengambil pot { NUMBER($amount) } tanpa membuka kartu.
pot-only = pot
pot-main = pot utama
pot-side = pot samping { $number }
pot-high = bagian tinggi dari { $pot }
pot-low = bagian rendah dari { $pot }
label-seri = Seri (urut)
counts-as = { $domino } dihitung { $spots }
counts-three-doubles = tiga balak dihitung 9
picture-hand = Kartumu: { $tiles }
picture-hand-best = Kartumu dalam susunan terbaik: { $tiles }, { $label }
picture-showdown = Buka kartu: { $hands }
picture-showdown-hand = { $name }: { $tiles }, { $label }
picture-title-pot = { $game } · ronde { $number } · pot { NUMBER($pot) }
picture-wins = menang
picture-pack-qiuqiu = 28 kartu domino, dari 6‑6 sampai 0‑0.
practice-folded = kamu sudah fold di ronde ini.
practice-dominoes = kartu ini
practice-chance = dengan { $held }, kartumu yang terbaik di meja sekitar { $chance } % dari semua kemungkinan{ $cost ->
    [price] , dan call ini perlu { $price } %
    [free] , dan check itu gratis
   *[none] { "" }
}.
practice-declare = Buka sebagai { $label }
practice-declare-best = susunan lain tidak memberimu lebih banyak.
choice-specials-enam_dewa = Enam Dewa
choice-specials-empat_balak = Empat Balak
choice-specials-murni_besar = Murni Besar{ $sentence ->
    [yes] { " " }mulai { $besar_min }
   *[no] { "" }
}
choice-specials-murni_kecil = Murni Kecil{ $sentence ->
    [yes] { " " }sampai { $kecil_max }
   *[no] { "" }
}
choice-specials-none = tidak ada
choice-special_tie-equal = sama kuat
choice-special_tie-total = titik lebih banyak menang, lebih sedikit untuk Murni Kecil
choice-seri_tie-spots = titik lebih banyak menang
choice-seri_tie-double_first = balak lebih tinggi menang, lalu titik lebih banyak
choice-three_doubles-off = tidak istimewa
choice-three_doubles-optional = 9 di samping kartu keempat kalau lebih bagus
choice-three_doubles-mandatory = selalu 9 di samping kartu keempat
choice-tie-split = berbagi pot
choice-tie-highest_double = balak tertinggi menang
choice-compare-normal = kartu terbaik dapat semua
choice-compare-split_pot = pasangan tinggi dan rendah berbagi
choice-declaration-in_turn = pemain memilih bergiliran
choice-declaration-automatic = susunan terbaik otomatis
choice-odd_chips-dealer_first = pemenang pertama dari pembagi
choice-odd_chips-left_of_dealer = pemenang pertama di kiri pembagi
choice-odd_chips-next_pot = pot berikutnya
choice-rounds-two = 3 + 1 kartu, dua putaran
choice-rounds-three = 2 + 1 + 1 kartu, tiga putaran
choice-rounds-one = 3 + 1 kartu, satu putaran
choice-batches-singly = satu-satu
choice-batches-1-2 = satu, lalu dua
choice-batches-2-1 = dua, lalu satu
choice-batches-3 = tiga sekaligus
choice-first_card-left_of_dealer = pemain di kiri pembagi
choice-first_card-dealer = pembagi
choice-min_raise-min_bet = sebesar bet terkecil
choice-min_raise-last_raise = sebesar bet atau raise terakhir
choice-first_to_act-dealer = pembagi
choice-first_to_act-left_of_dealer = pemain di kiri pembagi
choice-checking-always = selalu boleh
choice-checking-never = tidak boleh
choice-checking-not_in_first = mulai putaran kedua
choice-leaving-goes_on = meja jalan terus
choice-leaving-ends = meja ditutup
phrase-specials = { $value }{ $specials ->
    [none] { "" }
   *[other] ; { $special_tie ->
        [total] yang sejenis ditentukan titik
       *[equal] yang sejenis sama kuat
    }
}
phrase-compare = { $value }{ $compare ->
    [split_pot] , { $declaration ->
        [automatic] susunan terbaik dipakai otomatis
       *[in_turn] tiap pemain memilih susunannya bergiliran
    }
   *[normal] { "" }
}
phrase-rounds = { $value }
phrase-min_bet = bet { $value }
rule-name-specials = kartu istimewa
rule-name-besar_min = titik paling sedikit untuk Murni Besar
rule-name-kecil_max = titik paling banyak untuk Murni Kecil
rule-name-special_tie = dua kartu istimewa yang sama
rule-name-seri = seri
rule-name-seri_tie = dua seri
rule-name-hui = hui
rule-name-three_doubles = tiga balak
rule-name-tie = kartu sama kuat
rule-name-compare = yang menang
rule-name-declaration = buka kartu saat pot dibagi
rule-name-odd_chips = sisa chip
rule-name-rounds = putaran taruhan
rule-name-batches = tiga kartu pertama
rule-name-first_card = kartu pertama
rule-name-ante = ante
rule-name-part_ante = all-in untuk sebagian ante
rule-name-min_bet = bet terkecil
rule-name-max_bet = bet terbesar
rule-name-min_raise = raise terkecil
rule-name-raise_cap = raise tiap putaran
rule-name-first_to_act = yang mulai
rule-name-checking = check
rule-name-leaving = kalau ada yang pergi
rule-specials = Mengalahkan 9 / 9, menurut urutan ini. Titik Murni Besar sangat banyak, Murni Kecil sangat sedikit.
rule-seri = Empat kartu yang jumlah titiknya berurutan, misalnya 10, 9, 8, 7, tepat di bawah 9 / 9.
rule-hui = Hui: kartu 2‑1 dan 4‑2 masing-masing bernilai 3 atau 6 dalam pasangan biasa, mana yang lebih bagus.
rule-compare = Bagi pot: kecuali ada yang membuka 9, seri, atau kartu istimewa, setengah untuk pasangan tinggi terbaik dan setengah untuk pasangan rendah terbaik.
rule-part_ante = on: pemain dengan chip kurang dari ante ikut all-in.
rules-own-later = Kartumu: { $cards }. Kalau sudah empat, nilainya ditandai di sini.
picture-ladder-qiuqiu = Lalu 9 / 9{ $seri ->
    [on] , seri
   *[off] { "" }
}, 9 / 8, dan seterusnya sampai 0 / 0.
rules-qiuqiu-deal = Semua pasang ante dan dapat kartu tertutup, dengan putaran taruhan.
rules-qiuqiu-pairs = Empat kartumu jadi dua pasangan. Nilai pasangan adalah angka terakhir jumlah titiknya, paling tinggi 9, disebut kiu.
rules-qiuqiu-order = Pasangan yang lebih bagus dibandingkan dulu: 9 / 5 mengalahkan 9 / 4, dan 8 / 2 mengalahkan 7 / 7.
rules-qiuqiu-step = { $dominoes } jadi { $sum }: nilainya { $value }.
rules-qiuqiu-example = Bersama jadi { $label }, lebih dari { $one } atau { $other }. Kiu mencari pasangan terbaikmu.
rules-qiuqiu-betting = { $checking ->
    [never] Selama belum ada bet, kamu bet atau fold.
    [not_in_first] Selama belum ada bet, kamu bet atau fold; mulai putaran kedua kamu boleh check.
   *[always] Selama belum ada bet, kamu check atau bet.
} Setelah ada bet, kamu call (ikut), raise (naik), atau fold (tutup kartu).
rules-qiuqiu-in-advance = Kamu boleh memutuskan sebelum giliranmu, tanpa terlihat; lalu kamu langsung main, dan itu terlihat.
rules-qiuqiu-winning = Semua yang masih ikut membuka kartu, dan yang terbaik mengambil pot.
rules-qiuqiu-specials = Ini mengalahkan 9 / 9, terbaik lebih dulu: { $specials }.
rules-qiuqiu-no-specials = Tidak ada kartu istimewa: 9 / 9 yang terbaik.
rules-qiuqiu-cards = Ada 28 kartu domino, setiap dua angka dari 0 sampai 6 sekali; dua angka sama disebut balak.
button-call = Call { NUMBER($amount) }
button-call-all-in = Call all-in { NUMBER($amount) }
button-all-in = All-in { NUMBER($amount) }
button-declare = { $label }
hand-main-pot = Pot utama { NUMBER($amount) }
hand-side-pot = Pot samping { NUMBER($amount) }: { $names }
hand-bet = bet { NUMBER($amount) }
hand-turn = Giliran { $name }: { NUMBER($owed) } untuk call
hand-turn-free = Giliran { $name }
hand-turn-declare = Giliran { $name } membuka kartu
share-of = { $name } { NUMBER($amount) }
why-spots = { $other } juga punya { $label }: yang titiknya { $fewer ->
    [yes] lebih sedikit
   *[no] lebih banyak
} menang, { $more } lawan { $less }{ by-house-rule }.
why-double = { $other } juga punya { $label }: balak tertinggi yang menentukan (aturan rumah), { $double } lawan { $second ->
    [none] tanpa balak
   *[other] { $second }
}.
why-equal = Sama kuat: { $label }.
why-equal-no-double = Sama kuat: { $label }, dan tidak ada balak yang menentukan.
why-nobody-else = Hanya { $name } yang bisa memenangkan { $pot }.
why-not-halved = { $name } membuka { $label }, jadi pot tidak dibagi dua.
private-best = Terbaik: { $label } — { $groups }
private-so-far = Pasangan sejauh ini: { $values }.
private-declare = Giliranmu membuka kartu: tekan susunannya.
private-your-turn = Giliranmu: { NUMBER($owed) } untuk call.
private-your-turn-free = Giliranmu.
special-pot = pot { NUMBER($amount) }
toast-checked = Kamu check.
toast-bet-all-in = Kamu all-in dengan { NUMBER($amount) }.
toast-called = Kamu call { NUMBER($amount) }.
toast-called-all-in = Kamu call all-in dengan { NUMBER($amount) }.
toast-raised = Kamu raise ke { NUMBER($amount) }.
toast-raised-all-in = Kamu all-in dengan raise ke { NUMBER($amount) }.
rules-rung-worth = angka terakhirnya: nilainya { $value }
rules-rung-best = pasangan yang lebih bagus dulu
rules-rung-less = kalau dipasangkan begini: di bawah { $label }
