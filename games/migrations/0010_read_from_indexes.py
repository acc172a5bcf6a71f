"""A player's pages read seats from an index alone, and the hands somebody won, lost or nobody won from another."""

from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models.fields.json import KT
from django.db.models.functions import Cast


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0009_seats_of_a_player"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            "seat", models.Index(fields=["player", "-id"], include=["table", "index"], name="places_of_a_player")
        ),
        RemoveIndexConcurrently("seat", "seats_of_a_player"),
        AddIndexConcurrently(
            "hand",
            models.Index(
                models.F("table"),
                Cast(KT("result__winner"), models.IntegerField()),
                name="winners_of_a_table",
            ),
        ),
    ]
