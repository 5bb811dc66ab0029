#!/bin/sh
# Add the games of printed texts to an archive, if none of their moves is illegal; say what to look
# at otherwise:
#     sh examples/bulletin-to-archive.sh season.pdn boletin.txt
archive=$1
shift
damas import "$@" -o "$archive.new"
case $? in
    0) cat "$archive.new" >>"$archive" && echo "$archive: added" ;;
    1) echo "$archive: nothing added" ;;
    *) exit ;;
esac
rm "$archive.new"
