"""Who may use which command, written out by hand, apart from the declarations that the program goes by."""

from __future__ import annotations

from engine.games import GAMES

EVERYBODY = {
    *("open", "join", "practice", "table", "menu", "status", "games", "share", "notify me", "notify off", "rules"),
    *("help", "commands", "settings", "language", "privacy", "export me", "forget me", "forget now", "house"),
    *("house section", "house rule", "house presets", "house compare", "house export", "limit", "break"),
    *(
        "break begin",
        "chips",
        "ledger",
        "ledger of",
        "ledger days",
        "gift",
        "export",
        "top",
        "stats",
        "stats page",
        "records",
    ),
    *("season", "seasons", "season table", "daily", "verify", "verify mine", "disclose", "evening", "evening text"),
    *("settle", "settle day", "settle week", "fairness", "verify details", "fairness details", "history"),
    *("history table", "replay", "share hand", "show cards", "link", "link me", "link mine", "link undo"),
}
"""What anybody may do, if the bot is there and other things allow it."""

PLAYERS = {"leave", "sit out", "sit back", "rebuy", "start", "add computer", "hand", "hint", "shuffle", "advance"}
"""What only those may do who sit at the table."""

ACTIONS = {verb.name for game in GAMES.values() for verb in game.verbs}
"""What only those may do who are asked."""

HOST = {"kick", "readmit", "host", "pause", "pause now", "resume", "close", "remove computer"}
SETTLE = {"settle mark"}
"""What admins may do, and those between whom something is owed."""

ADMINS = {
    *("house preset", "house set", "house reset", "house apply", "house discard", "house language", "house zone"),
    *("house import", "house undo", "house draft", "house save", "house delete", "bank grant", "bank take"),
    *("bank void", "selftest", "stop", "stop now", "ban", "unban", "bans", "channels", "channels add"),
    *("channels remove", "channels all", "bank confirm", "bank discard", "season open", "season close"),
    *("season reset", "audit", "integrity", "integrity details"),
    *("link group", "link agree", "link not", "link here", "link end", "guests"),
}

AS_GROUP = {
    *ADMINS,
    *HOST,
    *("table", "menu", "status", "games", "share", "rules", "help", "commands", "settings", "privacy", "top"),
    *("verify", "verify details", "fairness", "fairness details", "history table", "replay", "evening"),
    *("evening text", "settle", "settle day", "settle week", "settle mark", "records", "season", "seasons"),
    *("season table", "house", "house section", "house rule", "house presets", "house compare", "house export", "link"),
}
"""What an admin may do in the name of the group, who has neither chips nor a chair."""

WHILE_AWAY = {
    *("table", "menu", "status", "games", "share", "notify off", "rules", "help", "commands", "settings", "language"),
    *("privacy", "export me", "forget me", "forget now", "house", "house section", "house rule", "house presets"),
    *("house compare", "house export", "house draft", "audit", "season", "seasons", "season table", "chips"),
    *("ledger", "top", "verify", "verify mine", "fairness", "hand", "hint", "verify details", "fairness details"),
    *(
        "history",
        "history table",
        "replay",
        "stop",
        "bans",
        "channels",
        "ledger of",
        "ledger days",
        "export",
        "limit",
        "break",
    ),
    *("break begin", "integrity", "integrity details", "stats", "stats page", "records", "evening", "evening text"),
    *("settle", "settle day", "settle week", "link"),
}
"""What is answered while the bot is not in the group."""

FORMER_MEMBERS = {"leave"}
"""What somebody may do to get their chips home who is not in the group any more."""

ABOUT_NO_GROUP = {
    *("notify off", "limit", "break", "break begin", "help", "commands", "privacy", "export me"),
    *("forget me", "forget now"),
}
"""What concerns nobody but its sender, wherever it is sent."""

READS = {
    *("status", "menu", "table", "games", "share", "rules", "help", "commands", "settings", "privacy", "hand", "hint"),
    *("house", "house section", "house rule", "house presets", "house compare", "house export", "house draft"),
    *(
        "chips",
        "ledger",
        "ledger of",
        "ledger days",
        "top",
        "stats",
        "stats page",
        "records",
        "season",
        "seasons",
        "season table",
    ),
    *("export", "evening", "evening text", "settle", "settle day", "settle week", "break", "stop", "bans", "channels"),
    *("integrity", "integrity details", "verify", "verify details", "verify mine", "fairness", "fairness details"),
    *("history", "history table", "replay", "export me", "forget me", "audit", "link"),
}
"""What changes nothing."""

PLAY_ON = {"open", "practice", "join", "sit back", "rebuy", "start", "stake", "bid"}
"""What begins to play or risks more chips, which somebody's own limits may forbid."""

CHANGE_SEATS = {
    *("join", "leave", "sit out", "sit back", "rebuy", "start", "add computer", "remove computer", "kick"),
    *("pause", "pause now", "resume", "stop now", "close"),
}
"""What changes who is dealt in, or whether anybody is, and so must not follow the cut."""
