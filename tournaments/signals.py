"""What tournaments tells the apps above it, which it never imports; both after the commit.

`event_started`: kwargs slug. `people_seated`: they have a table; kwargs slug, table_id, player_ids.
"""

from django.dispatch import Signal

event_started = Signal()
people_seated = Signal()
