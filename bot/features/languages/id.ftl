command-house-language = pilih bahasa untuk semua di sini
command-language = pilih bahasamu sendiri
answer-language-set = Sekarang saya pakai bahasa Indonesia denganmu.
answer-group-language-set = Sekarang saya pakai bahasa Indonesia di grup ini.
refused-no-such-language = Saya tidak bisa bahasa itu. Pilih salah satu: { $languages }.
parameter-language = bahasa
