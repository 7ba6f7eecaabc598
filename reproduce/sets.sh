# shellcheck shell=bash disable=SC2154
# Tables of the sets that compare-sets.sh compares methods on, for scripts that have sourced common.sh. Each is written as a table of two or
# more classes with its label in the last column, `class`.

# At most this many rows of a set: the smaller sets are whole, larger ones have rows spread over the whole table.
most_rows=${MOST_ROWS:-250}

# Sets with few samples and thousands of features, those with tens of features, those with few.
wide_sets="colon-alon leukemia-golub leukemia-golub-3051 duke-west-er duke-west-ln breast-hedenfalk-22 prostate-singh dlbcl-shipp srbct-khan arcene"
middle_sets="sonar ionosphere spambase raetsch-splice madelon adult-a9a raetsch-german raetsch-ringnorm raetsch-twonorm raetsch-waveform"
middle_sets="$middle_sets raetsch-image house-votes-84 australian raetsch-heart"
small_sets="ripley-synthetic pima-ripley pima-768 crabs wbc-biopsy iris raetsch-banana raetsch-breast-cancer raetsch-flare-solar"
small_sets="$small_sets raetsch-thyroid raetsch-titanic"

# set_table NAME FILE: FILE becomes the table. What is done to values is fixed beforehand and learns nothing from rows: raw intensities of arrays
# are raised to a floor and their logarithm is taken; votes are 1 and 0.
set_table() {
    local source=$data/$1/$1.csv.gz floor=0 one=""
    case $1 in
        colon-alon) floor=1 ;;
        dlbcl-shipp | prostate-singh) floor=20 ;;
        leukemia-golub) floor=100 ;;
        srbct-khan) floor=0.001 ;;
        breast-hedenfalk-22) one=BRCA1 ;;
    esac
    need "$source"
    gzip -dc "$source" | awk -F, -v OFS=, -v most="$most_rows" -v floor="$floor" -v one="$one" '
        NR == 1 { print; next }
        { rows[NR - 1] = $0 }
        END {
            n = NR - 1
            for (i = 1; i <= n; i++) {
                if (n > most && (7919 * i) % n >= most) continue
                width = split(rows[i], cell, ",")
                if (one != "" && cell[width] != one) cell[width] = "other"
                for (j = 1; j < width; j++) {
                    if (cell[j] == "y") cell[j] = 1
                    if (cell[j] == "n") cell[j] = 0
                    if (floor > 0) printf "%.8g,", log(cell[j] > floor ? cell[j] : floor)
                    else printf "%s,", cell[j]
                }
                print cell[width]
            }
        }' >"$2"
}
