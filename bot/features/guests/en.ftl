command-guests = let guests watch or play by a link
guests-title = Guests
guests-nobody = Nobody is here by a link.
guests-asked = { $name } wants to { $kind ->
    [play] play
   *[watch] watch
}.
guests-here = { $name } { $kind ->
    [play] plays
   *[watch] watches
}.
guests-open = Newcomers can ask until { $until }.
guests-how = Players by link have chips of this group. None is pinged.
guests-link = { $everyone ->
    [yes] Everybody with this link may watch
   *[no] People with this link ask to { $kind ->
        [play] play
       *[watch] watch
    }, and an admin lets each in
}. It works until { $until }.
guests-code = The link as a code for phones
guests-off = All guests are out, and links work no more.
guest-let-in = { $name } is in.
guest-sent-away = { $name } is not let in.
button-guests = Guests
button-guest-in = Let in
button-guest-let-in = Let { $name } in
button-guest-no = No
button-guest-out = Out: { $name }
button-guest-link-watch = Link to watch
button-guest-link-everyone = Open link to watch
button-guest-link-play = Link to play
button-guests-off = Close for guests
refused-guests-unknown = Type /guests watch, /guests play or /guests off.
refused-guests-no-address = Guests need a public page, and my operator has none.
refused-guests-gone = Nobody waits under that number. See /guests.
refused-guest-watches = You watch as a guest. Ask an admin for a link to play.
