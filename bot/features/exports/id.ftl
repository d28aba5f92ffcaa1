button-export-me = Salin data saya
export-me-title = Semua yang disimpan tentangmu
export-me-rows = { $rows ->
       *[other] { $rows } catatan
    }, menurut tabel di database saya. Simpan file-nya untukmu sendiri.
export-title = Ekspor
export-what-hands = Ronde: tiap ronde yang kamu mainkan, dengan chipmu sebelumnya dan hasilmu.
export-what-movements = Mutasi: rekeningmu baris demi baris, dengan saldo sesudahnya.
export-what-evening = Malam ini: semua ronde di meja ini, dengan hasil setiap pemain.
export-how = File CSV: bisa dibuka di aplikasi spreadsheet mana pun.
export-made-hands = { NUMBER($count) } rondemu, yang terbaru dulu.
export-made-movements = { NUMBER($count) } baris rekeningmu, yang terbaru dulu.
export-made-evening = { NUMBER($count) } ronde di meja ini, yang terbaru dulu.
export-cut = Hanya { NUMBER($most) } yang terbaru ada di file ini.
button-export-hands = Ronde
button-export-movements = Mutasi
button-export-evening = Malam ini
refused-nothing-to-export = Belum ada yang bisa diekspor. Mainkan satu ronde dulu.
refused-nothing-of-that-name-to-export = Yang bisa saya ekspor: { $words }, bukan { $word }.
parameter-what = apa
discord-parameter-what = hands, movements, atau evening
command-export = dapatkan ronde, mutasi, atau malam ini sebagai file CSV
