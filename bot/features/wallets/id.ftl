command-chips = lihat chipmu
command-daily = isi chipmu, sekali sehari
command-gift = beri chip ke pemain lain
chips-title = Chipmu
chips-line = Dompet { NUMBER($wallet) } · di meja { NUMBER($tables) } · jadi taruhan { NUMBER($pot) }
chips-total = Semuanya: { NUMBER($total) }
chips-buy-in = Untuk duduk: { from-to } chip, biasanya { NUMBER($usual) }.
chips-given = Pemain baru dapat { NUMBER($grant) }; /daily mengisi sampai { NUMBER($floor) }.
chips-gifts = { $gifts ->
    [0] Hadiah antar pemain dimatikan di sini.
   *[other] Hadiah: /gift PEMAIN JUMLAH, sampai { NUMBER($gifts) } sehari.
}
notice-daily = { $name } mengambil chip hari ini dan punya { NUMBER($floor) } lagi.
answer-daily-given = Kamu dapat { NUMBER($amount) } chip dan sekarang punya { NUMBER($floor) } lagi.
answer-daily-not-due = Chipmu sudah { NUMBER($floor) } atau lebih. Balik lagi kalau sudah berkurang.
answer-daily-taken = Chip hari ini sudah kamu ambil. Balik lagi besok.
notice-gift = { $giver } memberi { $name } { NUMBER($amount) } chip miliknya sendiri.
answer-gift-given = Kamu memberi { $name } { NUMBER($amount) } chip.
refused-gifts-off = Hadiah antar pemain dimatikan di sini. Admin bisa mengizinkannya dengan /house set gifts JUMLAH.
refused-gift-to-yourself = Itu kamu sendiri. Sebut pemain lain.
refused-gift-to-computer = { $name } pemain komputer dan tidak menerima hadiah.
refused-gift-beyond-limit = Hari ini kamu masih boleh memberi { NUMBER($left) } chip, dari { NUMBER($most) } sehari.
refused-gift-beyond-wallet = Di dompetmu hanya ada { NUMBER($wallet) }. Beri segitu atau kurang.
