"""Indexes of what another index begins with are gone: every move had to write them too.

By their names and not by AlterField, which would check every row's foreign key again and take the unique index of a
table's one unfinished hand for one of them.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

PATTERNS = "varchar_pattern_ops"


def without_index(model: str, name: str, field: models.Field, index: str, column: str) -> Operation:
    """The field without its index and without the one Django gives texts for LIKE."""
    makes = f'CREATE INDEX CONCURRENTLY "{index}%s" ON "games_{model}" ("{column}"%s)'
    drops = f'DROP INDEX CONCURRENTLY IF EXISTS "{index}%s"'
    return migrations.SeparateDatabaseAndState(
        [
            migrations.RunSQL(drops % "", makes % ("", "")),
            migrations.RunSQL(drops % "_like", makes % ("_like", f" {PATTERNS}")),
        ],
        [migrations.AlterField(model, name, field)],
    )


def key(to: str, related_name: str) -> models.Field:
    return models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to=to
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0010_read_from_indexes")]

    operations = [
        without_index("hand", "table", key("games.table", "hands"), "games_hand_table_id_e4ec9a60", "table_id"),
        without_index("seat", "table", key("games.table", "seats"), "games_seat_table_id_4192d6ae", "table_id"),
        without_index(
            "loggedaction", "hand", key("games.hand", "log"), "games_loggedaction_hand_id_cdf2c93b", "hand_id"
        ),
        without_index(
            "table",
            "event",
            models.CharField(blank=True, max_length=64, verbose_name="event"),
            "games_table_event_3a3e5f9c",
            "event",
        ),
    ]
