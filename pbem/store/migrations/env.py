"""Alembic's entry: run the migrations on the connection `pbem.store.database` hands over."""

from alembic import context
from sqlmodel import SQLModel

from pbem.store import tables  # noqa: F401  (fills SQLModel.metadata)

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
