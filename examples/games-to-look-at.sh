#!/bin/sh
# The games with errors or warnings, one a line, as file and number, for an arbiter to go through:
#     sh examples/games-to-look-at.sh examples/
damas check --quiet --output-format jsonl "$@" |
    grep -v '"severity":"info"' |
    sed 's/.*"path":"\([^"]*\)","game":\([0-9]*\),.*/\1\tgame \2/' |
    uniq
