"""The three kinds of light chat, each with the ways of one that Kiu is made for."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chats.call_queue import GroupLimits
from bot.chats.telegram_chat.api_calls import Limit, RateLimits
from engine.fairness import BeaconKind


@dataclass(frozen=True, slots=True)
class Budget:
    """How many calls a platform takes within how many seconds."""

    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LightStyle:
    """What a light chat is like."""

    platform: str
    """With which its ids begin; letters only, so that ids can be typed."""

    redelivers: bool
    """Whether updates that a killed process had not confirmed come again; else they are lost, and so is whatever
    comes while nobody is connected."""

    beacon: BeaconKind | None
    beacon_seconds: float
    proves_quotes: bool
    ping_rest: float
    private_edits_are_free: bool
    has_private_pane: bool
    sends_every_hand: bool
    calls_in_private: bool
    presses_free_edits: bool
    """Whether a message may be edited freely for some minutes after somebody has pressed a button of it."""

    by_channel: bool
    """Whether budgets are those of each channel; else those of the group."""

    limits: RateLimits
    """What Kiu keeps to."""

    in_a_group: tuple[Budget, ...]
    """What the platform takes in a group or channel."""

    in_private: tuple[Budget, ...]
    overall: tuple[Budget, ...]


POLLED = LightStyle(
    platform="polled",
    redelivers=True,
    beacon=BeaconKind.TELEGRAM,
    beacon_seconds=3.0,
    proves_quotes=True,
    ping_rest=0.0,
    private_edits_are_free=False,
    has_private_pane=False,
    sends_every_hand=False,
    calls_in_private=True,
    presses_free_edits=False,
    by_channel=False,
    limits=RateLimits(),
    in_a_group=(Budget(20, 60), Budget(6, 4)),
    in_private=(Budget(6, 4),),
    overall=(Budget(30, 1),),
)
"""As on Telegram: every edit counts, a die is thrown, and updates are confirmed one by one."""

PUSHED = LightStyle(
    platform="pushed",
    redelivers=False,
    beacon=BeaconKind.DISCORD,
    beacon_seconds=1.0,
    proves_quotes=False,
    ping_rest=60.0,
    private_edits_are_free=False,
    has_private_pane=False,
    sends_every_hand=True,
    calls_in_private=False,
    presses_free_edits=True,
    by_channel=True,
    limits=RateLimits(chat=Limit(5, 5.05), group=GroupLimits(calls=60, edit_interval=1.0), company=0.0),
    in_a_group=(Budget(10, 5),),
    in_private=(Budget(10, 5),),
    overall=(Budget(50, 1),),
)
"""As on Discord: whoever has pressed is answered by a free edit, and what is not heard at once is lost."""

PANED = LightStyle(
    platform="paned",
    redelivers=False,
    beacon=None,
    beacon_seconds=0.0,
    proves_quotes=False,
    ping_rest=0.0,
    private_edits_are_free=True,
    has_private_pane=True,
    sends_every_hand=True,
    calls_in_private=False,
    presses_free_edits=True,
    by_channel=True,
    limits=RateLimits(chat=Limit(100, 1), group=GroupLimits(calls=6_000, edit_interval=0.01), company=0.0),
    in_a_group=(),
    in_private=(),
    overall=(),
)
"""As in the room: nothing is limited, and everybody has a pane with their private side."""

STYLES = {style.platform: style for style in (POLLED, PUSHED, PANED)}
