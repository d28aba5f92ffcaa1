command-kick = remove somebody from the table after this hand
command-readmit = let somebody sit down again who was removed
