## High Domino

limits-high-domino = Ante { NUMBER($ante) }, dan sebanyak itu lagi untuk ikut
button-stay = Ikut { NUMBER($amount) }
command-stay = pasang ante sekali lagi
move-stay = ikut
rule-doubles_first = Balak lebih tinggi dari semua kartu yang bukan balak.
rule-name-doubles_first = balak lebih tinggi
mark-stays = ikut
hand-stay = Giliran { $name }: ikut { NUMBER($amount) } atau fold
private-stay = Giliranmu: ikut { NUMBER($amount) }, atau fold.
event-stayed = { $name } ikut { NUMBER($amount) }.
toast-stayed = Kamu ikut { NUMBER($amount) }.
label-spots = { $spots } titik
practice-lower = dari { $others } kartu lain, { $lower } lebih rendah dari kartumu.
rules-own-high-domino = ★ Kartumu: { $domino }.
rules-high-domino-example = { $doubles_first ->
    [on] 5‑5 mengalahkan 6‑4 dan semua yang bukan balak.
   *[off] 6‑4 dan 5‑5 sama-sama sepuluh titik, jadi sisi yang lebih tinggi menentukan: 6‑4 menang.
}
picture-ladder-high-domino = Semua kartu, yang tertinggi dulu, di bawah jumlah titiknya.
rules-high-domino-deal = Semua pasang { $ante } dan mendapat satu kartu, tertutup.
rules-high-domino-turn = Mulai dari kiri bandar, masing-masing ikut dengan { $ante } lagi atau fold.
rules-high-domino-showing = Yang ikut sampai akhir membuka kartunya; yang fold tidak pernah.
rules-high-domino-winning = Kartu tertinggi mengambil pot; begitu juga pemain terakhir yang tersisa.
rules-high-domino-ranking = Kartu bernilai jumlah titiknya. Bila sama, yang sisi besarnya lebih tinggi menang.
