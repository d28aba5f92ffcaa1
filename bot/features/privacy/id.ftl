privacy-title = Apa yang disimpan tentangmu
privacy-stored =
    Disimpan:
    • nomormu di platform ini, namamu di sini, bahasamu, dan soal meja mana kamu minta dikabari;
    • chipmu, dari mana dan ke mana perginya, dan alasan admin;
    • setiap ronde yang kamu mainkan: siapa yang ikut, apa yang dilakukan, kartu yang dibuka, dan kata dalam kocokan;
    • bahasa dan aturan rumah grup ini, dan tanda terima setiap perintah yang mengubah sesuatu.
    { $platform ->
        [local] Yang ditulis di ruang ini juga disimpan.
       *[other] Tulisanmu yang lain tidak disimpan.
    }
privacy-how-long =
    Berapa lama: sampai kamu menekan Lupakan saya, atau operator saya menghapus basis data. { $groups ->
        [0] { "" }
       *[other] Grup yang mengeluarkan saya dihapus setelah { $groups } hari.
    }
    Kunci kartu yang tidak ditunjukkan dimusnahkan paling lambat { $days } hari setelah ronde.
privacy-who = Siapa melihatnya: semua di grup ini melihat nama, chip, hasil dan kata; kartumu hanya kamu, sampai dibuka. Operator saya bisa membaca semuanya. Saya tidak meneruskannya ke siapa pun.
privacy-whom = Tanya siapa: admin yang menambahkan saya ke grup, atau operator saya.
command-privacy = apa yang disimpan tentangmu
privacy-why = Untuk apa: supaya chip, ronde dan pengaturanmu ada lain kali, dan kocokan bisa diperiksa.
privacy-contact = Tanya siapa: { $contact }
privacy-url = Selengkapnya:
terms-url = Ketentuan pemakaian:
forget-title = Lupakan kamu?
forget-surely = Sekali lagi: namamu di { $groups } grup, { NUMBER($chips) } chip dan kursimu ({ $seats }) hilang untuk selamanya. Ada yang menyuruhmu menekan ini? Jangan: tidak ada imbalannya.
forget-what =
    { $seats ->
        [0] Kamu tidak duduk di meja mana pun, jadi selesai dalam beberapa detik.
       *[other] Kamu bangun dulu dari mejamu, setelah ronde yang kamu mainkan.
    }
    • { $chips } chipmu kembali ke bank. Kalau kamu datang lagi, kamu orang baru, tanpa chip awal selama 30 hari.
    • Namamu diganti nama karangan di semua grupmu ({ $groups }). Hasil dan chip orang lain tetap.
    • Dalam sehari tidak ada jejak lagi di file basis data.
    Yang tidak bisa saya hapus:
    { $platform ->
        [local] • yang sudah dicatat atau disimpan orang lain;
       *[other] • pesan di chat;
    }
    • kata orang lain, misalnya alasan admin; dalam bukti rondemu katamu dan sidik jari kursimu yang tidak menunjukkan siapa kamu;
    • sidik jari acak dari nomormu, selama 30 hari itu; lebih lama di samping larangan, pengeluaran atau istirahat, yang tetap berlaku;
    • salinan basis data yang dibuat operator saya.
    Ini tidak bisa dibatalkan.
command-forget-me = minta saya melupakanmu, setelah pratinjau
parameter-code = kode
button-forget-me = Lupakan saya
button-forget-now = Lupakan sekarang
answer-forgetting = { refused-being-forgotten }
refused-not-your-code = Tombol itu milik orang lain, atau sudah lebih dari sejam. Buka /forget me lagi.
button-export-me = Salin data saya
export-me-title = Semua yang disimpan tentangmu
export-me-rows = Catatan: { $rows }, menurut tabel di database saya. Simpan file-nya untukmu sendiri.
reason-forgotten = dikembalikan ketika seorang pemain pergi selamanya
discord-group-forget = Minta saya melupakanmu
