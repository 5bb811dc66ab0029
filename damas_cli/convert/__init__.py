"""Games from one format to another: one file a format."""
