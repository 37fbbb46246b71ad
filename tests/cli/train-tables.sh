#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tables: CSV and TSV for tenon train, predict and eval, against a reader in Python.
#   train-tables.sh BUILD
set -u
build=$(cd "$1" && pwd) && here=$(cd "$(dirname "$0")/.." && pwd) || exit 1
tenon=$build/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=$work/cache
passed=0 failed=0

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $what"; fi
}
t() { # STATUS ARGUMENT...: standard output and error go to out and err
    local want=$1
    shift
    timeout 120 "$tenon" "$@" >out 2>err
    local got=$?
    check "tenon $*: exit status $got, not $want: $(head -3 err)" [ $got = "$want" ]
}
has() { check "$1 has no line '$2': $(tail -4 "$1")" grep -qe "$2" "$1"; }
same() { check "$1 and $2 differ" cmp -s "$1" "$2"; }

# Rows that a rule made: a class by a number, a category and noise; some values are missing.
awk 'BEGIN { srand(7); print "size,\"colour, of \"\"it\"\"\",weight,kind"
    for (i = 0; i < 400; i++) { s = rand() * 10; c = int(rand() * 3); w = rand() * 4 - 2
        k = s + 3 * c + w > 8 ? "large one" : s + 3 * c + w > 4 ? "middle" : "a \"small\""
        gsub(/"/, "\"\"", k)
        printf "%s,%s,%s,\"%s\"\r\n", i % 17 ? sprintf("%.3f", s) : "", c == 0 ? "red" : c == 1 ? "\"blue, dark\"" : "green", i % 29 ? sprintf("%.4f", w) : "NA", k } }' >rows.csv
cat >net.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 5), "float32"), w1: R.Tensor((5, 24), "float32"), b1: R.Tensor((24,), "float32"),
         w2: R.Tensor((24, 3), "float32"), b2: R.Tensor((3,), "float32")):
    R.func_attr({"num_input": 1})
    h = R.nn.relu(R.add(R.matmul(x, w1), b1))
    y = R.add(R.matmul(h, w2), b2)
    return y
PY
t 0 train net.py --data rows.csv --target kind --val 0.2 --epochs 40 --lr 0.01 --seed 1 --quiet -o kind.onnx
value=$(sed -n '$s/^validation accuracy: //p' out)
check "accuracy ${value:-none}, not 0.9" awk "BEGIN { exit !(${value:-0} >= 0.9) }"
t 0 eval kind.onnx --data rows.csv
all=$(sed -n '$s/^accuracy: //p' out)
check "accuracy of all rows ${all:-none}" awk "BEGIN { exit !(${all:-0} >= 0.93) }"
t 0 predict kind.onnx --data rows.csv -o predicted.csv
check "a line for each row" [ "$(wc -l <predicted.csv)" = 401 ]
has predicted.csv '^prediction$'
has predicted.csv '^"a ""small"""$'
has predicted.csv '^large one$'
# Rows without the target, with more columns, in another order.
printf 'id\tweight\t"colour, of ""it"""\tsize\n7\t1.5\tgreen\t9\n8\tNA\tred\t0\n' >other.tsv
t 0 predict kind.onnx --data other.tsv
check "classes of other rows: $(tr '\n' ' ' <out)" [ "$(tail -n +2 out | tr '\n' '|')" = 'large one|"a ""small"""|' ]
t 0 predict kind.onnx --data rows.csv --scores
has out '^prediction,score_0,score_1,score_2$'
# Text keeps what was done, and so does ONNX that is made of it.
t 0 train net.py --data rows.csv --target kind --val 0.2 --epochs 2 --seed 1 --quiet -o kind.py
has kind.py 'data_recipe'
t 0 predict kind.py --data rows.csv -o text.csv
t 0 convert kind.py -o again.onnx
t 0 predict again.onnx --data rows.csv -o again.csv
same text.csv again.csv
t 0 opt again.onnx -O2 -o opt.onnx
t 0 predict opt.onnx --data rows.csv -o again.csv
same text.csv again.csv
# It is followed when the model is trained on: the same bits in the input, whatever the new rows are.
head -200 rows.csv >half.csv
t 0 train kind.onnx --data half.csv --epochs 1 --quiet -o more.onnx
t 0 eval more.onnx --data rows.csv
# The same, read from another table.
tr -d '\r' <rows.csv >lf.csv
t 0 predict kind.onnx --data lf.csv -o lf.out
same lf.out predicted.csv

