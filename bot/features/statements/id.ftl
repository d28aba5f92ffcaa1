command-ledger = lihat dari mana dan ke mana chip pergi
statement-title = Rekening { $name }
statement-circle = { $number ->
    [0] Sebelum lingkaran
   *[other] Lingkaran { $number }
}
statement-days-title = Rekening { $name } per hari
statement-line = { $time } · { $net }{"\u00A0"}→{"\u00A0"}{ NUMBER($balance) } · { $what }
statement-day = { $day }: ronde { $won }{ $moved ->
    [yes] , lainnya { $other }
   *[no] { "" }
}{"\u00A0"}→{"\u00A0"}{ NUMBER($balance) }
statement-heads = Jam | Mutasi | Selisih | Chip
statement-day-heads = Hari | Ronde | Lainnya | Chip
statement-how = Di samping tiap perubahan: semua chip saat itu. Waktu: { $zone }
statement-pick-hand = Satu ronde …
statement-pick-day = Satu hari …
button-newer = Lebih baru
button-by-day = Per hari
button-by-line = Per baris
