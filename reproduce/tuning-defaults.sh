#!/usr/bin/env bash
# tuning-defaults.sh choose|confirm [SET..]: what --tune should do by itself, by method and shape of the data: the tables of
# docs/tuning-defaults.md, on standard output. The sets of that part (or those named) are measured; `tables choose|confirm` only
# prints what is there, `strength choose|confirm` what the untuned strength of spr is chosen by. Finished rows are kept in the
# directory ROWS, and not measured again; METHODS limits the methods, as METHOD:BASIS, SHAPES the shapes. CANDIDATES names the
# program (build/tuning_candidates, built with -DARDOR_BENCH=ON). One thread.
. "$(dirname "$0")/common.sh"
candidates=${CANDIDATES:-$root/build/tuning_candidates}
rows=${ROWS:-$work/rows}
mkdir -p "$rows"
export OPENBLAS_NUM_THREADS=1

# Part, shape, name, source, classes (A,B: these two; A: it against the rest), rows that train : draws (or a plan), preparation.
# The shape is that of the rows that train: wide p > 5 n, long n >= 10 p, middle between. Sources are tables of DATA, or
# simulations KIND:FEATURES:OPTIONS of 1500 rows. docs/tuning-defaults.md has the protocol.
sets='
choose  wide   colon              colon-alon             -            repeat:5x10 log=on
choose  wide   leukemia           leukemia-golub         -            repeat:5x10 log=100
choose  wide   duke-er            duke-west-er           -            repeat:5x10 -
choose  wide   dlbcl              dlbcl-shipp            -            repeat:5x10 log=20
choose  wide   srbct-ews-rms      srbct-khan             EWS,RMS      repeat:5x10 log=on
choose  wide   gaussians-60       two-gaussians:1000     -            60:20       -
choose  wide   linear-100         sparse-linear:1000:5   -            100:20      -
choose  middle ionosphere-150     ionosphere             -            150:20      -
choose  middle sonar-104          sonar                  -            104:20      -
choose  middle spambase-300       spambase               -            300:20      -
choose  middle german-120         raetsch-german         -            120:20      -
choose  middle splice-200         raetsch-splice         -            200:20      -
choose  middle waveform-100       raetsch-waveform       -            100:20      -
choose  middle gaussians-200      two-gaussians:100      -            200:20      -
choose  middle linear-100x50      sparse-linear:50:5     -            100:20      -
choose  long   ripley-200         ripley-synthetic       -            200:20      -
choose  long   pima-200           pima-ripley            -            200:20      -
choose  long   crabs-80           crabs                  -            80:20       -
choose  long   banana-400         raetsch-banana         -            400:10      -
choose  long   breast-200         raetsch-breast-cancer  -            200:20      -
choose  long   heart-170          raetsch-heart          -            170:20      -
choose  long   waveform-400       raetsch-waveform       -            400:10      -
choose  long   titanic-150        raetsch-titanic        -            150:20      -
choose  long   wbc-300            wbc-biopsy-683         -            300:10      -
choose  long   xor-300            xor:10                 -            300:10      -
confirm wide   prostate           prostate-singh         -            repeat:5x10 log=10
confirm wide   arcene-100         arcene                 -            100:20      -
confirm wide   srbct-bl-nb        srbct-khan             BL,NB        repeat:10x5 log=on
confirm wide   hedenfalk-brca1    breast-hedenfalk-22    BRCA1        repeat:10x5 -
confirm wide   duke-lymph         duke-west-ln           -            repeat:5x10 -
confirm wide   linear-80          sparse-linear:2000:8:2 -            80:20       -
confirm middle adult-300          adult-a9a              -            300:20      -
confirm middle madelon-300        madelon                -            300:10      -
confirm middle votes-100          house-votes-84         -            100:20      impute=median
confirm middle australian-90      australian             -            90:20       -
confirm middle circle-80          circle:10              -            80:20       -
confirm middle linear-150         sparse-linear:60:6:2   -            150:20      -
confirm middle iris-30            iris                   versicolor,virginica 30:20 -
confirm long   australian-414     australian             -            414:10      -
confirm long   votes-300          house-votes-84         -            300:20      impute=median
confirm long   flare-400          raetsch-flare-solar    -            400:10      -
confirm long   spambase-800       spambase               -            800:5       -
confirm long   iris-80            iris                   versicolor,virginica 80:20 -
confirm long   circle-300         circle:5               -            300:10      -
confirm long   linear-400         sparse-linear:20:4:2   -            400:10      -
confirm long   gaussians-150      two-gaussians:5        -            150:20      -
'

