"""Runs migrations on the ledger's connection, within the caller's one transaction."""

from __future__ import annotations

from alembic import context

from bot.ledger.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
