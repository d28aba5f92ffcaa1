command-audit = apa yang diberikan bank chip ke tiap pemain
audit-title = Yang diberikan bank chip
audit-of-start = chip awal
audit-of-daily = chip harian
audit-of-admins = dari admin
audit-of-seasons = setelah musim
audit-of-others = koreksi
audit-source = { $chips } { $source }
audit-part = { $source } { $chips }
audit-to-computers = ke pemain komputer
audit-to-practice = di meja latihan sekarang
audit-odd-chips = chip ganjil ronde, kembali
audit-given = Diberikan seluruhnya: { NUMBER($chips) }
audit-held = Dipegang seluruhnya: { NUMBER($total) } (dompet { NUMBER($wallets) }, meja { NUMBER($tables) }, latihan { NUMBER($practice) }). { $sums ->
    [yes] Cocok.
   *[no] Tidak cocok. Hentikan Kiu dan pulihkan cadangan.
}
audit-from-computers = Selain itu, orang menang { $chips } dari pemain komputer.
audit-player = { $name } · { NUMBER($given) }{ $several ->
    [yes] { " " }({ $parts })
   *[no] { "" }
}{ $farmed ->
    [no] { "" }
   *[yes] { " " }· dari pemain komputer { $computers }
}
