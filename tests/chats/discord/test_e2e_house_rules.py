"""House rules by menu on Discord: selects, buttons and a modal in one ephemeral message, and the next hand by them."""

from __future__ import annotations

from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.scenario import Scenario


async def test_an_admin_changes_rules_by_menu_and_the_next_hand_is_played_by_them(scenario: Scenario) -> None:
    sari, budi, ani = scenario.member("Sari"), scenario.member("Budi"), scenario.member("Ani", admin=True)
    await scenario.sit(sari, budi)
    shown = await ani.slash("house show")
    assert shown.ephemeral
    (page,) = shown.messages
    assert "Betting: ante 10, no hand without the whole ante, bets 10–100" in page.text

    for label, title in (("Betting", "Betting · QiuQiu"), ("Ante", "Ante · QiuQiu")):
        picked = await ani.pick(label, shown.messages)
        assert picked.callback is Callback.UPDATE
        assert title in page.text
    modal = await ani.press("Another amount", shown.messages)
    submitted = await ani.fill(modal, "30")
    assert submitted.callback is Callback.UPDATE
    assert "Apply this change?" in page.text
    assert "QiuQiu: ante 10 → 30" in page.text
    assert not sari.reads("ante 10 → 30"), "nobody else sees a draft"

    assert (await ani.press("Apply", shown.messages)).callback is Callback.UPDATE

    assert "Done, and announced here. It takes effect with the next hand." in page.text
    await sari.sees("QiuQiu: ante 10 → 30 from the next hand, by Ani.")
    assert scenario.hand().round.staked == (10, 10)
    await scenario.finish_hand()
    await scenario.wait(9)
    assert scenario.hand().round.staked == (30, 30)
    await scenario.check_books()


async def test_who_is_no_admin_reads_the_same_pages_and_is_offered_no_change(scenario: Scenario) -> None:
    scenario.member("Ani", admin=True)
    sari = scenario.member("Sari")
    shown = await sari.slash("house show")
    (page,) = shown.messages
    await sari.pick("Special hands", shown.messages)
    await sari.pick("Fewest spots of Pure Big", shown.messages)

    assert "Fewest spots of Pure Big: 39" in page.text
    commands = [part.get("custom_id", "") for part in page.parts()]
    assert [each for each in commands if "house set" in each] == []
    assert sari.find("Another amount", [page]) is None


async def test_a_preset_is_saved_compared_and_suggested(scenario: Scenario) -> None:
    ani, sari = scenario.member("Ani", admin=True), scenario.member("Sari")
    await scenario.set_rule("ante", "20")
    await ani.slash("admin house-save", name="friday")
    await sari.sees("QiuQiu: Ani saved the house rules as the preset friday.")
    assert "friday" in await sari.autocomplete("table open", "preset", "fri", game="qiuqiu")
    exported = await sari.slash("house show", part="export")
    assert "kiu1 qiuqiu sumatra ante=20 koo-kiew usual" in exported.text
    summary = await ani.slash("admin house-import", rules="kiu1 qiuqiu ceblok tables turn_seconds=60")
    assert "All tables: seconds for a turn 45 → 60" in summary.text
