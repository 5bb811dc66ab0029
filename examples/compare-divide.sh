#!/bin/sh
# Find the root moves for which another program counts something else. The file holds that program's
# counts, a line a move: the move, a tab, the count. Nothing is printed if all of them agree.
#     sh examples/compare-divide.sh 6 counts.tsv
#     sh examples/compare-divide.sh 6 counts.tsv --fen W:WK1,12:B20,27
depth=$1
counts=$2
shift 2
damas perft "$depth" --divide "$@" | grep -v '^total' >"$counts.damas"
grep -v '^total' "$counts" | LC_ALL=C sort | diff "$counts.damas" -
status=$?
rm "$counts.damas"
exit $status
