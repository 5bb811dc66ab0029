#!/bin/sh
# Copy tournament files to a folder if nothing is wrong with them; say what is wrong otherwise:
#     sh examples/publish-if-clean.sh public/ torneo.pdn finales.pdn
folder=$1
shift
for file in "$@"; do
    damas check --quiet --output-format concise "$file"
    case $? in
        0) cp "$file" "$folder" && echo "$file: published" ;;
        1) echo "$file: has to be mended" ;;
        *) exit ;;
    esac
done
