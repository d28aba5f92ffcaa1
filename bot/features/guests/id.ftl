command-guests = izinkan tamu menonton atau ikut main lewat tautan
guests-title = Tamu
guests-nobody = Belum ada tamu lewat tautan.
guests-asked = { $name } mau { $kind ->
    [play] ikut main
   *[watch] menonton
}.
guests-here = { $name } { $kind ->
    [play] ikut main
   *[watch] menonton
}.
guests-open = Tamu baru bisa minta izin sampai { $until }.
guests-how = Tamu yang ikut main memakai chip grup ini. Tamu tidak pernah dicolek.
guests-link = { $everyone ->
    [yes] Siapa pun yang punya tautan ini boleh menonton
   *[no] Yang punya tautan ini minta izin { $kind ->
        [play] ikut main
       *[watch] menonton
    }, lalu admin mengizinkan satu per satu
}. Berlaku sampai { $until }.
guests-code = Tautan ini sebagai kode untuk ponsel
guests-off = Semua tamu sudah keluar, dan tautannya tidak berlaku lagi.
guest-let-in = { $name } sudah masuk.
guest-sent-away = { $name } tidak diizinkan masuk.
button-guests = Tamu
button-guest-in = Izinkan
button-guest-let-in = Izinkan { $name }
button-guest-no = Tidak
button-guest-out = Keluarkan { $name }
button-guest-link-watch = Tautan menonton
button-guest-link-everyone = Menonton bebas
button-guest-link-play = Tautan ikut main
button-guests-off = Tutup untuk tamu
refused-guests-unknown = Ketik /guests watch, /guests play, atau /guests off.
refused-guests-no-address = Tamu butuh halaman publik, dan operator saya belum menyiapkannya.
refused-guests-gone = Tidak ada lagi yang menunggu dengan nomor itu. Lihat /guests.
refused-guest-watches = Kamu menonton sebagai tamu. Minta tautan ikut main ke admin.
