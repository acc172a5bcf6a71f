"""What one process counts for `/metrics` (yuhuan_site.health). Never who, never which table."""

from typing import Final

from prometheus_client import CollectorRegistry, Gauge, Histogram

PROCESS: Final = CollectorRegistry()
OPEN_SOCKETS: Final = Gauge(
    "yuhuan_open_sockets", "Open sockets of this process.", ["kind"], registry=PROCESS
)  # kind: table, event
HANDS_IN_MEMORY: Final = Gauge("yuhuan_hands_in_memory", "Hands that this process holds folded.", registry=PROCESS)
ACTION_SECONDS: Final = Histogram(
    "yuhuan_action_seconds",
    "From a message of a seat to its answer, committed.",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=PROCESS,
)
