limits-quan-dui = Taruhan { NUMBER($stake) }, untuk quan dui { NUMBER($twice) }
mark-face-up = dui { $cards }
event-drew = { $name } mengambil kartu.
event-drew-discarded = { $name } mengambil kartu dan membuang { $card }.
event-picked-up = { $name } memungut { $card }.
event-picked-up-dui = { $name } memungut { $card } dan membuka satu dui.
event-picked-up-discarded = { $name } memungut { $taken } dan membuang { $card }.
event-claimed = { $name } meminta { $card } dari { $other } dan membuka satu dui.
event-discarded = { $name } membuang { $card }.
event-played-for = { $name } keluar dari meja; gilirannya lewat sendiri.
event-won-alone = { $name } menang: { $label }.
event-won-by-discard = { $name } menang dengan { $card } dari { $other }: { $label }.
event-paid = { $names } { $count ->
    [1] membayar
   *[other] masing-masing membayar
} { NUMBER($amount) }{ $stakes ->
    [2] , dua kali taruhan
   *[other] { "" }
}.
event-drawn-stock = Tumpukan habis: tidak ada yang menang atau membayar, dan pembagi yang sama membagi lagi.
event-drawn-endless = Tidak ada yang mengambil selama { $turns } giliran tiap orang: tidak ada yang menang atau membayar, dan pembagi yang sama membagi lagi.
cards-dui = Dui: { $cards }
cards-ka = Ka: { $cards }
cards-single = Lepas: { $cards }
cards-face-up = Terbuka: dui { $cards }
label-quan-dui = quan dui
label-dui-and-ka = { $dui } dui, { $ka } ka
makes-win = { $card } melengkapi delapan pasangmu: { $label }.
makes-dui = { $card } bisa jadi dui dengan { $card } milikmu.
makes-ka = { $card } bisa jadi ka dengan { $partner } milikmu, kalau kamu pungut.
makes-no-claim = { $card } tidak bikin dui atau menang.
makes-nothing = { $card } tidak jadi pasangan dengan kartumu.
picture-held = Kartumu: { $cards }
picture-pack-quan-dui = Satu lembar dari tiap 30 kartu yang berbeda.
picture-face-up = Terbuka
picture-won = { $name } menang dengan { $label }: { $cards }
practice-complete = delapan pasangmu sudah lengkap: { $label }.
practice-completes = salah satu dari ini melengkapi delapan pasangmu: { $cards }.
practice-singles = ini masih perlu pasangan: { $cards }.
practice-discard = Buang { $card }
practice-hardest = di antara kartu tunggalmu, ini yang paling sulit dipasangkan.
practice-plays-on = delapan dui memenangkan dua kali taruhan.
practice-no-single = { $card } tidak memasangkan kartu tunggalmu yang mana pun.
choice-claim_window-all_answered = selesai begitu semua menjawab
choice-claim_window-full_time = selalu sampai habis
choice-pick_up_dui-quiet = tetap di kartumu
choice-pick_up_dui-exposed = dibuka di meja
choice-forced_win-any_discard = dengan buangan apa pun
choice-forced_win-claims = hanya kalau diminta
choice-after_passing-any = dengan cara apa saja
choice-after_passing-quan_dui = hanya dengan quan dui
choice-stock_end-claims = untuk menang atau dui
choice-stock_end-win_only = hanya untuk menang
phrase-stake = { $value } dari semua, dua kali lipat untuk quan dui
rule-name-stake = taruhan
rule-name-claim_window = waktu meminta
rule-name-pick_up_dui = dui yang dipungut
rule-name-four_alike = empat kartu sama jadi dua dui
rule-name-dealer_wins = pembagi boleh langsung menang
rule-name-forced_win = harus langsung menang
rule-name-after_passing = menang setelah main terus
rule-name-stock_end = buangan terakhir
rule-name-endless = giliran tanpa ambil kartu sampai tanpa pemenang
rule-name-claim_seconds = detik untuk meminta
rule-forced_win = Delapan pasang yang dilengkapi ka dari buangan harus langsung menang.
rules-own-so-far = ★ Kartumu sejauh ini: { $counted }.
rules-so-far = { $pairs } dari 8 pasang ({ $dui } dui, { $ka } ka), { $singles } sendirian
picture-ladder-quan-dui = Terbaik dulu: quan dui mendapat { NUMBER($twice) } dari tiap pemain, delapan pasang apa pun { NUMBER($stake) }. Di bawahnya: dui dan ka.
rules-quan-dui-cards = Ada 120 kartu, masing-masing empat lembar: ben 餅 (koin), suo 索 (untaian koin), dan wan 萬 (puluhan ribu) dari 1 sampai 9, serta da hong 大紅, xiao hong 小紅, dan ba shu 八束, yang dihitung sebagai satu.
rules-quan-dui-pairs =
    Dua kartu yang sama persis disebut dui, misalnya 3 suo dan 3 suo. Dua kartu berbeda dengan angka sama disebut ka, misalnya 3 suo dan 3 wan, atau da hong dan 1 ben.
    Delapan pasang apa pun menang. Delapan dui disebut quan dui, “semua dui”, dan menang dua kali lipat.
