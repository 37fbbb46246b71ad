/* SPDX-License-Identifier: Apache-2.0 */
/* base/syntax.h: trees, blocks, every error with its place, marks. */
#include "syntax_unit.h"

typedef struct {
    const char *text, *expected;
} Case;

static void check(Str text, const char *expected, const char *expected_errors) {
    begin(text);
    const char *got = statements();
    if (expected) assert_string_equal(got, expected);
    assert_string_equal(errors(), expected_errors);
    end();
}

static void check_all(const Case *cases, size_t n) {
    for (size_t i = 0; i < n; i++) check(str_c(cases[i].text), cases[i].expected, "");
}

/* --- What is right --- */

static void expressions(void **state) {
    (void)state;
    static const Case cases[] = {
        {"x", "expr x"},
        {"x_1é", "expr x_1é"},
        {"True, False, None, ...", "expr (tuple True False None ...)"},
        {"0, 00, 1_000, 0x1F, 0o17, 0B11, 0x_f", "expr (tuple 0 0 1000 31 15 3 15)"},
        {"9223372036854775807", "expr 9223372036854775807"},
        {"-9223372036854775808", "expr -9223372036854775808"},
        {"-0x8000000000000000 + 1", "expr (+ -9223372036854775808 1)"},
        {"1.5, .5, 1., 1e3, 1_0.0_1e+0_1", "expr (tuple 1.5 0.5 1.0 1000.0 100.1)"},
        {"1e999, -1e999, -0.0, 1.e-3", "expr (tuple inf -inf -0.0 0.001)"},
        {"-1, - 1.5, -(2), - -3", "expr (tuple -1 -1.5 -2 (- -3))"},
        {"-2 ** 2, 2 ** -1 ** x", "expr (tuple (- (** 2 2)) (** 2 (- (** 1 x))))"},
        {"-x.y, ~x, +x, not x", "expr (tuple (- (. x y)) (~ x) (+ x) (not x))"},
        {"not not a == b", "expr (not (not (== a b)))"},
        {"a or b and not c < d | e ^ f & g << h + i * -j ** k",
         "expr (or a (and b (not (< c (| d (^ e (& f (<< g (+ h (* i (- (** j k))))))))))))"},
        {"a ** b * c + d >> e & f ^ g | h >= i and j or k",
         "expr (or (and (>= (| (^ (& (>> (+ (* (** a b) c) d) e) f) g) h) i) j) k)"},
        {"a - b - c, a ** b ** c", "expr (tuple (- (- a b) c) (** a (** b c)))"},
        {"a / b // c % d @ e", "expr (@ (% (// (/ a b) c) d) e)"},
        {"(a + b) * c", "expr (* (+ a b) c)"},
        {"a in b, a not in b, a is b, a is not b, a != b",
         "expr (tuple (in a b) (not in a b) (is a b) (is not a b) (!= a b))"},
        {"a if b else c if d else e", "expr (cond a b (cond c d e))"},
        {"a or b if c and d else e or f", "expr (cond (or a b) (and c d) (or e f))"},
        {"(a if b else c) if d else e", "expr (cond (cond a b c) d e)"},
        {"a.b.c(d)[e](f).g", "expr (. (call (index (call (. (. a b) c) d) e) f) g)"},
        {"f()", "expr (call f)"},
        {"f(a, b=c, *d, **e,)", "expr (call f a b=c (star d) (star2 e))"},
        {"f(*a or b, **c if d else e)", "expr (call f (star (or a b)) (star2 (cond c d e)))"},
        {"f(x for x in y if z)", "expr (call f (gen x x y z))"},
        {"(), (a,), (a, b), (a)", "expr (tuple (tuple) (tuple a) (tuple a b) a)"},
        {"a,", "expr (tuple a)"},
        {"*a, b", "expr (tuple (star a) b)"},
        {"[], [a,], [a, *b]", "expr (tuple (list) (list a) (list a (star b)))"},
        {"[a for b, c in d if e]", "expr (listcomp a (tuple b c) d e)"},
        {"[a if b else c for d in e]", "expr (listcomp (cond a b c) d e _)"},
        {"[[a for b in c]]", "expr (list (listcomp a b c _))"},
        {"{}, {a: b}, {a: b, c: d,}", "expr (tuple (dict) (dict a b) (dict a b c d))"},
        {"a[b], a[b,], a[b, c]",
         "expr (tuple (index a b) (index a (tuple b)) (index a (tuple b c)))"},
        {"a[:], a[b:], a[:c], a[b:c:d], a[::]",
         "expr (tuple (index a (slice _ _ _)) (index a (slice b _ _)) (index a (slice _ c _)) "
         "(index a (slice b c d)) (index a (slice _ _ _)))"},
        {"a[::-1, ..., 1:2]", "expr (index a (tuple (slice _ _ -1) ... (slice 1 2 _)))"},
        {"f(a\n ,\n# note\n\n b) # more", "expr (call f a b)"},
        {"a + \\\n  b", "expr (+ a b)"},
        {"match", "expr match"},
    };
    check_all(cases, ARRAY_LEN(cases));
}