# Numbers: a target in its own unit; kinds of columns.
awk 'BEGIN { srand(3); print "a\tb\tprice"; for (i = 0; i < 300; i++) { a = rand(); b = rand()
    printf "%.5f\t%.5f\t%.4f\n", a, b, 100000 + 5000 * a - 2000 * b } }' >price.tsv
cat >line.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2, 1), "float32"), b: R.Tensor((1,), "float32")):
    R.func_attr({"num_input": 1})
    y = R.add(R.matmul(x, w), b)
    return y
PY
t 0 train line.py --data price.tsv --target price --column price:standard --epochs 40 --lr 0.05 --quiet -o price.onnx
t 0 predict price.onnx --data price.tsv -o price.csv
paste -d, <(tail -n +2 price.tsv | cut -f3) <(tail -n +2 price.csv) >both
check "prices within 100" awk -F, '{ d = $1 - $2; if (d > 100 || d < -100) bad++ } END { exit bad > 0 || NR != 300 }' both
t 2 train line.py --data price.tsv --target price --column 'a:drop'
has err "its columns do not fit the input 'x'"
has err 'found: 1: b$'
t 2 train line.py --data price.tsv --target price --column 'c:drop' --column 'a:text'
has err "has no column 'c'"
has err "'a:text' does not say how a column is read"
t 2 train line.py --data price.tsv
has err 'which column is the target'
# A target that is far from 0 is remarked on, unless it is scaled.
t 0 train line.py --data price.tsv --target price --steps 1
has err "the target 'price' is 1.0[0-9]*e+05 on average.*--column 'price:standard'"
t 0 train line.py --data price.tsv --target price --column price:standard --steps 1
check "a scaled target is remarked on" eval '! grep -q "on average" err'
t 2 train line.py --data price.tsv --target prise
has err "did you mean 'price'"
t 2 predict line.py --data price.tsv
has err 'the model does not say how to read the table'
t 1 predict price.onnx
t 1 eval price.onnx

# Wrong tables: the line, the column, what is wrong.
wrong() { # PLACE MESSAGE, the table on standard input
    cat >wrong.csv
    t 2 train line.py --data wrong.csv --target price
    has err "^wrong.csv:$1: error: $2"
}
printf 'a,b,price\n1,2,3\n4,5\n' | wrong 3:3 'a row has another number of fields than the header'
printf 'a,b,price\n1,2,3,4\n' | wrong 2:7 'a row has another number of fields than the header'
printf 'a,b,price\n1,2,"3\n4,5,6\n' | wrong 2:5 'a quote that never ends'
printf 'a,b,price\n1,2,"3"' | sed 's/"$//' | wrong 2:5 'a quote that never ends'
printf 'a,b,price\n1,2,"3"4\n' | wrong 2:8 'more of the field behind its closing quote'
printf 'a,b,price\n1,2"1,3\n' | wrong 2:4 'a quote within a field that has none around'
printf 'a,b,price\n1,\000,3\n' | wrong 2:3 'a byte of 0'
printf 'a,b,price\n1,\377,3\n' | wrong 2:3 'a field is no UTF-8'
printf 'a;b;price\n1;2,5;3\n' | wrong 1:1 'the header names one column'
has err 'found: a semicolon in the name'
printf 'a\tb\tprice\n1\t2\t3\n' | wrong 1:1 'the header names one column'
printf 'a,a,price\n1,2,3\n' | wrong 1:3 "the column 'a' stands twice"
printf 'a,,price\n1,2,3\n' | wrong 1:3 'a column has no name'
printf 'a,b,price\n1,2,\n' | wrong 2:5 "column 'price': a value is missing"
: >empty.csv
t 2 train line.py --data empty.csv --target price
has err 'the table is empty'
printf 'a,b,price' >head.csv
t 2 train line.py --data head.csv --target price
has err 'the table has no rows'
printf 'size,"colour, of ""it""",weight\n1,purple,2\n' >new.csv
t 2 predict kind.onnx --data new.csv
has err "^new.csv:2:3: error: column 'colour, of \"it\"': a category that the model was not trained with"
has err 'expected: blue, dark, green, red'
printf 'size,"colour, of ""it""",weight\n1,purple,2\n1,purple,2\n1,pink,2\n1,purple,2\n' >new.csv
t 2 predict kind.onnx --data new.csv
check 'each unknown category is told once' test "$(grep -c 'was not trained with' err)" = 2
printf '"size","colour, of ""it""",weight\n1,"re\nd",2\n' >new.csv
t 2 predict kind.onnx --data new.csv
has err '^new.csv:2:3: error'

