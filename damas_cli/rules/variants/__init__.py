"""The variants as data: one TOML file each, every constant with the article it comes from."""