static void strings(void **state) {
    (void)state;
    static const Case cases[] = {
        {"'a' \"b\" '''c''' \"\"\"d\"\"\"", "expr \"abcd\""},
        {"''", "expr \"\""},
        {"'\"', \"'\", '\\'', \"\\\"\"", "expr (tuple \"\\\"\" \"'\" \"'\" \"\\\"\")"},
        {"'\\n\\t\\r\\\\\\a\\b\\f\\v'", "expr \"\\n\\t\\r\\\\\\x07\\x08\\x0c\\x0b\""},
        {"'\\0\\12\\1011\\x41\\u00e9\\U0001F600'", "expr \"\\x00\\nA1Aé😀\""},
        {"'\\400\\d\\ '", "expr \"Ā\\\\d\\\\ \""},
        {"r'\\n\\'', Rb\"\\x\", bR'\\u'", "expr (tuple \"\\\\n\\\\'\" \"\\\\x\" \"\\\\u\")"},
        {"u'é', U'é', b'\\x41\\u'", "expr (tuple \"é\" \"é\" \"A\\\\u\")"},
        {"f'{{}}', fr'\\{{', F\"\"\"}}\"\"\"", "expr (tuple \"{}\" \"\\\\{\" \"}\")"},
        {"'a\\\nb', 'a\\\r\nb'", "expr (tuple \"ab\" \"ab\")"},
        {"'''a\nb\r\nc\rd''' 'e'", "expr \"a\\nb\\nc\\nde\""},
        {"'''a'b''c\\'''d'''", "expr \"a'b''c'''d\""},
        {"('a'\n 'b')", "expr \"ab\""},
        {"x.r, r, rf", "expr (tuple (. x r) r rf)"},
        {"'# no comment' # comment ' \"", "expr \"# no comment\""},
    };
    check_all(cases, ARRAY_LEN(cases));
    begin(STR("'a\\0b'"));
    SynStmt s;
    syn_next(syn, &s);
    assert_int_equal(s.value->str.len, 3);
    assert_memory_equal(s.value->str.ptr, "a\0b\0", 4);
    end();
}

static void simple_statements(void **state) {
    (void)state;
    static const Case cases[] = {
        {"", ""},
        {"\n# note\n   \n\t# note\n\f\n", ""},
        {"a = b", "assign a = b"},
        {"a, (b, c) = *d, e", "assign (tuple a (tuple b c)) = (tuple (star d) e)"},
        {"a.b[c] = d", "assign (index (. a b) c) = d"},
        {"a: b", "assign a : b"},
        {"a: b = c, d", "assign a : b = (tuple c d)"},
        {"a += b; a **= c; a //= d; a >>= e; a @= f, g",
         "assign a + = b; assign a ** = c; assign a // = d; assign a >> = e; "
         "assign a @ = (tuple f g)"},
        {"return; return a; return a,", "return; return a; return (tuple a)"},
        {"pass;", "pass"},
        {"'doc'", "expr \"doc\""},
        {"import a, b.c as d; from a.b import c as d, e", "import; import"},
        {"from . import *\nfrom ...a import (b,\n  c,)\nx", "import; import; expr x"},
        {"a\r\nb\rc", "expr a; expr b; expr c"},
        {"\xEF\xBB\xBF"
         "a",
         "expr a"},
    };
    check_all(cases, ARRAY_LEN(cases));
}

