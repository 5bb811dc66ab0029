"""The rules in the parts of one source; see `damas_cli.rules.kernels` for how they are run."""
