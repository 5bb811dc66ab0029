#!/bin/sh
# How often each fault occurs in the files and folders given, the most frequent first:
#     sh examples/count-by-code.sh examples/
damas check --quiet --output-format jsonl "$@" |
    sed 's/.*"code":"\([A-Z0-9]*\)","name":"\([a-z-]*\)".*/\1 \2/' |
    sort | uniq -c | sort -k1,1nr -k2