static void blocks(void **state) {
    (void)state;
    static const Case cases[] = {
        {"@a.b\n@c(d)\nclass M:\n  x\n\n  # note\n  y\nz",
         "decorator (. a b); decorator (call c d); class M; expr x; expr y; end; expr z"},
        {"def f(): pass", "def f; pass; end"},
        {"def f(a, b: c, d=e, *f: g, h: i = j,) -> k:\n\treturn\n",
         "def f a b:c d=e *f:g h:i=j : k; return; end"},
        {"with a:\n  b\nwith a as (b, c):\n  d",
         "with a; expr b; end; with (tuple b c) a; expr d; end"},
        {"if a: b; c\nelif d: e\nelse: f",
         "if a; expr b; expr c; end; elif d; expr e; end; else; expr f; end"},
        {"for a, b in c, d:\n  e\nelse:\n  f",
         "for (tuple a b) (tuple c d); expr e; end; else; expr f; end"},
        {"while a:\n  while b:\n    c\nd", "while a; while b; expr c; end; end; expr d"},
        {"class M():\n    def f():\n        x\n\n    def g():\n        y",
         "class M; def f; expr x; end; def g; expr y; end; end"},
        {"if a:\n   \tb\n        c", "if a; expr b; expr c; end"}, /* a tab goes to column 8 */
        {"if a:\n    b\n# note\n    c", "if a; expr b; expr c; end"},
        {"if a:\n  f(b,\nc)\n  d", "if a; expr (call f b c); expr d; end"},
        {"if a:\n  b if c else (d\nif e else f)", "if a; expr (cond b c (cond d e f)); end"},
        {"if a: 'x'; 'y'\n'z'", "if a; expr \"x\"; expr \"y\"; end; expr \"z\""},
        {"a = (b\n@ c\n@ d)", "assign a = (@ (@ b c) d)"},
        {"(a\n@b\n  @long_name)", "expr (@ (@ a b) long_name)"},
    };
    check_all(cases, ARRAY_LEN(cases));
}

static void places(void **state) {
    (void)state;
    begin(STR("\xEF\xBB\xBF"
              "a = (\n  b.c(d) +\n\te)\r\nx = 'y\\\nz', w"));
    SynStmt s;
    syn_next(syn, &s);
    const SynExpr *e = s.value;
    assert_int_equal(s.loc.offset, 3);
    assert_int_equal(s.loc.line, 1);
    assert_int_equal(s.loc.col, 1);
    assert_int_equal(e->kind, SYN_BINARY); /* where its operator is */
    assert_int_equal(e->loc.line, 2);
    assert_int_equal(e->loc.col, 10);
    assert_int_equal(e->items[0]->loc.col, 3);
    assert_int_equal(e->items[1]->loc.line, 3);
    assert_int_equal(e->items[1]->loc.col, 2);
    syn_next(syn, &s);
    assert_int_equal(s.loc.line, 4);
    assert_int_equal(s.value->loc.col, 5);
    assert_int_equal(s.value->items[1]->loc.line, 5);
    assert_int_equal(s.value->items[1]->loc.col, 5);
    assert_ptr_equal(s.value->items[1]->name, intern_c(&names, "w"));
    end();
    begin(STR("(a + b if c else d.e() if f else g)"));
    syn_next(syn, &s);
    assert_int_equal(s.value->loc.col, 2); /* a condition starts at its first operand */
    assert_int_equal(s.value->items[0]->loc.col, 4);
    assert_int_equal(s.value->items[2]->loc.col, 18);
    end();
}

/* --- What is wrong --- */

typedef struct {
    const char *text, *errors, *expected;
} Wrong;

