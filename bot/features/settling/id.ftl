command-settle = siapa berutang ke siapa sejak lunas terakhir, dalam chip mainan
parameter-until = sampai
parameter-since = sejak
