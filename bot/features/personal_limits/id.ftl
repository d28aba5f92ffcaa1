command-limit = batasi chip yang hilang, ronde, atau jam bermainmu per hari
command-break = istirahat main, dan tidak seorang pun bisa mengakhirinya lebih cepat
parameter-limit = batas
parameter-most = paling-banyak
parameter-period = lama
discord-parameter-limit = Apa yang dibatasi, atau off
discord-parameter-most = Berapa per hari, atau off
button-take-break = Istirahat main …
limit-chips = Chip hilang
limit-hands = Ronde
limit-hours = Jam
limit-off = Tanpa batas
limit-chips-most = { NUMBER($amount) } chip
limit-chips-used = { NUMBER($amount) } hilang
limit-hands-used = { NUMBER($amount) } dimainkan
limit-hours-used = { $hours } jam { $minutes } menit
limit-line = { $what } per hari: { $most } · hari ini { $used }
limit-line-later = { $line } · mulai { $since }: { $most }
limit-now = { $what } per hari, sekarang: { $most }
limits-how =
    Yang dihitung ronde dengan chip, di semua grup di sini. Orang lain tidak bisa melihat atau mengubahnya.
    Batas yang lebih rendah langsung berlaku; yang lebih tinggi, atau tanpa batas, mulai besok.
    Di batasnya kamu selesaikan rondemu, lalu istirahat sampai besok.
limit-set = Beres: { $most } per hari.
limit-changes-later = Mulai { $since }: { $most }.
limits-off-later = Batasmu berakhir bersama hari ini.
limits-off-already = Kamu tidak punya batas.
break-title = Istirahat main
break-what =
    Kamu selesaikan rondemu, lalu tidak bermain di mana pun di sini, latihan pun tidak, sampai istirahatnya selesai.
    Tidak seorang pun bisa mengakhirinya lebih cepat.
break-sure = Istirahatmu akan berlangsung sampai { $until }. Kamu yakin?
break-runs = Kamu istirahat main sampai { $until }.
refused-no-such-limit = Saya tidak kenal batas “{ $word }”. Pilih chips, hands, hours, atau off.
button-break-begin = Ya, mulai istirahat
refused-no-such-period = Istirahat main lamanya day (sehari), week (seminggu) atau month (30 hari).
refused-limit-out-of-range = Batas adalah bilangan bulat dari 1 sampai { NUMBER($most) }, atau off.
