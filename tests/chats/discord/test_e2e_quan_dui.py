"""Quan Dui on Discord: cards in private, sealed claims in public, and whole hands within the limits."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from bot.tables.state import Hand
from engine.play import Action
from engine.quandui import events as happened
from engine.quandui.cards import NAMES, card_name
from engine.quandui.game import QuanDui
from engine.quandui.round import QuanDuiRound, QuanDuiView
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.server import Discord
from tests.chats.discord.evening import Evening

GRANT = 2000
"""What a newcomer is given."""

WINDOW = 8
"""For how many seconds a discard can be claimed under the usual rules."""

CARD = re.compile("|".join(map(card_name, range(len(NAMES)))))

QUAN_DUI = QuanDui()


def now(evening: Evening) -> QuanDuiRound:
    present = evening.hand().round
    assert isinstance(present, QuanDuiRound)
    return present


def view_of(evening: Evening, member: Member) -> QuanDuiView:
    """What a player sees of the hand."""
    return now(evening).view(evening.hand().seat(member.player))


def on_turn(evening: Evening, people: list[Member]) -> Member:
    """Who has to draw or discard, or has just discarded."""
    player = evening.hand().players[now(evening).turn]
    return next(member for member in people if member.player == player)


def others_than(member: Member, people: list[Member]) -> list[Member]:
    return [each for each in people if each is not member]


def held(evening: Evening, member: Member) -> list[str]:
    """The cards in somebody's hand, in words."""
    return [card_name(each) for each in view_of(evening, member).hand.hidden]


def label(action: Action) -> str:
    """How the button of an action begins."""
    if action.choice:
        return card_name(NAMES.index(action.choice))
    return action.verb.replace("-", " ").capitalize()