static const Wrong wrongs[] = {
    {"if a:\n  b\nwith c:\n  d\nelse:\n  e\n", "5:1 SYNTAX",
     "if a; expr b; end; with c; expr d; end; error"},
    {"x = ([a b)\ny\n", "1:9 SYNTAX", "error; expr y"},
    {"[a\n)]\nb\n", "2:1 SYNTAX", "error; expr b"},
    {"a b '''\nc\n", "1:3 SYNTAX, 1:5 STRING_OPEN", "error"},
    {"'''a\\\n\\xZ'''\n", "2:1 STRING_ESCAPE", "error"},
    {"x = 1 +\n", "1:8 SYNTAX", "error"},
    {"x = (1,\n  2\ny = 3\n", "1:5 BRACKET_OPEN", "error; assign y = 3"},
    {"x = f(a, b\ny = g(c)\nreturn y\n", "1:6 BRACKET_OPEN",
     "error; assign y = (call g c); return y"},
    {"x = f(a b,\n    c d\n)\ny = 2 3\n", "1:9 SYNTAX, 4:7 SYNTAX", "error; error"},
    {"x = [1, 2)\n", "1:10 SYNTAX", "error"},
    {"f(a\ndef g():\n  pass\n", "1:2 BRACKET_OPEN", "error; def g; pass; end"},
    {"f(a,\n@R.function\ndef g():\n  pass\n", "1:2 BRACKET_OPEN",
     "error; decorator (. R function); def g; pass; end"},
    {"x = 'abc\ny = 1\n", "1:5 STRING_OPEN", "error; assign y = 1"},
    {"x = '''abc\ny = 1\n", "1:5 STRING_OPEN", "error"},
    {"x = a $ b\ny = ? \n", "1:7 CHARACTER, 2:5 CHARACTER", "error; error"},
    {"x = 'a\\xZ'\n", "1:7 STRING_ESCAPE", "error"},
    {"x = '''\n\\ud800'''\n", "2:1 STRING_ESCAPE", "error"},
    {"x = 1_\n", "1:5 NUMBER", "error"},
    {"x = 0x\ny = 012\nz = 1abc\nw=0b12\n", "1:5 NUMBER, 2:5 NUMBER, 3:5 NUMBER, 4:3 NUMBER",
     "error; error; error; error"},
    {"x = 9223372036854775808\ny = -9223372036854775808\nz = -9223372036854775808 ** 2\nw = "
     "-(9223372036854775808)\n",
     "1:5 INT_RANGE, 3:6 INT_RANGE, 4:7 INT_RANGE",
     "error; assign y = -9223372036854775808; error; error"},
    {"x = \377\n# \303\ny = '\355\240\200'\nz = \303(\n",
     "1:5 ENCODING, 2:3 ENCODING, 3:6 ENCODING, 4:5 ENCODING", "error; error; error"},
    {"x\n    y\nz\n", "2:5 INDENT", "expr x; error; expr y; expr z"},
    {"def f():\n    x\n  y\n  z\n    w\n", "3:3 DEDENT, 5:5 INDENT",
     "def f; expr x; error; expr y; expr z; error; expr w; end"},
    {"def f():\nx\n", "2:1 SYNTAX", "def f; error; end; expr x"},
    {"def f():", "1:9 SYNTAX", "def f; error; end"},
    {"if x:\n  y\nelse\n  z\n", "3:5 SYNTAX", "if x; expr y; end; error"},
    {"def f(x y):\n  a b\n  c\nd\n", "1:9 SYNTAX, 2:5 SYNTAX", "error; expr d"},
    {"try:\n  x y\nexcept E:\n  z\n", "1:1 UNSUPPORTED, 2:5 SYNTAX, 3:1 UNSUPPORTED",
     "error; error"},
    {"class A(B):\n  x\n", "1:9 UNSUPPORTED", "error"},
    {"with a, b:\n  x\n", "1:7 UNSUPPORTED", "error"},
    {"a < b < c\n", "1:7 UNSUPPORTED", "error"},
    {"a = b = c\n", "1:7 UNSUPPORTED", "error"},
    {"f(x) = 1\n", "1:1 UNSUPPORTED", "error"},
    {"f(a=1, b)\n", "1:8 SYNTAX", "error"},
    {"f(**a, b)\n", "1:8 SYNTAX", "error"},
    {"(x for y in z)\n", "1:4 UNSUPPORTED", "error"},
    {"[x for y in z for w in v]\n", "1:15 UNSUPPORTED", "error"},
    {"{1, 2}\n", "1:2 UNSUPPORTED", "error"},
    {"{**a}\n", "1:2 UNSUPPORTED", "error"},
    {"lambda a: lambda b: 1\n", "1:11 UNSUPPORTED", "error"},
    {"lambda a, *b: a\n", "1:11 SYNTAX", "error"},
    {"lambda a=1: a\n", "1:9 SYNTAX", "error"},
    {"lambda a b: a\n", "1:10 SYNTAX", "error"},
    {"lambda a:\n", "1:10 SYNTAX", "error"},
    {"x := 1\n", "1:3 UNSUPPORTED", "error"},
    {"x if y\n", "1:7 SYNTAX", "error"},
    {"a not b\n", "1:7 SYNTAX", "error"},
    {"a + not b\n", "1:5 SYNTAX", "error"},
    {"x[]\n", "1:3 SYNTAX", "error"},
    {"x.1\n", "1:2 SYNTAX", "error"},
    {"x.\n", "1:3 SYNTAX", "error"},
    {"*a\n", "1:1 UNSUPPORTED", "error"},
    {"f((a)=1)\n", "1:6 SYNTAX", "error"},
    {"@x\ny\n", "2:1 SYNTAX", "decorator x; error"},
    {"@x\n", "2:1 SYNTAX", "decorator x; error"},
    {"else:\n  x\n", "1:1 SYNTAX", "error"},
    {"if x:\n  y\nz\nelif w:\n  y\n", "4:1 SYNTAX", "if x; expr y; end; expr z; error"},
    {"for x in y:\n  z\nelse:\n  w\n", "", "for x y; expr z; end; else; expr w; end"},
    {"import\nfrom a\nfrom . import (b\n", "1:7 SYNTAX, 2:7 SYNTAX, 3:15 BRACKET_OPEN",
     "error; error; error"},
    {"f'{x}'\n", "1:3 UNSUPPORTED", "error"},
    {"b'\303\251'\n", "1:1 UNSUPPORTED", "error"},
    {"'a' b'b'\n", "1:5 UNSUPPORTED", "error"},
    {"x = 1 \\ 2\n", "1:7 CHARACTER", "error"},
    {"x = \\\n  1\ny = 2 3", "3:7 SYNTAX", "assign x = 1; error"},
    {"def f(*a, *b): pass\ndef g(a=1, b): pass\ndef h(*a=1): pass\ndef i(**k): pass\ndef j(*, a): "
     "pass\ndef k(a, /): pass\n",
     "1:12 SYNTAX, 2:12 SYNTAX, 3:9 SYNTAX, 4:7 UNSUPPORTED, 5:7 UNSUPPORTED, 6:10 UNSUPPORTED",
     "error; error; error; error; error; error"},
    {"pass x\nreturn )\n", "1:6 SYNTAX, 2:8 SYNTAX", "error; error"},
    {"1j\n", "1:1 UNSUPPORTED", "error"},
    {"def f(): $\nx\n", "1:10 CHARACTER", "def f; error; end; expr x"},
    {"x = 1; if y: z\n", "1:8 SYNTAX", "assign x = 1; error"},
    {"if x: if y: z\nw\n", "1:7 SYNTAX", "if x; error; end; expr w"},
    {"print 'x'\n", "1:7 SYNTAX", "error"},
    {"x = (a\n  for b in c)\n", "2:3 UNSUPPORTED", "error"},
    {"isn't\nis this 'text\n", "1:4 STRING_OPEN, 2:1 SYNTAX", "error; error"},
    {"x = {1: 2, 3}\n", "1:12 UNSUPPORTED", "error"},
    {"f(x for y in z, 1)\n", "1:15 SYNTAX", "error"},
    {"a, b += 1\n", "1:6 SYNTAX", "error"},
    {"x: \n", "1:3 SYNTAX", "error"},
    {"with x as 1: pass\n", "1:11 UNSUPPORTED", "error"},
    {"x=(\n", "1:3 BRACKET_OPEN", "error"},
    {"\033[31m\n", "1:1 CHARACTER", "error"},
    {"not\n", "1:4 SYNTAX", "error"},
    {"x = (a b\ny = 1\n", "1:8 SYNTAX", "error; assign y = 1"},
    {"x = [a b,\nc)\n]\n", "1:8 SYNTAX", "error"},
    {"f(a,\n (b\ny: int = 2\n", "2:2 BRACKET_OPEN", "error; assign y : int = 2"},
    {"if a:\n  b c:\n    d e\n  f\nelse:\n  g\n", "2:5 SYNTAX, 3:7 SYNTAX",
     "if a; error; expr f; end; else; expr g; end"},
    {"with a: if b:\n    c\nd\n", "1:9 SYNTAX", "with a; error; end; expr d"},
    {"a '''b\nc d\n", "1:3 STRING_OPEN", "error"},
    {"  a\nb\n", "1:3 INDENT", "error; expr a; expr b"},
    {"if a:\n    b\n  c\nelse:\n  d\n", "3:3 DEDENT",
     "if a; expr b; error; expr c; end; else; expr d; end"},
    {"@a\n", "2:1 SYNTAX", "decorator a; error"},
    {"class M:\n  @a\nb\n", "3:1 SYNTAX", "class M; decorator a; error; end; expr b"},
    {"if a: b c\nelse: d\n", "1:9 SYNTAX", "if a; error; end; else; expr d; end"},
    {"if (a\n    b\nelse:\n  c\n", "2:5 SYNTAX", "error; else; expr c; end"},
    {"raise a; b\n", "1:1 UNSUPPORTED", "error"},
    {"return a b; c\nd\n", "1:10 SYNTAX", "error; expr d"},
    {"{a: b, **c}\n", "1:8 UNSUPPORTED", "error"},
    {"a[*b]\n", "1:3 SYNTAX", "error"},
    {"(a := b)\n", "1:4 UNSUPPORTED", "error"},
    {"a: b: c\n", "1:5 SYNTAX", "error"},
    {"def f(a) -> : b\n", "1:13 SYNTAX", "error"},
    {"x = a if b\ny = c\n", "1:11 SYNTAX", "error; assign y = c"},
    {"f(a for b in c if d if e)\n", "1:21 UNSUPPORTED", "error"},
    {"def f(a=1, *b, c): pass\nx y\n", "2:3 SYNTAX", "def f a=1 *b c; pass; end; error"},
    {"(a, b): c\n", "1:7 SYNTAX", "error"},
    {"[a] = b\n", "1:1 UNSUPPORTED", "error"},
    {"for 1 in a: b\n", "1:5 UNSUPPORTED", "error"},
    {"a[1:2:3:4]\n", "1:8 SYNTAX", "error"},
    {"'\\u12'\n'\\U00110000'\n'\\N{DASH}'\nb'\\x1'\n",
     "1:2 STRING_ESCAPE, 2:2 STRING_ESCAPE, 3:2 STRING_ESCAPE, 4:3 STRING_ESCAPE",
     "error; error; error; error"},
    {"1e\n1._5\n0_\n0b2\n0o8\n5__5\n",
     "1:1 NUMBER, 2:1 NUMBER, 3:1 NUMBER, 4:1 NUMBER, 5:1 NUMBER, 6:1 NUMBER",
     "error; error; error; error; error; error"},
    {"\\\n", "1:1 SYNTAX", "error"},
    {"a \\", "1:3 CHARACTER", "error"},
    {"!a\n", "1:1 CHARACTER", "error"},
    {"a !== b\n", "1:5 SYNTAX", "error"},
};

