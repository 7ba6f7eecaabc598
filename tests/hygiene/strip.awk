# C source without its comments and without the contents of its strings and character constants; line breaks stay,
# so line numbers do too. -v keep_strings=1 leaves strings alone (for #include "..."); -v keep_columns=1 leaves spaces for it.
function gone(text) { if (keep_columns) { gsub(/./, " ", text); out = out text } }
{
    line = $0; out = ""
    while (line != "") {
        if (state == "comment") {
            at = index(line, "*/")
            if (!at) { gone(line); line = ""; break }
            gone(substr(line, 1, at)); line = substr(line, at + 2); state = ""; out = out " "
        } else if (state != "") {                           # inside a string or character constant
            if (!match(line, /[\\"']/)) { if (keep_strings) out = out line; else gone(line); line = ""; break }
            c = substr(line, RSTART, 1)
            take = c == "\\" ? 2 : 1
            if (keep_strings) out = out substr(line, 1, RSTART + take - 1)
            else gone(substr(line, 1, RSTART - 1 + (c == state ? 0 : take)))
            line = substr(line, RSTART + take)
            if (c == state) { state = ""; if (!keep_strings) out = out c }
        } else {
            if (!match(line, /\/\*|\/\/|["']/)) { out = out line; line = ""; break }
            c = substr(line, RSTART, 1)
            two = substr(line, RSTART, 2)
            if (c == "/") {
                out = out substr(line, 1, RSTART - 1)
                rest = substr(line, RSTART + 2)
                line = two == "//" ? "" : rest
                if (two == "/*") { gone("/*"); state = "comment" }
                if (two == "//") gone("//" rest)
            } else {
                out = out substr(line, 1, RSTART); line = substr(line, RSTART + 1); state = c
            }
        }
    }
    # A string ends with its line unless the line is continued.
    if (state != "comment" && state != "" && $0 !~ /\\$/) state = ""
    print out
}
