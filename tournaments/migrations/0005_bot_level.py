from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_friends"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="bot_level",
            field=models.CharField(
                choices=[("novice", "novice"), ("regular", "regular"), ("expert", "expert")],
                default="regular",
                max_length=8,
                verbose_name="strength of the bots",
            ),
        ),
    ]
