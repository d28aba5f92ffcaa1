"""Settings of a host from environment variables or a .env file."""

from __future__ import annotations

import re
from datetime import timedelta
from os import getpid
from pathlib import Path
from socket import gethostname
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.environment.host import Host


def _listed(value: Any) -> Any:
    return value.replace(",", " ").split() if isinstance(value, str) else value


class Allowed(NamedTuple):
    """The allowed values, in words for the host."""

    words: str


Secret = Annotated[SecretStr, Allowed("the secret as it was given to you")]

WebAddress = Annotated[
    str, Field(pattern="^(https?://.+)?$"), Allowed("an address that begins with https:// or http://")
]


def _as_time(value: Any) -> Any:
    match = re.fullmatch(r"(\d{1,5})([mhd])", value.strip()) if isinstance(value, str) else None
    if match is None:
        return timedelta(0) if value == "0" else value
    return timedelta(**{{"m": "minutes", "h": "hours", "d": "days"}[match[2]]: int(match[1])})


Interval = Annotated[
    timedelta,
    BeforeValidator(_as_time),
    Field(ge=timedelta(0), le=timedelta(days=366)),
    Allowed("a time such as 30m, 1h or 1d, or 0 for never"),
]
"""An interval in minutes, hours or days."""

PublicAddress = Annotated[
    str,
    Field(pattern=r"^(https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?/?)?$"),
    AfterValidator(lambda address: address.lower().rstrip("/")),
    Allowed("an address such as https://kiu.example.org, without a path"),
]


def _of_driver(address: SecretStr) -> SecretStr:
    found = re.fullmatch(r"postgres(?:ql)?(?:\+psycopg)?(://.+)", address.get_secret_value())
    if found is None and address.get_secret_value():
        raise ValueError("no address of PostgreSQL")
    return SecretStr(f"postgresql+psycopg{found[1]}") if found else address


DatabaseAddress = Annotated[
    SecretStr, AfterValidator(_of_driver), Allowed("an address that begins with postgresql+psycopg://")
]

Port = Annotated[int, Field(ge=0, le=65535), Allowed("a port: a whole number from 0 to 65535")]


NO_SECRET = SecretStr("")


def _platform(name: str, default: Any = NO_SECRET) -> Any:
    return Field(default=default, validation_alias=name)


class Settings(BaseSettings):
    """All settings, explained in .env.example; without a platform's usual name they begin with ``KIU_``."""

    model_config = SettingsConfigDict(env_prefix="KIU_", env_file=".env", extra="ignore")

    data: Annotated[Path, Allowed("the path of a folder")] = Path("data")
    postgresql: DatabaseAddress = _platform("KIU_DATABASE")
    process: Annotated[
        str, Field(pattern="^([A-Za-z0-9._-]{1,60})?$"), Allowed("a name of letters, digits, dots and hyphens")
    ] = ""
    address: Annotated[
        str, Field(pattern="^([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+\\]):[0-9]{1,5}$|^$"), Allowed("HOST:PORT")
    ] = ""
    host: Annotated[str, Allowed("an address of this machine, such as 127.0.0.1 or 0.0.0.0")] = "127.0.0.1"
    port: Port = 8099
    room_password: Annotated[SecretStr, Allowed("any password")] = NO_SECRET
    public_url: PublicAddress = ""
    public_port: Port = 8098
    telegram_app: Annotated[
        str, Field(pattern="^([A-Za-z0-9_]{3,30})?$"), Allowed("the short name that you gave @BotFather")
    ] = ""
    language: Annotated[str, Allowed("a language that Kiu speaks")] = "en"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Allowed("debug, info, warning or error")] = (
        "info"
    )

    health_host: Annotated[str, Allowed("an address of this machine, such as 127.0.0.1 or 0.0.0.0")] = "127.0.0.1"
    health_port: Port = 0

    contact: Annotated[str, Field(max_length=200), Allowed("at most 200 characters: whom to ask about privacy")] = ""
    privacy_url: WebAddress = ""
    terms_url: WebAddress = ""
    forget_groups_after_days: Annotated[int, Field(ge=0, le=36500), Allowed("a number of days, or 0 for never")] = 90

    backup_every: Interval = timedelta(hours=1)
    backup_folder: Annotated[
        Path | None, BeforeValidator(lambda path: path or None), Allowed("the path of a folder")
    ] = None
    backup_keep: Annotated[int, Field(ge=1, le=10_000), Allowed("a number from 1 to 10000")] = 24

    discord_token: Secret = _platform("DISCORD_TOKEN")
    discord_client_secret: Secret = NO_SECRET
    discord_api_url: WebAddress = _platform("DISCORD_API_URL", "")
    discord_gateway_url: Annotated[
        str, Field(pattern="^(wss?://.+)?$"), Allowed("an address that begins with wss:// or ws://")
    ] = _platform("DISCORD_GATEWAY_URL", "")

    telegram_token: Secret = _platform("TELEGRAM_TOKEN")
    telegram_api_url: WebAddress = _platform("TELEGRAM_API_URL", "")

    @property
    def as_host(self) -> Host:
        days = self.forget_groups_after_days
        return Host(
            self.contact, self.privacy_url, self.terms_url, self.public_url, timedelta(days=days) if days else None
        )

    @property
    def database_file(self) -> Path:
        return self.data / "kiu.sqlite3"

    @property
    def backups(self) -> Path:
        return self.data / "backups" if self.backup_folder is None else self.backup_folder

    @property
    def process_name(self) -> str:
        """The name of this process among several; empty for the only one."""
        return (self.process or f"{gethostname()}-{getpid()}") if self.several else ""

    @property
    def several(self) -> bool:
        """True if other processes may use the database too."""
        return bool(self.postgresql)

    @property
    def database(self) -> str:
        """The address of the database, which is a file unless PostgreSQL's is set."""
        return self.postgresql.get_secret_value() or f"sqlite+aiosqlite:///{self.database_file}"
