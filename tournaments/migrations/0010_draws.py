import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_movement")]

    operations = [
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("commitment", models.CharField(max_length=64, verbose_name="commitment")),
                ("promised_at", models.DateTimeField(auto_now_add=True, verbose_name="promised")),
                ("drawn_at", models.DateTimeField(blank=True, null=True, verbose_name="drawn")),
                ("certificate", models.JSONField(blank=True, null=True, verbose_name="certificate")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draws",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "draw",
                "verbose_name_plural": "draws",
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="one_draw_a_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("drawn_at", None)), fields=("event",), name="one_promised_draw_an_event"
                    ),
                ],
            },
        ),
    ]
