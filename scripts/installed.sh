#!/usr/bin/env bash
# installed.sh BUILD: what is left to do after `cmake --install BUILD`, so that programs find the library. Where the loader searches
# its folder the loader's cache is renewed, by root; otherwise one line says what to set. A staged installation (DESTDIR) is left
# alone: whoever unpacks it does this. The list of what was installed is kept for uninstall.sh, since the tests install too.
set -euo pipefail
cp "$1/install_manifest.txt" "$1/installed.txt"
[ -z "${DESTDIR:-}" ] || exit 0
PATH=$PATH:/sbin:/usr/sbin
library=$(grep '/libardor\.[^/]*$' "$1/installed.txt" | head -n 1)
folder=$(dirname "$library")

searched()
{
    local each
    while IFS= read -r each; do
        [ "$each" -ef "$folder" ] && return 0
    done < <(ldconfig -N -X -v 2>/dev/null | sed -n 's|^\(/[^:]*\):.*|\1|p')
    return 1
}

if ! searched; then
    printf 'The loader does not search %q (ardor itself finds its library): for other programs set %s%q, to compile them %s%q\n' \
        "$folder" LD_LIBRARY_PATH= "$folder" PKG_CONFIG_PATH= "$folder/pkgconfig"
elif [ "$(id -u)" -eq 0 ]; then
    ldconfig
else
    echo "To let the loader know of the library in $folder, run as root: ldconfig"
fi