# Methods of a shape, and the schemes that are tried there. A kernel costs more, and is tried with fewer; what confirms needs the
# one that was chosen.
methods_of() {
    case $1 in
        wide) echo jcfo:linear spr:identity jcfo:rbf spr:rbf rvm:rbf ;;
        *) echo jcfo:linear spr:identity jcfo:rbf spr:rbf rvm:rbf pfcvm-lp:rbf rsfm:rbf bpm:rbf ard-ep:rbf ;;
    esac
}

schemes_of() { # SHAPE METHOD:BASIS PART
    case $1-$2-$3 in
        long-jcfo:rbf-* | long-spr:rbf-*) echo cv:5,alo ;;
        long-*:linear-choose | long-*:identity-choose) echo cv:5,cv:10 ;;
        *:linear-choose | *:identity-choose) echo cv:5,cv:10,repeat:5x5 ;;
        *) echo cv:5 ;;
    esac
}

# plain SOURCE: the table as text.
plain() {
    local kind p nonzeros truth
    case $1 in
        *:*)
            IFS=: read -r kind p nonzeros truth <<<"$1"
            "$ardor" simulate "$kind" --n 1500 --p "$p" --seed 11 -q ${nonzeros:+--nonzeros "$nonzeros"} ${truth:+--truth-seed "$truth"}
            ;;
        house-votes-84) gzip -dc "$data/$1/$1.csv.gz" | sed '2,$ { s/\<y\>/1/g; s/\<n\>/0/g; }' ;;
        adult-a9a) gzip -dc "$data/$1/$1.csv.gz" | awk 'NR % 12 == 1' ;; # names are in line 1
        *) gzip -dc "$data/$1/$1.csv.gz" ;;
    esac
}

# classes WHICH: rows of two classes, or of one against the rest.
classes() {
    awk -F, -v which="$1" '
        BEGIN { OFS = ","; two = split(which, name, ",") == 2 }
        which == "-" || NR == 1 { print; next }
        two { if ($NF == name[1] || $NF == name[2]) print; next }
        { $NF = $NF == which ? which : "rest"; print }'
}

# draws ROWS TRAIN NUMBER: so many random partitions into rows that train and up to 1000 others, by a generator of its own, so that
# every awk makes the same.
draws() {
    awk -v n="$1" -v m="$2" -v draws="$3" '
        function below(k) { state = (16807 * state) % 2147483647; return int(state / 2147483647 * k) }
        BEGIN {
            print "split,row,set"
            for (s = 1; s <= draws; s++) {
                state = 20011 + 7919 * s
                for (i = 0; i < 20; i++) below(1)
                for (i = 1; i <= n; i++) order[i] = i
                for (i = n; i > 1; i--) { j = 1 + below(i); t = order[i]; order[i] = order[j]; order[j] = t }
                for (i = 1; i <= n && i <= m + 1000; i++) print s "," order[i] "," (i <= m ? "train" : "test")
            }
        }'
}

# fewer PLAN: at most ten draws, or two passes of five, for what costs more.
fewer() {
    case $1 in
        repeat:5x*) echo "repeat:2x${1#*x}" ;;
        repeat:10x*) echo "repeat:4x${1#*x}" ;;
        *) echo "${1%:*}:$((${1#*:} < 10 ? ${1#*:} : 10))" ;;
    esac
}

# measure SET METHOD:BASIS: the lines of tuning_candidates, into ROWS; of spr also those of the untuned settings with the strength
# that they had before.
measure() {
    local part shape name source which plan option schemes file=$rows/$1.${2/:/-}.gz before=$rows/$1.${2/:/-}.before.gz
    if [ -s "$file" ] && { [ "${2%:*}" != spr ] || [ -s "$before" ]; }; then return 0; fi
    read -r part shape name source which plan option <<<"$(awk -v name="$1" '$3 == name' <<<"$sets")"
    plain "$source" | classes "$which" >"$work/table.csv"
    [[ $2 != *:rbf ]] || plan=$(fewer "$plan")
    case $plan in
        repeat:*) ;;
        *)
            draws "$(($(wc -l <"$work/table.csv") - 1))" "${plan%:*}" "${plan#*:}" >"$work/splits.csv"
            plan=splits:$work/splits.csv
            ;;
    esac
    schemes=$(schemes_of "$shape" "$2" "$part")
    [ "$option" = - ] && option=seed=1
    set -- "$1" "$2" "method=${2%:*}" "basis=${2#*:}" "plan=$plan" "$option"
    if [ "${2%:*}" = spr ] && [ ! -s "$before" ]; then
        "$candidates" "$work/table.csv" cv:2 "${@:3}" strength=0.2 </dev/null | grep "^T.*auto" | gzip >"$work/row"
        mv "$work/row" "$before"
    fi
    if [ ! -s "$file" ]; then
        "$candidates" "$work/table.csv" "$schemes" "${@:3}" </dev/null | gzip >"$work/row"
        mv "$work/row" "$file"
    fi
    echo "$part $shape $1 $2: $SECONDS seconds" >&2
}

