"""The audit log, and what the database promises about it: a line is never changed and never goes."""

import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION tournaments_audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only: no %', TG_OP USING ERRCODE = '23001';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON tournaments_auditentry
    FOR EACH ROW EXECUTE FUNCTION tournaments_audit_is_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON tournaments_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_audit_is_append_only();
"""

BACKWARD = """
DROP TRIGGER no_truncate ON tournaments_auditentry;
DROP TRIGGER append_only ON tournaments_auditentry;
DROP FUNCTION tournaments_audit_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_draws"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="time")),
                ("act", models.CharField(max_length=40, verbose_name="act")),
                ("target", models.CharField(blank=True, max_length=200, verbose_name="what or whom")),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                (
                    "details",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                        verbose_name="details",
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["event", "-id"], name="audit_of_an_event")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("act__regex", "^[a-z][a-z-]*$")), name="act_is_a_slug")
                ],
            },
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
