"""A rehearsal of an event: guests that come over the wire as people do, an evening's incidents, and what is true after."""
