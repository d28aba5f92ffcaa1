"""Settings for whoever runs the bot: environment variables, or lines of a file named .env."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, IPvAnyNetwork, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.drand.chains import QUICKNET
from bot.environment.half_surrogates import has_half_surrogate
from bot.environment.host import Host


def _listed(value: Any) -> Any:
    return value.replace(",", " ").split() if isinstance(value, str) else value


Networks = Annotated[tuple[IPvAnyNetwork, ...], NoDecode, BeforeValidator(_listed)]
"""Addresses and networks of addresses, with commas between them."""


class Settings(BaseSettings):
    """Every setting; .env.example explains them.

    Variables of a platform have the names that are usual for it; all others begin with ``KIU_``.
    """

    model_config = SettingsConfigDict(env_prefix="KIU_", env_file=".env", extra="ignore")

    data: Path = Path("data")
    host: str = "127.0.0.1"
    port: int = Field(default=8099, ge=0, le=65535)
    room_password: SecretStr = SecretStr("")
    trusted_proxies: Networks = ()
    language: str = "en"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    contact: str = Field(default="", max_length=200)
    privacy_url: str = Field(default="", pattern="^(https?://.+)?$")
    terms_url: str = Field(default="", pattern="^(https?://.+)?$")
    forget_groups_after_days: int = Field(default=90, ge=0, le=36500)

    drand_url: str = Field(default="", pattern=r"^(https?://\S+( +https?://\S+)*)?$")
    drand_chain: str = Field(default=QUICKNET, pattern="^[0-9a-f]{64}$")

    discord_token: SecretStr = Field(default=SecretStr(""), validation_alias="DISCORD_TOKEN")
    discord_api_url: str = Field(default="", validation_alias="DISCORD_API_URL", pattern="^(https?://.+)?$")
    discord_gateway_url: str = Field(default="", validation_alias="DISCORD_GATEWAY_URL", pattern="^(wss?://.+)?$")

    telegram_token: SecretStr = Field(default=SecretStr(""), validation_alias="TELEGRAM_TOKEN")
    telegram_api_url: str = Field(default="", validation_alias="TELEGRAM_API_URL", pattern="^(https?://.+)?$")
    telegram_webhook_url: str = Field(default="", validation_alias="TELEGRAM_WEBHOOK_URL", pattern="^(https://.+)?$")
    telegram_webhook_secret: SecretStr = Field(default=SecretStr(""), validation_alias="TELEGRAM_WEBHOOK_SECRET")
    telegram_webhook_port: int = Field(default=8443, ge=0, le=65535, validation_alias="TELEGRAM_WEBHOOK_PORT")

    @field_validator("*", mode="before")
    @classmethod
    def _is_text(cls, value: object) -> object:
        if has_half_surrogate(value):
            raise ValueError("there are bytes in it that are no UTF-8")
        return value

    @model_validator(mode="after")
    def _webhook_has_a_secret(self) -> Self:
        if self.telegram_webhook_url and not self.telegram_webhook_secret.get_secret_value():
            raise ValueError("TELEGRAM_WEBHOOK_URL needs TELEGRAM_WEBHOOK_SECRET beside it")
        return self

    @property
    def as_host(self) -> Host:
        """What whoever runs the bot says of privacy."""
        days = self.forget_groups_after_days
        return Host(self.contact, self.privacy_url, self.terms_url, timedelta(days=days) if days else None)

    @property
    def database(self) -> str:
        """The URL of the database."""
        return f"sqlite+aiosqlite:///{self.data / 'kiu.sqlite3'}"