rules-quan-dui-deal = Pembagi dapat enam belas kartu dan membuang satu dulu; yang lain dapat lima belas. Giliran berjalan ke kanan.
rules-quan-dui-turn = Waktu giliranmu, ambil kartu dari tumpukan atau pungut buangan terakhir; lalu buang satu kartu.
rules-quan-dui-claims =
    Setiap ada buangan, semua yang lain ditanya bersamaan: menang, dui, atau lewat?
    Menang didahulukan daripada dui, dan di antara dua pemain yang gilirannya lebih dekat.
    Dui dibuka; lalu pemainnya membuang satu kartu, dan giliran lanjut dari situ.
    Jawabanmu rahasia sampai ada yang menang, dan permintaan tanpa kartu yang cocok dihitung lewat.
rules-quan-dui-winning = Buka delapan pasang waktu giliranmu, atau minta buangan yang melengkapinya, dan setiap pemain lain membayarmu { NUMBER($stake) }, atau { NUMBER($twice) } untuk quan dui.
rules-quan-dui-playing-on = Daripada menang, kamu boleh main terus mengejar quan dui, tapi tidak kalau kamu melengkapi ka { $forced_win ->
    [claims] dengan meminta buangan.
   *[any_discard] dengan kartu buangan.
}
rules-quan-dui-end =
    Pemenang membagi berikutnya. Kalau tumpukan habis, buangan terakhir masih bisa diminta.
    Kalau tidak ada yang menang, tidak ada yang membayar dan pembaginya tetap; begitu juga setelah { $endless } giliran tiap pemain tanpa ambil kartu.
rules-quan-dui-fifteen = Lima belas kartu ini jadi { $count } pasang, dan { $card } sendirian.
rules-quan-dui-completed = Dengan { $card } jadi delapan pasang: { $label }, dan itu menang.
rules-quan-dui-paid = Setiap pemain lain membayar { NUMBER($stake) }. Quan dui, delapan dui, dibayar dua kali lipat.
private-title-cards = Kartumu sudah siap
special-quan-dui-words = Delapan dui, tanpa satu pun ka.
special-from-each = { NUMBER($amount) } dari tiap pemain
hand-stock = Tumpukan: { $count }
hand-discards = Buangan: { $cards }
hand-claims = Siapa mau { $card } dari { $name }? Menang, dui, atau lewat
hand-claims-win = Siapa menang dengan { $card } dari { $name }, buangan terakhir? Menang atau lewat
hand-draw = Giliran { $name }: ambil kartu atau pungut { $card }
hand-discard = Giliran { $name } membuang
button-discard-own = Buang …
ask-discard = Kartu mana yang dibuang?
hint-discard = Jawab dengan namanya, misalnya 3 suo.
why-completed = Kartu itu melengkapi { $kind } { $pair }{ $forced ->
    [yes] . Ka yang dilengkapi dengan buangan harus langsung menang
   *[no] { "" }
}.
private-set-aside = Chipmu di meja { NUMBER($stack) }; { NUMBER($staked) } lagi disisihkan untuk pemenang.
private-new-card = Baru: { $card }.
private-only-quan-dui = Kamu main terus, jadi sekarang hanya bisa menang dengan quan dui.
private-discard = Giliranmu: buang satu kartu.
private-win-or-discard = Giliranmu: menang, atau buang satu kartu.
private-draw = Giliranmu: ambil kartu, atau pungut { $card }.
private-claims = { $may ->
    [both] Menang, dui, atau lewat?
    [win] Menang atau lewat?
    [dui] Dui atau lewat?
   *[pass] Lewat?
}
private-not-asked = Lewat sendiri, sesuai pilihanmu.
private-passed = Kamu lewat untuk { $card }.
private-answered = Dibuang: { $card }. Kamu jawab “{ $answer }”, masih bisa diubah.
private-in-vain = Dibuang: { $card }. “{ $answer }” tidak cocok dengan kartumu: dihitung lewat.
toast-drew = Kamu mengambil kartu. Sekarang buang satu.
toast-picked-up = Kamu memungut { $card }. Sekarang buang satu kartu.
toast-discarded = Kamu membuang { $card }.
rules-rung-dui = dua kartu yang sama persis
rules-rung-ka = dua kartu berbeda dengan angka sama
rules-rung-ka-of-ones = da hong, xiao hong, dan ba shu dihitung satu
rules-rung-four = Empat kartu sama
rules-rung-four-alike = { $four_alike ->
    [off] hanya satu dui
   *[on] dua dui
}