static void refused(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(wrongs); i++) {
        check(str_c(wrongs[i].text), wrongs[i].expected, wrongs[i].errors);
    }
    check(STR("a\0b\n'\0'\n#\0\n\0"), "error; error; error",
          "1:2 NUL_BYTE, 2:2 NUL_BYTE, 3:2 NUL_BYTE, 4:1 NUL_BYTE");
}

/* Each class of what RFC 3629 forbids: in a name, in a string, in a comment, in a skipped block. */
static void invalid_utf8(void **state) {
    (void)state;
    static const char *const bad[] = {
        "\x80",
        "\xBF",
        "\xC0\xAF",
        "\xC1\xBF",
        "\xC3",
        "\xE2\x82",
        "\xE0\x9F\xBF",
        "\xED\xA0\x80",
        "\xED\xBF\xBF",
        "\xF0\x8F\xBF\xBF",
        "\xF0\x9F\x98",
        "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80",
        "\xFE",
        "\xFF",
    };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        char text[64];
        snprintf(text, sizeof text, "ab%s\n", bad[i]);
        check(str_c(text), "error", "1:3 ENCODING");
        snprintf(text, sizeof text, "x = 'é%s'\ny", bad[i]);
        check(str_c(text), "error; expr y", "1:8 ENCODING");
        snprintf(text, sizeof text, "x #%s\ny", bad[i]);
        check(str_c(text), "expr x; expr y", "1:4 ENCODING");
        snprintf(text, sizeof text, "def f():\n  %s\ny", bad[i]);
        begin(str_c(text));
        SynStmt s;
        syn_next(syn, &s);
        syn_skip_block(syn);
        assert_string_equal(statements(), "expr y");
        assert_string_equal(errors(), "2:3 ENCODING");
        end();
    }
}

