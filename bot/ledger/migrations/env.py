"""Carries out migrations over the connection that the ledger hands in.

The whole journey is one transaction, which the caller has begun: it arrives, or nothing has changed.
"""

from __future__ import annotations

from alembic import context

from bot.ledger.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