# The header of a program that trains says what was done to the rows: raw rows, brought by that to the model, are predicted
# as by the command.
t 0 predict kind.onnx --data rows.csv --strict --scores -o scores.csv
t 0 compile kind.onnx --train adamw --loss cross_entropy --dim n=1 -o net.c
cat >raw.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "net.h"
static net_state net;
static union { double align; char bytes[NET_INFER_ARENA + 8]; } arena;
/* The row's fields stand in the order of the table, each on a line. */
static const char *const columns[] = {"size", "colour, of \"it\"", "weight"};
int main(void) {
    static char field[3][64];
    net_init(&net);
    while (fgets(field[0], 64, stdin) && fgets(field[1], 64, stdin) && fgets(field[2], 64, stdin)) {
        float x[5], y[3];
        int64_t n = 0, best = 0, class = 0;
        const net_data_row *row;
        const net_in in = {.x = x};
        net_out out = {.y = y};
        for (int k = 0; k < 3; k++) field[k][strcspn(field[k], "\n")] = 0;
        for (size_t i = 0; (row = net_data(i)) != NULL; i++) {
            int k = 0;
            while (row->input && k < 3 && strcmp(row->column, columns[k]) != 0) k++;
            if (k == 3 || n == 5 + !row->input) return 1;
            if (!row->input) continue;
            const int is_missing = !field[k][0] || strcmp(field[k], "NA") == 0;
            x[n++] = row->category ? (float)(strcmp(field[k], row->category) == 0)
                                   : (float)(((is_missing ? row->missing : atof(field[k])) - row->shift) / row->scale);
        }
        if (n != 5 || net_infer(&net, &in, &out, &arena)) return 1;
        for (int64_t k = 1; k < 3; k++) best = y[k] > y[best] ? k : best;
        for (size_t i = 0; (row = net_data(i)) != NULL; i++)
            if (!row->input && class++ == best) printf("%s", row->category);
        for (int k = 0; k < 3; k++) printf("|%.9g", y[k]);
        printf("\n");
    }
    return 0;
}
C
check 'a compiler takes the header' cc -std=c99 -Wall -Wextra -Werror -ffp-contract=off raw.c net.c -o raw -lm
if /usr/bin/python3 -c 'import numpy' 2>/dev/null && [ -x raw ]; then
    check "raw rows in C are predicted otherwise" /usr/bin/python3 -c "
import csv, subprocess, numpy as np
rows, own = list(csv.reader(open('rows.csv', newline='')))[1:], list(csv.reader(open('scores.csv', newline='')))[1:]
said = subprocess.run(['./raw'], input=''.join('\n'.join(r[:3]) + '\n' for r in rows), capture_output=True, text=True, check=True).stdout
said = [line.split('|') for line in said.splitlines()]
assert len(said) == len(own) == 400
for a, b in zip(said, own):
    assert a[0] == b[0] and all(np.float32(v) == np.float32(w) for v, w in zip(a[1:], b[1:])), (a, b)"
fi

# What Python reads of the model and the rows, by NumPy in place of the model.
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    t 0 train net.py --data rows.csv --target kind --val 0.2 --epochs 40 --lr 0.01 --seed 1 --quiet -o kind.npz
    t 0 predict kind.onnx --data rows.csv --strict --scores -o scores.csv
    tables=(/usr/bin/python3 "$here/reference/tables.py" kind.onnx kind.npz rows.csv scores.csv in/in_x.npy)
    mkdir -p in out-ort
    check "the scores are others than NumPy's" "${tables[@]}"
    # ONNX Runtime on the file that was written gives the same scores, where npm has its library.
    if library=$("$here/../bench/get-ort.sh" 2>why); then
        check 'ONNX Runtime does not run the file' "$build/bench/ort_peer" "$library" kind.onnx in --iterations 1 --warmup 0 \
            --save out-ort >ran
        check "the scores are others than ONNX Runtime's" "${tables[@]}" out-ort/out_0.npy
    else
        echo "skipped by ONNX Runtime: $(tail -n 1 why)"
    fi
else
    echo "skipped: no /usr/bin/python3 with NumPy"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