static void messages(void **state) {
    (void)state;
    begin(STR("f(a b\nx = \ny = (\n"));
    statements();
    const Diag *d = ctx.diags->diags.at;
    assert_int_equal(ctx.diags->diags.len, 3);
    assert_string_equal(d[0].expected, "')' or ','");
    assert_string_equal(d[0].found, "name 'b'");
    assert_string_equal(d[1].expected, "an expression");
    assert_string_equal(d[1].found, "end of line");
    assert_string_equal(d[2].message, "this '(' is never closed");
    end();
}

/* --- Marks, skipping --- */

static const char module_text[] = "class M:\n"
                                  "    def f():  # note\n"
                                  "\n"
                                  "        # M.no()\n"
                                  "        M.g(a.b.c, 'M.no', \"\"\"\n"
                                  "M.no\"\"\", cls.h, 1.e5, f(x).y.z, (M\n"
                                  "  . k), naïve.é)\n"
                                  "        if x:\n"
                                  "            y\n"
                                  "    # after\n"
                                  "    def g(): return M.f(); x\n"
                                  "    z\n"
                                  "w\n";

static void note_pair(void *user, Str left, Str right) {
    strbuf_add(user, left.ptr, left.len);
    strbuf_putc(user, '.');
    strbuf_add(user, right.ptr, right.len);
    strbuf_putc(user, ' ');
}

