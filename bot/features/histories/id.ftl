command-history = rondemu sendiri, yang terbaru dulu, masing-masing bisa diputar ulang
command-replay = ikuti lagi ronde yang sudah selesai, langkah demi langkah
command-show-cards = tunjukkan kartu dari ronde yang sudah selesai ke semua orang, dengan buktinya
parameter-step = langkah
discord-parameter-step = langkah awal, dari 1
discord-parameter-cards = all, atau nama satu kartu
parameter-cards = kartu
replay-step = Langkah { NUMBER($step) } dari { NUMBER($steps) } · { $when }
replay-own = Hanya untuk matamu, kartumu:
replay-own-lost = Kunci ronde ini sudah dimusnahkan, jadi saya tidak bisa lagi menyebut kartumu.
replay-shared = Dibagikan oleh { $name } · { $when }
replay-voided = Dibatalkan, dan semua taruhan dikembalikan: { $reason }
replay-shown = { $name } kemudian menunjukkan: { $cards }
replay-rules-usual = Aturan rumah waktu itu: { $preset }
replay-rules-changed = Aturan rumah waktu itu: { $preset }, tapi { $changes }
history-title = Rondemu
history-title-table = Ronde di meja ini
history-empty = Belum ada ronde yang selesai.
history-line = { $hand } · { $game } · { $when } · { $result }
history-line-voided = { $hand } · { $game } · { $when } · dibatalkan
history-nobody = tidak ada yang menang
history-not-replayed = tidak bisa diputar ulang
showing-title = Tunjukkan kartu ronde { $hand }
showing-how = Hanya kamu yang melihat halaman ini. Yang kamu tekan ditunjukkan ke semua orang di sini untuk seterusnya, dengan buktinya; yang tidak kamu tekan tetap tertutup.
showing-all-shown = Tidak ada kartumu yang tertutup di ronde ini: semuanya sudah ditunjukkan.
showing-done = Sekarang semua orang melihatnya: { $cards }.
shows-cards = { $how ->
    [folded] { $name } menunjukkan kartu yang dilipatnya: { $cards }
   *[held] { $name } menunjukkan kartu yang dipegangnya: { $cards }
}
shows-proof = File ini membuktikan kartu-kartu itu: buka di browser.
