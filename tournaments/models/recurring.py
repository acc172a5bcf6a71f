"""Events that come again: what they are like, and when."""

from datetime import date, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import SLUG
from tournaments.models.parameters import Parameters

DATE_MARK = "{date}"
A_WEEK = 7 * 24 * 60


class EventTemplate(Parameters):
    """A championship every day or once a week. Days and times are those of settings.TIME_ZONE.

    Each event it makes has its name with the date in it, the address `<slug>-<yyyymmdd>`, and all its parameters as
    they stand when it is made.
    """

    class Rhythm(models.TextChoices):
        DAILY = "daily", _("every day")
        WEEKLY = "weekly", _("every week")

    class Weekday(models.IntegerChoices):
        """As in datetime.date.weekday."""

        MONDAY = 0, _("Monday")
        TUESDAY = 1, _("Tuesday")
        WEDNESDAY = 2, _("Wednesday")
        THURSDAY = 3, _("Thursday")
        FRIDAY = 4, _("Friday")
        SATURDAY = 5, _("Saturday")
        SUNDAY = 6, _("Sunday")

    name = models.CharField(_("name"), max_length=60, help_text=_("{date} becomes the day of the event."))
    slug = models.CharField(_("address"), max_length=39, unique=True, validators=[SLUG])
    rhythm = models.CharField(_("rhythm"), max_length=6, choices=Rhythm, default=Rhythm.WEEKLY)
    weekday = models.PositiveSmallIntegerField(
        _("weekday"), choices=Weekday, null=True, blank=True, default=Weekday.SATURDAY
    )
    starts = models.TimeField(_("start"), default=time(19))
    open_before = models.PositiveIntegerField(
        _("opens so many minutes before"), default=24 * 60, validators=[MaxValueValidator(A_WEEK)]
    )
    active = models.BooleanField(_("goes on"), default=True)

    class Meta:
        verbose_name = _("recurring event")
        verbose_name_plural = _("recurring events")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(rhythm="daily") | models.Q(rhythm="weekly", weekday__isnull=False),
                name="weekly_on_a_day",
            ),
            models.CheckConstraint(condition=models.Q(kind__in=["championship", "demo"]), name="what_recurs_ends"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        if self.rhythm == self.Rhythm.WEEKLY and self.weekday is None:
            raise ValidationError({"weekday": _("Which day of the week?")})

    @property
    def opens_before(self) -> timedelta:
        """How long before its start an event opens."""
        return timedelta(minutes=self.open_before)

    def next_start(self, now: datetime) -> datetime:
        """When the next event starts that has not started at `now`."""
        today = timezone.localtime(now).date()
        days = (today + timedelta(days=ahead) for ahead in range(8))
        return next(start for day in days if self._is_on(day) and (start := self.start_on(day)) > now)

    def start_on(self, day: date) -> datetime:
        return timezone.make_aware(datetime.combine(day, self.starts))

    def name_on(self, day: date) -> str:
        """The event's name on that day: 玉环周赛 {date} → 玉环周赛 12月5日."""
        return self.name.replace(DATE_MARK, f"{day.month}月{day.day}日")

    def slug_on(self, day: date) -> str:
        return f"{self.slug}-{day:%Y%m%d}"

    def _is_on(self, day: date) -> bool:
        return self.rhythm == self.Rhythm.DAILY or day.weekday() == self.weekday
