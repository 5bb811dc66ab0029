"""Games to other formats and back: one file a format."""
