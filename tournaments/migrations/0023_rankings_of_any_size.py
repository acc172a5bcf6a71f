"""A ranking keeps its own length and what it cost, so that neither is counted for each page."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_clubs")]

    operations = [
        migrations.AddField("ranking", "took_ms", models.PositiveIntegerField(default=0)),
        migrations.AddField("ranking", "total", models.PositiveIntegerField(default=0)),
        migrations.RunSQL(
            "UPDATE tournaments_ranking AS ranking SET total = (SELECT count(*) FROM tournaments_standing AS row"
            " WHERE row.event_id = ranking.event_id)",
            migrations.RunSQL.noop,
        ),
        migrations.AlterField(
            "standing",
            "event",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="standings",
                to="tournaments.event",
            ),
        ),
    ]
