"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.personal_limits.play_limits import MEASURES

FAMILIES = {
    "limit-*": {"limit-chips", "limit-hands", "limit-hours", "limit-off"},
    **{family: {family.replace("*", each) for each in MEASURES} for family in ("limit-*-used", "ask-limit-*")},
}
