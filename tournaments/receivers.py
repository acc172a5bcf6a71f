"""What tournaments does when games tells something."""


def connect() -> None:
    """Connect the receivers; called once, when the app is ready."""
