#!/usr/bin/env bash
# uninstall.sh BUILD: removes what the last `make install` from BUILD has put where it is, and the folders of ardor that are then
# empty.
set -euo pipefail
manifest=$1/installed.txt
[ -f "$manifest" ] || { echo "Nothing was installed from $1: there is no $manifest" >&2; exit 1; }
while IFS= read -r file || [ -n "$file" ]; do
    rm -f -- "${DESTDIR:-}$file"
    folder=$(dirname "${DESTDIR:-}$file")
    while [[ $folder == */ardor* ]] && rmdir -- "$folder" 2>/dev/null; do folder=$(dirname "$folder"); done
done <"$manifest"
rm -- "$manifest"
