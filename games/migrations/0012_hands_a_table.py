"""The database is told that a table has four seats and some four hands.

Its own samples find them beside each other and make a hundred hands of it; then it looks for a player's newest tables
among everybody's. No row is touched, and nobody waits.
"""

from django.db import migrations


def told(table: str) -> migrations.RunSQL:
    column = f"ALTER TABLE games_{table} ALTER COLUMN table_id"
    return migrations.RunSQL(f"{column} SET (n_distinct = -0.25)", f"{column} RESET (n_distinct)")


class Migration(migrations.Migration):
    dependencies = [("games", "0011_fewer_indexes")]

    operations = [
        told("hand"),
        told("seat"),
        # Also so that it knows how many hands are won, before it has an index's first statistics by itself.
        migrations.RunSQL("ANALYZE games_hand, games_seat", migrations.RunSQL.noop),
    ]