static void skipping(void **state) {
    (void)state;
    begin(STR(module_text));
    SynStmt s;
    StrBuf b;
    strbuf_init(&b, &arena);
    syn_next(syn, &s);
    syn_next(syn, &s);
    assert_int_equal(s.kind, SYN_DEF);
    SynMark f = syn_mark(syn);
    Str body = syn_scan_block(syn, note_pair, &b);
    assert_string_equal(strbuf_cstr(&b), "M.g a.b cls.h M.k naïve.é ");
    const char *first = strstr(module_text, "        # M.no()"),
               *after = strstr(module_text, "\n    # after");
    assert_int_equal(body.len, after - first);
    assert_memory_equal(body.ptr, first, body.len);
    syn_next(syn, &s);
    assert_string_equal(s.name, "g");
    SynMark g = syn_mark(syn);
    body = syn_skip_block(syn);
    assert_int_equal(body.len, strlen("return M.f(); x"));
    assert_memory_equal(body.ptr, "return M.f(); x", body.len);
    assert_string_equal(statements(), "expr z; end; expr w");

    syn_seek(syn, g);
    assert_string_equal(statements(), "return (call (. M f)); expr x; end; expr z; end; expr w");
    for (int i = 0; i < 2; i++) {
        syn_seek(syn, f);
        syn_next(syn, &s);
        assert_int_equal(s.loc.line, 5);
        assert_int_equal(s.loc.col, 9);
        assert_string_equal(statements(), "if x; expr y; end; end; def g; return (call (. M f)); "
                                          "expr x; end; expr z; end; expr w");
    }
    assert_string_equal(errors(), "");
    end();
}

