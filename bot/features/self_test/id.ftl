button-selftest = Jumlah …
ask-selftest = Jumlah bebas, cuma untuk tes: { from-to }
answer-selftest-begun = Tes mandiri sudah mulai. Hanya kamu yang melihat ini.
answer-selftest-amount = { NUMBER($amount) } sudah masuk, jadi jumlah berhasil.
command-selftest = tes yang dilakukan meja, dan kecepatannya
refused-selftest-running = Tes mandiri sedang berjalan di sini. Tunggu laporannya.
selftest-title = Tes mandiri
selftest-progress = Langkah { $step } dari { $steps } …
selftest-picture-alt = Domino 6‑6 dan 0‑0.
selftest-took = { NUMBER($ms) } ms
selftest-problem-unwelcome = tidak diizinkan di sini
selftest-problem-gone = pesannya sudah dihapus
selftest-problem-unreachable = chat pribadinya tertutup
selftest-problem-failed = gagal; lihat log
selftest-post = Pesan: { $took }
selftest-edits = { $count } suntingan: tengahnya { NUMBER($median) } ms, paling lama { NUMBER($longest) } ms
press-below = tekan tombol di bawah
selftest-edits-failed = Suntingan: { $done } berhasil, lalu: { $took }
selftest-picture = Gambar: { $took }
selftest-private = Pesan pribadi dengan file: { $took }
selftest-die = Dadu: { $took }
selftest-answer = Jawaban pribadi: { NUMBER($ms) } ms
selftest-answer-open = Jawaban pribadi: { press-below }
selftest-amount = Jumlah: { press-below }
selftest-for-one = Pesan untuk satu pembaca: { $sent } terkirim{ $counted ->
    [yes] , lalu diminta menunggu, jadi dihitung
    [no] { " " }sekaligus, jadi tidak dihitung
   *[open] { "" }
}.
selftest-limited = { $calls } panggilan, disuruh menunggu { $times } kali, paling lama { NUMBER($longest) } ms
selftest-left = { selftest-not-limited }; paling sedikit tersisa { $left } dari { $limit }
selftest-not-limited = { $calls } panggilan, tidak pernah disuruh menunggu
selftest-missing = Yang kurang di sini: { $missing }
selftest-nothing-missing = Tidak ada yang kurang di sini.
selftest-waited = Menunggu { NUMBER($seconds) } dtk supaya meja didahulukan.
