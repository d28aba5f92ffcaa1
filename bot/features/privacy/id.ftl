privacy-title = Apa yang disimpan tentangmu, dan siapa yang melihatnya
privacy-brief = Apa yang disimpan tentangmu, berapa lama, dan siapa yang melihatnya: bacanya di chat pribadi kita.
privacy-stored =
    Disimpan:
    • nomormu di aplikasi ini, nama yang kamu tampilkan di sini, bahasa pilihanmu, dan apakah kamu minta dikabari soal meja;
    • chipmu, dari mana dan ke mana perginya, dan alasan yang diberikan admin;
    • setiap ronde yang kamu mainkan: siapa yang ikut, apa yang dilakukan masing-masing, kartu yang dibuka, dan kata-kata untuk kocokan;
    • bahasa dan aturan rumah grup ini;
    • tanda terima setiap perintah yang mengubah sesuatu, supaya tidak dijalankan dua kali.
    { $platform ->
        [local] Yang ditulis di ruang ini juga disimpan.
       *[other] Selain itu, tidak ada tulisanmu yang disimpan.
    }
privacy-how-long =
    Berapa lama: sampai kamu menekan Lupakan saya, atau yang menjalankan saya menghapus database saya. { $groups ->
        [0] { "" }
       *[other] Kalau saya dikeluarkan dari grup, yang saya tahu tentang orang-orangnya di sana dihapus setelah { $groups } hari.
    }
    Kunci kartu yang tidak ditunjukkan siapa pun dimusnahkan, paling lambat { $days } hari setelah ronde itu.
privacy-who = Siapa yang melihat: semua orang di grup ini bisa melihat nama, chip dan ke mana perginya, hasil, dan kata-kata. Kartumu hanya ditunjukkan ke kamu sampai dibuka. Yang menjalankan saya bisa membaca semua yang disimpan. Saya tidak meneruskannya ke siapa pun.
privacy-whom = Tanya siapa: admin yang menambahkan saya ke grup, atau yang menjalankan saya.
command-privacy = apa yang disimpan tentangmu, dan siapa melihatnya
privacy-why = Untuk apa: supaya chip, ronde, dan pengaturanmu masih ada lain kali, dan semua orang bisa memeriksa bahwa pembagiannya adil. Tidak ada gunanya yang lain.
privacy-contact = Tanya siapa: { $contact }
privacy-url = Selengkapnya:
terms-url = Ketentuan pemakaian:
forget-title = Lupakan kamu?
forget-surely = Sekali lagi, supaya tidak ada yang hilang tanpa sengaja: { $groups ->
        [0] tidak ada grup yang mengenalmu
       *[other] namamu di { $groups } grup
    }, { NUMBER($chips) } chip, dan { $seats ->
        [0] tidak ada kursi
       *[other] { $seats } kursi
    } akan hilang, dan tidak ada yang bisa mengembalikannya. Ada yang menyuruhmu menekan ini? Jangan: tidak ada hadiahnya.
forget-brief = Apa yang terjadi kalau saya melupakanmu: baca dan putuskan di chat pribadi kita.
forget-what =
    { $seats ->
        [0] Kamu tidak duduk di meja mana pun, jadi ini selesai dalam beberapa detik.
       *[other] Kamu berdiri dari meja dulu, dan ronde yang sedang kamu mainkan diselesaikan dulu.
    }
    • { $chips } chip-mu kembali ke bank. Kalau kamu datang lagi, kamu mulai sebagai orang baru, dan tidak mendapat chip awal selama 30 hari.
    • Nama dan nomormu diganti nama buatan di seluruh database saya, di semua grupmu ({ $groups }). Hasil dan chip orang lain tetap.
    • Saat tidak ada ronde yang dimainkan, paling lambat sehari kemudian, saya menulis ulang file database, supaya tidak ada jejak di bagian yang tidak terpakai.
    Yang tidak bisa saya hapus:
    { $platform ->
        [local] • apa yang dicatat atau disimpan orang lain;
       *[other] • pesan di chat, karena itu milik platformnya;
    }
    • di bukti ronde-rondemu: kata yang kamu tambahkan saat mengocok, alasan admin yang membatalkannya, dan sidik jari kursimu yang tidak menunjukkan siapa kamu;
    • selama 30 hari, sidik jari acak dari nomormu, supaya chip awal tidak diberikan dua kali; dan selama masih berlaku, satu di samping larangan main, pengeluaran dari meja, atau istirahatmu, yang tetap berlaku kalau kamu kembali;
    • salinan database yang dibuat oleh yang menjalankan saya.
    Ini tidak bisa dibatalkan.
command-forget-me = minta saya melupakanmu: lihat apa yang terjadi, lalu putuskan
parameter-code = kode