names() { awk -v part="$1" -v shape="$2" '$1 == part && $2 == shape { print $3 }' <<<"$sets"; }

# with_statistics FILE [OPTION..]: an awk program with the functions of common.sh, from and to the standard streams.
with_statistics() { awk "${@:2}" -f <(echo "$statistics") -f "$root/reproduce/$1"; }

# figures PART: SHAPE SET METHOD:BASIS and the line of a scheme and a rule (tuning-rules.awk), of all rows that are there.
figures() {
    local part shape name rest file method
    while read -r part shape name rest; do
        [ "$part" = "$1" ] || continue
        for file in "$rows/$name".*.gz; do
            if [ ! -s "$file" ] || [[ $file = *.before.gz ]]; then continue; fi
            : >"$work/before"
            if [ -s "${file%.gz}.before.gz" ]; then gzip -dc "${file%.gz}.before.gz" >"$work/before"; fi
            method=$(basename "$file" .gz)
            method=${method#"$name".}
            gzip -dc "$file" | with_statistics tuning-rules.awk -v past="$work/before" |
                awk -v OFS='\t' -v shape="$shape" -v name="$name" -v method="${method%-*}:${method##*-}" \
                    '{ print shape, name, method, $0 }'
        done
    done <<<"$sets"
}

# tables: of the figures on standard input, a table for each shape and method, and for each shape and family.
tables() { with_statistics tuning-tables.awk; }

# curves PART: of each set and basis of spr that is there the line that tuning-strength.awk reads, over the candidates whose scale
# is the untuned one, 1/p. The error beside which they are held is that of the strength of before.
curves() {
    local part shape name source which plan option basis file features
    while read -r part shape name source which plan option; do
        [ "$part" = "$1" ] || continue
        for basis in identity rbf; do
            file=$rows/$name.spr-$basis
            [ -s "$file.gz" ] || continue
            features=$(plain "$source" | awk -F, 'NR == 1 { n = NF - 1 } END { print n }')
            { [ ! -s "$file.before.gz" ] || gzip -dc "$file.before.gz" | sed 's/^T/B/'; gzip -dc "$file.gz"; } |
                awk -F'\t' -v OFS='\t' -v shape="$shape" -v name="$name" -v basis="$basis" -v plan="$plan" -v p="$features" '
                    function off(x) { return x < 0 ? -x : x }
                    $1 == "B" { before[$2] = $6 / $5; next }
                    $1 != "T" || $3 == "empty" { next }
                    $3 == "auto" { error += $2 in before ? before[$2] : $6 / $5; tested += $5; folds++; next }
                    {
                        of_scale = split($4, value, ",") < 2 || off(value[2] * p - 1) <= .2
                        if (of_scale && !(value[1] in sum)) order[++n] = value[1]
                        if (of_scale) sum[value[1]] += $6 / $5
                        if ($3 == 0) rows[$2] = $5
                    }
                    END {
                        split(plan, of, /[:x]/)
                        if (of[1] == "repeat") for (i = 1; i <= of[3]; i++) trains += rows[i]
                        trains = of[1] == "repeat" ? trains - tested / folds : of[1]
                        printf "%s\t%s\t%s\t%.10g\t%.10g\t%.10g", shape, name, basis, trains, basis == "rbf" ? trains : p, error / folds
                        for (i = n; i >= 1; i--) printf "\t%s:%.10g", order[i], sum[order[i]] / folds
                        print ""
                    }'
        done
    done <<<"$sets"
}

part=${1:-}
[ $# -eq 0 ] || shift
only=$*
case $part in
    choose | confirm)
        [ -x "$candidates" ] || die "the program is not at $candidates; configure with -DARDOR_BENCH=ON and build tuning_candidates"
        for shape in ${SHAPES:-wide middle long}; do
            for method in ${METHODS:-$(methods_of "$shape")}; do
                for name in $(names "$part" "$shape"); do
                    [ -z "$only" ] || [[ " $only " = *" $name "* ]] || continue
                    measure "$name" "$method"
                done
            done
        done
        figures "$part" | tables
        ;;
    tables) figures "${only:-choose}" | tables ;;
    figures) figures "${only:-choose}" ;;
    strength) curves "${only:-choose}" | with_statistics tuning-strength.awk ;;
    *) die "say choose or confirm, or tables, figures or strength with one of them" ;;
esac
