"""What a player prefers at the table is kept with the account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="preferences",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
    ]
