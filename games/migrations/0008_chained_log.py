"""Every line of a hand's log carries the hash of all before it; lines written until now get theirs here."""

from django.db import migrations, models

from games.chain import first_link, link

FIELDS = ("seq", "seat", "type", "payload", "auto", "at_ms", "client_id", "v")


def chain(apps, schema_editor):
    hands, lines = apps.get_model("games", "Hand"), apps.get_model("games", "LoggedAction")
    rows = hands.objects.values_list("pk", "table_id", "number", "commitment")
    for pk, table, number, commitment in rows.iterator(chunk_size=500):
        before, chained = first_link(table, number, commitment), []
        for line in lines.objects.filter(hand=pk).order_by("seq"):
            line.hash = before = link(before, **{name: getattr(line, name) for name in FIELDS})
            chained.append(line)
        lines.objects.bulk_update(chained, ["hash"], batch_size=500)
        hands.objects.filter(pk=pk).update(log_hash=before)


class Migration(migrations.Migration):
    dependencies = [("games", "0007_names_hidden")]

    operations = [
        migrations.AddField("hand", "log_hash", models.CharField(default="", editable=False, max_length=64), preserve_default=False),
        migrations.AddField("loggedaction", "hash", models.CharField(default="", editable=False, max_length=64), preserve_default=False),
        # The one change that lines ever see; the trigger is back before anything else can happen.
        migrations.RunSQL("ALTER TABLE games_loggedaction DISABLE TRIGGER games_log_append_only", "SELECT 1"),
        migrations.RunPython(chain, migrations.RunPython.noop),
        migrations.RunSQL("ALTER TABLE games_loggedaction ENABLE TRIGGER games_log_append_only", "SELECT 1"),
    ]
