limits-qiuqiu = Ante { NUMBER($ante) } · bet { $bets }
limits-raises = { $stakes } · paling banyak { $count } raise per putaran
mark-folded = fold
mark-all-in = all-in
amount-half-pot = ½ pot
amount-pot = Pot
amount-all-in = All-in
event-ante-short = Chip { $name } kurang untuk ante: all-in dengan { NUMBER($amount) }.
event-carried = { NUMBER($amount) } chip dari ronde sebelumnya masih ada di pot.
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
    [dealer] yang pertama mulai dari pembagi
   *[left_of_dealer] yang pertama mulai dari kiri pembagi (aturan rumah)
}.
event-odd-half = Pot tidak bisa dibagi dua sama rata: sisa satu chip untuk bagian tinggi.
event-odd-carried = Sisa { NUMBER($odd) } chip tinggal di pot untuk ronde berikutnya (aturan rumah).
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
picture-pack-qiuqiu = 28 kartu domino, dari 6‑6 sampai 0‑0: setiap dua angka dari 0 sampai 6 satu kali.
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
choice-special_tie-total = ditentukan titik
choice-seri_tie-spots = titik lebih banyak menang
choice-seri_tie-double_first = balak lebih tinggi menang
choice-three_doubles-off = tidak istimewa
choice-three_doubles-optional = 9 kalau lebih bagus
choice-three_doubles-mandatory = selalu 9
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
        [total] dua yang sejenis ditentukan titik
       *[equal] dua yang sejenis sama kuat
    }
}
phrase-seri = { $seri ->
    [on] seri di bawah 9 / 9
   *[off] tanpa seri
}
phrase-hui = { $hui ->
    [on] 2‑1 dan 4‑2 bernilai 3 atau 6
   *[off] 2‑1 bernilai 3 dan 4‑2 bernilai 6
}
phrase-three_doubles = tiga balak: { $value }
phrase-tie = kartu sama kuat: { $value }
phrase-compare = { $value }{ $compare ->
    [split_pot] , { $declaration ->
        [automatic] susunan terbaik dipakai otomatis
       *[in_turn] tiap pemain memilih susunannya bergiliran
    }
   *[normal] { "" }
}
phrase-odd_chips = sisa chip: { $value }
phrase-rounds = { $value }
phrase-batches = tiga kartu pertama { $value }
phrase-first_card = kartu pertama untuk { $value }
phrase-ante = ante { $value }
phrase-part_ante = { $part_ante ->
    [on] sebagian ante sudah cukup
   *[off] tidak ikut tanpa ante penuh
}
phrase-min_bet = bet { $value }
phrase-min_raise = raise paling sedikit { $value }
phrase-raise_cap = { $raise_cap ->
    [none] raise tanpa batas
   *[other] paling banyak { $raise_cap } raise tiap putaran
}
phrase-first_to_act = mulai dari { $value }
phrase-checking = check { $value }
phrase-leaving = kalau ada yang pergi, { $value }
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
rule-name-part_ante = sebagian ante
rule-name-min_bet = bet terkecil
rule-name-max_bet = bet terbesar
rule-name-min_raise = raise terkecil
rule-name-raise_cap = raise tiap putaran
rule-name-first_to_act = yang mulai
rule-name-checking = check
rule-name-leaving = kalau ada yang pergi
rule-specials = Kartu istimewa yang mengalahkan 9 / 9, terbaik dulu: enam_dewa (kartu bertitik enam), empat_balak (empat balak), murni_besar (titik sangat banyak), murni_kecil (sangat sedikit); atau none.
rule-special_tie = Dua kartu istimewa yang sama: equal sama kuat; total memenangkan titik lebih banyak untuk Murni Besar, lebih sedikit untuk Murni Kecil.
rule-seri = Empat kartu yang jumlah titiknya berurutan, misalnya 10, 9, 8, 7: on menaruhnya tepat di bawah 9 / 9; off tidak istimewa.
rule-seri_tie = Dua seri: spots memenangkan titik lebih banyak; double_first balak lebih tinggi, lalu titik.
rule-hui = Kartu 2‑1 dan 4‑2: on masing-masing bernilai 3 atau 6 dalam pasangan biasa, mana yang lebih bagus; off bernilai 3 dan 6.
rule-three_doubles = Tiga balak dihitung 9 di samping kartu keempat: optional kalau lebih bagus; mandatory selalu; off tidak pernah.
rule-tie = Sama kuat: split membagi pot; highest_double memenangkan balak tertinggi, kalau ada.
rule-compare = normal memberi pot ke kartu terbaik; split_pot setengah ke pasangan tinggi terbaik dan setengah ke pasangan rendah terbaik, kecuali ada yang membuka 9, seri, atau kartu istimewa.
rule-declaration = Membuka kartu pada split_pot: in_turn tiap pemain memilih bergiliran; automatic memakai susunan terbaik.
rule-odd_chips = Sisa chip yang tidak bisa dibagi rata: dealer_first untuk pemenang pertama mulai dari pembagi; left_of_dealer mulai dari kirinya; next_pot untuk ronde berikutnya.
rule-rounds = Putaran taruhan. two: setelah 3 kartu dan setelah yang keempat. three: setelah 2, 3, dan 4. one: setelah 3, lalu yang terakhir dibagi.
rule-batches = Cara membagi tiga kartu pertama: singly satu-satu, 1+2, 2+1, atau 3 sekaligus. Peluangnya tidak berubah.
rule-first_card = Kartu pertama untuk pemain di kiri pembagi (left_of_dealer), atau pembagi (dealer).
rule-first_to_act = Di tiap putaran yang mulai pembagi (dealer), atau pemain di kirinya (left_of_dealer).
rule-checking = Check boleh selalu (always); tidak pernah (never); atau mulai putaran kedua (not_in_first).
rule-ante = Chip yang dipasang semua orang sebelum kartu dibagi.
rule-part_ante = Pemain dengan chip kurang dari ante: on ikut all-in; off tidak ikut.
rule-min_bet = Bet dan raise terkecil. Beberapa angka berarti satu untuk tiap putaran, misalnya 10,20.
rule-max_bet = Bet dan raise terbesar. Beberapa angka berarti satu untuk tiap putaran, misalnya 100,200; none tanpa batas.
rule-min_raise = Raise terkecil: min_bet sebesar bet terkecil; last_raise sebesar bet atau raise terakhir.
rule-leaving = Kalau ada yang pergi: goes_on meja jalan terus; ends meja ditutup setelah ronde.
rules-own-later = Kartumu: { $cards }. Kalau sudah empat, nilainya ditandai di sini.
picture-ladder-qiuqiu = Lalu 9 / 9{ $seri ->
    [on] , seri
   *[off] { "" }
}, 9 / 8, dan seterusnya sampai 0 / 0.
rules-qiuqiu-deal = Semua pasang ante. { $rounds ->
    [three] Kamu dapat dua kartu tertutup, lalu yang ketiga, lalu yang keempat, dengan satu putaran taruhan setiap habis dibagi.
    [one] Kamu dapat tiga kartu tertutup. Setelah satu putaran taruhan datang yang keempat, lalu kartu dibuka.
   *[two] Kamu dapat tiga kartu tertutup dan kemudian yang keempat, dengan satu putaran taruhan setiap habis dibagi.
}
rules-qiuqiu-pairs = Empat kartumu jadi dua pasangan. Nilai pasangan adalah angka terakhir jumlah titiknya, paling tinggi 9, disebut kiu.
rules-qiuqiu-order = Pasangan yang lebih bagus dibandingkan dulu, baru yang satunya: 9 / 5 mengalahkan 9 / 4, dan 8 / 2 mengalahkan 7 / 7.
rules-qiuqiu-step = { $dominoes } jadi { $sum }: nilainya { $value }.
rules-qiuqiu-example = Bersama jadi { $label }. Kalau tidak, { $one } atau { $other }, lebih rendah; Kiu mencari pasangan terbaikmu.
rules-qiuqiu-betting = { $first_to_act ->
    [left_of_dealer] Pemain di kiri pembagi mulai dulu.
   *[dealer] Pembagi mulai dulu.
} { $checking ->
    [never] Selama belum ada bet, kamu bet atau fold.
    [not_in_first] Selama belum ada bet, kamu bet atau fold; mulai putaran kedua kamu boleh check.
   *[always] Selama belum ada bet, kamu check atau bet.
} Setelah ada bet, kamu call (ikut), raise (naik), atau fold (tutup kartu).
rules-qiuqiu-in-advance = Kamu boleh memutuskan sebelum giliranmu, tanpa terlihat. Tapi lalu kamu langsung main, dan itu terlihat.
rules-qiuqiu-winning = Semua yang masih ikut membuka kartu, dan yang terbaik mengambil pot. { $tie ->
    [highest_double] Kalau sama kuat, balak tertinggi yang menang.
   *[split] Kalau sama kuat, pot dibagi.
}
rules-qiuqiu-specials = Ini mengalahkan 9 / 9, terbaik lebih dulu: { $specials }.
rules-qiuqiu-no-specials = Tidak ada kartu istimewa: 9 / 9 yang terbaik.
rules-qiuqiu-seri = Di antara dua seri, { $seri_tie ->
    [double_first] balak tertinggi yang menang; kalau keduanya tanpa balak, yang titiknya lebih banyak.
   *[spots] yang titiknya lebih banyak yang menang.
}
rules-qiuqiu-special-ties = { $by ->
    [total] { $murni ->
        [besar] Di antara dua Murni Besar, yang titiknya lebih banyak yang menang.
        [kecil] Di antara dua Murni Kecil, yang titiknya lebih sedikit yang menang.
       *[both] Di antara dua Murni Besar, yang titiknya lebih banyak yang menang; di antara dua Murni Kecil, yang lebih sedikit.
    }
   *[equal] { $murni ->
        [besar] Dua Murni Besar sama kuat, berapa pun titiknya.
        [kecil] Dua Murni Kecil sama kuat, berapa pun titiknya.
       *[both] Dua Murni Besar sama kuat, berapa pun titiknya; begitu juga dua Murni Kecil.
    }
}
rules-qiuqiu-min_raise = Raise paling sedikit sebesar bet atau raise terakhir.
rules-qiuqiu-hui = Hui: 2‑1 dan 4‑2 bernilai 3 atau 6 dalam pasangan biasa, mana yang lebih bagus.
rules-qiuqiu-three_doubles = { $three_doubles ->
    [mandatory] Tiga balak selalu dihitung 9, dengan kartu keempat sendirian di sampingnya, walaupun dua pasang lebih bagus.
   *[optional] Tiga balak dihitung 9, dengan kartu keempat sendirian di sampingnya, kalau itu lebih bagus daripada dua pasang.
}
rules-qiuqiu-compare = Bagi pot: kalau tidak ada yang membuka 9, seri, atau kartu istimewa, pasangan tinggi terbaik mengambil setengah dan pasangan rendah terbaik setengahnya lagi.{ $declaration ->
    [in_turn] {" "}Tiap pemain membuka kartu menurut giliran dan memilih susunannya.
   *[automatic] { "" }
}
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
private-declare = Giliranmu membuka kartu: tekan susunan yang mau kamu pakai.
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
