#!/bin/sh
# paths.sh ROOT: the tree stands on its own. No file under version control (outside a checkout: no file outside the
# build directories) names a directory of somebody's machine or a package registry. The patterns are spelt so
# that they do not find themselves.
set -eu
cd "$1"
directories='(^|[^A-Za-z0-9_.~/-])(/wor[k]|/tm[p]/wt|/hom[e]/[a-z0-9_]+|/roo[t]|/User[s]/[A-Za-z0-9_]+)(/|[^A-Za-z0-9_-]|$)'
registries='pyp[i]\.org|pythonhoste[d]\.org|npmj[s]\.(org|com)|yarnpk[g]\.com|crate[s]\.io|cra[n]\.r-project\.org'
registries="$registries"'|de[b]\.debian\.org|archiv[e]\.ubuntu\.com|securit[y]\.(debian|ubuntu)\.(org|com)|prox[y]\.golang\.org'
registries="$registries"'|anacond[a]\.(org|com)|rubygem[s]\.org|mave[n]\.org|docke[r]\.io|ghc[r]\.io'

if [ -e .git ] && tracked=$(git -c core.quotePath=false ls-files 2>/dev/null); then
    files=$tracked
else
    files=$(find . -type f ! -path './build*' ! -path './.git/*' | sed 's|^\./||' | LC_ALL=C sort)
fi
# search PATTERN WHAT: where the pattern stands in text files. A file that is deleted but still tracked is passed over.
search()
{
    printf '%s\n' "$files" | tr '\n' '\0' | { xargs -0 grep -sInHE "$1" || true; } | sed "s/\$/    <- $2/"
}
faults=$(search "$directories" 'a directory of one machine'; search "$registries" 'a package registry')
[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
