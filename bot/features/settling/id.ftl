command-settle = siapa berutang ke siapa sejak lunas terakhir, dalam chip mainan
command-settle-day = siapa berutang ke siapa sejak tengah malam
command-settle-week = siapa berutang ke siapa sejak Senin
command-settle-mark = tandai lunas yang dimenangkan sejauh ini
parameter-until = sampai
parameter-since = sejak
discord-parameter-until = Diisi oleh tombol
discord-parameter-since = Diisi oleh tombol
