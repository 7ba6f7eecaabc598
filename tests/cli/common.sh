# Helpers of the program's tests. Each script gets the program and the source directory as its arguments, and
# runs in a fresh directory.
set -u
ardor=$1
source_dir=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# expect STATUS ARGUMENT...: run the program; its output goes to the files `out` and `err`.
expect() {
    local wanted=$1 status=0
    shift
    command_line="ardor $*"
    "$ardor" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || fail "$command_line: exit status $status, not $wanted: $(head -c 300 err)"
}

# Like expect, for errors: nothing on standard output and exactly one line "ardor: ..." on standard error.
refuses() {
    expect "$@"
    [ -s out ] && fail "$command_line: an error, but something on standard output"
    [ "$(wc -l <err)" -eq 1 ] && grep -q '^ardor: ' err || fail "$command_line: not one line of message: $(head -c 300 err)"
}

says() { grep -q -e "$1" err || fail "$command_line: standard error lacks '$1': $(head -c 300 err)"; }
# Is the program built without what this method needs?
lacks() { "$ardor" methods "$1" 2>&1 >/dev/null | grep -q 'without which this ardor was built'; }
# Lines for people go on below, indented, where they would have more than 120 columns: here they are one again.
unwrapped() {
    awk '{ word = $1 }
         NR > 1 && /^  / && length(last) <= 120 && length(last) + 1 + length(word) > 120 {
             sub(/^ +/, ""); held = held " " $0; last = "  " $0; next }
         NR > 1 { print held }
         { held = $0; last = $0 }
         END { if (NR) print held }' "$1"
}
prints() {
    grep -q -e "$1" out || unwrapped out | grep -q -e "$1" ||
        fail "$command_line: standard output lacks '$1': $(head -c 300 out)"
}
prints_not() { grep -q -e "$1" out && fail "$command_line: standard output has '$1'"; }
silent() { [ -s err ] && fail "$command_line: standard error is not empty: $(head -c 300 err)"; }
same() { cmp -s "$1" "$2" || fail "$command_line: $1 and $2 differ: $(diff "$1" "$2" | head -n 4 | cut -c 1-200)"; }

# The file holds exactly one JSON document. Without Python only its first and last characters are looked at.
is_json() {
    if command -v python3 >/dev/null; then
        python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' "$1" 2>json_error ||
            fail "$command_line: $1 is not one JSON document: $(tail -n 1 json_error)"
    else
        case "$(tr -d '[:space:]' <"$1" | sed 's/^\(.\).*\(.\)$/\1\2/')" in
            '{}' | '[]') ;;
            *) fail "$command_line: $1 is not one JSON document" ;;
        esac
    fi
}

# A result without what differs between runs.
without_run() { sed -e 's/"seconds": *[^,}]*//' -e '/^ *"command":/d' "$1"; }

finish() {
    [ "$failures" -eq 0 ] || exit 1
    exit 0
}
