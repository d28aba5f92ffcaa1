share-title = Undang teman ke meja { $game } ini
share-server = Kirim tautan ke pesan mejanya ini ke anggota grup:
share-group = Kirim tautan ke meja ini ke anggota grup:
share-room = Alamat ini masuk ke ruangan. Kamera ponsel bisa membaca kodenya:
share-computer = Hanya komputer ini yang bisa membuka alamat ini. Supaya orang lain bisa masuk, operator saya mengatur KIU_HOST dan KIU_ROOM_PASSWORD:
share-code = Kode QR dengan alamat { $address }
refused-nobody-can-come = Orang lain tidak bisa datang ke meja ini. Buka meja di grup.
