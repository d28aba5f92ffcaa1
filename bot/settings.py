"""What the host of the process can set: variables of the environment, or lines of a file named .env."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting, as ``KIU_`` and its name in capitals; .env.example explains them."""

    model_config = SettingsConfigDict(env_prefix="KIU_", env_file=".env", extra="ignore")

    data: Path = Path("data")
    host: str = "127.0.0.1"
    port: int = Field(default=8099, ge=0, le=65535)
    room_password: SecretStr = SecretStr("")
    language: str = "en"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def database(self) -> str:
        """Where the ledger is kept."""
        return f"sqlite+aiosqlite:///{self.data / 'kiu.sqlite3'}"