/* From every mark in the text, the rest comes out as it did the first time. */
static void marks_anywhere(void **state) {
    (void)state;
    enum { MAX = 64 };
    begin(STR(
        "if a:\n  b; c\n\n  if d: e; f\n  else:\n        g\n    # x\n  @h\n  def i():\n    pass\n"
        "else:\n  w\nwith x:\n  y\nj k\n  l\nm\n   n\no ("));
    static SynMark marks[MAX];
    const char *rest[MAX];
    size_t n = 0;
    for (SynStmt s = {0}; s.kind != SYN_EOF && n < MAX; n++) {
        marks[n] = syn_mark(syn);
        StrBuf b;
        strbuf_init(&b, &arena);
        syn_next(syn, &s);
        dump_stmt(&b, &s);
        rest[n] = strbuf_cstr(&b);
    }
    const char *first_errors = errors();
    for (size_t whole = 0; whole < 2; whole++) {
        for (size_t i = n; i-- > 0;) {
            syn_seek(syn, marks[i]);
            for (size_t k = i; k < (whole ? n : i + 1); k++) {
                SynStmt s;
                StrBuf b;
                strbuf_init(&b, &arena);
                assert_int_equal(syn_offset(syn), syn_mark(syn).offset);
                syn_next(syn, &s);
                dump_stmt(&b, &s);
                assert_string_equal(strbuf_cstr(&b), rest[k]);
            }
        }
    }
    assert_string_equal(errors(), first_errors); /* each once, however often it is read */
    end();
}

static void skipping_wrong(void **state) {
    (void)state;
    static const Wrong cases[] = {
        {"def f():\n  'a\n  (b\n  return\nx", "2:3 STRING_OPEN, 3:3 BRACKET_OPEN", "expr x"},
        {"def f():\n  '''a\nx", "2:3 STRING_OPEN", ""},
        {"def f():\nx", "2:1 SYNTAX", "expr x"},
        {"def f():", "1:9 SYNTAX", ""},
        {"def f(): (\nx", "1:10 BRACKET_OPEN", ""},
        {"def f():\n  a ]]) b\n  c\nx", "", "expr x"},
        {"def f():\n  (a\n  @b\n  def c(): pass\nx", "2:3 BRACKET_OPEN", "expr x"},
        {"def f():\n  \\\nx\ny", "", "expr y"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        begin(str_c(cases[i].text));
        SynStmt s;
        syn_next(syn, &s);
        SynMark mark = syn_mark(syn);
        syn_skip_block(syn);
        assert_string_equal(statements(), cases[i].expected);
        assert_string_equal(errors(), cases[i].errors);
        syn_seek(syn, mark);
        StrBuf b;
        strbuf_init(&b, &arena);
        syn_scan_block(syn, note_pair, &b);
        assert_string_equal(statements(), cases[i].expected);
        assert_string_equal(errors(), cases[i].errors);
        end();
    }
}

/* --- One expression --- */

static void one_expression(void **state) {
    (void)state;
    static const Wrong cases[] = {
        {"n", "", "n"},
        {" n * 2\n + m ", "", "(+ (* n 2) m)"},
        {"f(a)[b:c]", "", "(index (call f a) (slice b c _))"},
        {"n m", "7:13 SYNTAX", NULL},
        {"", "7:11 SYNTAX", NULL},
        {"a, b", "7:12 SYNTAX", NULL},
        {"(a", "7:11 BRACKET_OPEN", NULL},
        {"a)", "7:12 SYNTAX", NULL},
        {"9223372036854775808", "7:11 INT_RANGE", NULL},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        begin(STR(""));
        const SynExpr *e =
            syn_parse_expr(&ctx, &arena, &names, str_c(cases[i].text), (Loc){100, 7, 11});
        assert_string_equal(errors(), cases[i].errors);
        assert_true(!e == !cases[i].expected);
        StrBuf b;
        strbuf_init(&b, &arena);
        if (e) dump(&b, e);
        if (e) assert_string_equal(strbuf_cstr(&b), cases[i].expected);
        end();
    }
    begin(STR(""));
    assert_null(syn_parse_expr(&ctx, &arena, &names, STR("a b"), (Loc){0}));
    assert_int_equal(ctx.diags->diags.at[0].loc.line, 0);
    end();
}

UNIT_MAIN(UNIT(expressions), UNIT(strings), UNIT(simple_statements), UNIT(blocks), UNIT(places),
          UNIT(refused), UNIT(invalid_utf8), UNIT(messages), UNIT(skipping), UNIT(marks_anywhere),
          UNIT(skipping_wrong), UNIT(one_expression))
