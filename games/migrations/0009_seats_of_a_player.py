"""A player's hands are read from the newest seat on, however many years of them there are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_chained_log")]

    operations = [
        migrations.AddIndex("seat", models.Index(fields=["player", "-id"], name="seats_of_a_player")),
        migrations.AlterField(
            "seat",
            "player",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
