#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Host functions on strings, by Python's str and re; of full_match the patterns' meaning is RE2's where the two differ not."""
import re
import numpy as np
from cases import File, const, dtype_of


def quoted(s):
    return '"%s"' % s.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def text(a):
    """R.const of nested lists of strings."""
    def lists(x):
        return quoted(x) if isinstance(x, str) else "[%s]" % ", ".join(map(lists, x))
    a = np.asarray(a, object)
    if a.size == 0:
        return 'R.reshape(R.take(R.const([""], "string"), R.zeros((0,), dtype="int64"), axis=0), R.shape(%s))' % list(a.shape)
    return 'R.const(%s, "string")' % lists(a.tolist())


def shape(a):
    return "(%s)" % "".join("%d, " % d for d in np.shape(a))


out = File("strings")


def case(title, lines, want):
    body = "".join("    %s\n" % line for line in lines)
    out.parts.append("==== %s\n@R.function\ndef main():\n%s    return y\n----\n%s\n" % (title, body, want))


def host(name, args, result):
    return 'y = R.call_pure_packed("tenon.string.%s", %s, sinfo_args=%s)' % (name, ", ".join(args), result)


def tensor(a, dtype):
    return "R.Tensor(%s, dtype=\"%s\")" % (shape(a), dtype)


def concat(title, x, y):
    z = np.asarray(x, object) + np.asarray(y, object)
    case("concat: " + title, [host("concat", [text(x), text(y)], tensor(z, "string"))], text(z))


concat("the same shape", ["a", "", "é"], ["b", "c", "𝄞"])
concat("broadcast", [["a"], ["b"]], ["1", "2", "3"])
concat("rank 0", "a", "b")
concat("nothing", np.zeros((0, 2), object), ["x", "y"])


def split(title, x, delimiter, most):
    x = np.asarray(x, object)
    parts = [s.split(delimiter or None, most) for s in x.ravel()]
    widest = max(map(len, parts), default=0)
    z = np.array([p + [""] * (widest - len(p)) for p in parts], object).reshape(x.shape + (widest,))
    n = np.array([len(p) for p in parts], np.int64).reshape(x.shape)
    result = "R.Tuple(R.Tensor(dtype=\"string\", ndim=%d), %s)" % (x.ndim + 1, tensor(n, "int64"))
    case("split: " + title, [host("split", [text(x), 'R.str(%s)' % quoted(delimiter), "R.prim_value(%d)" % most], result)], "(%s, %s)" % (text(z), const(n)))


split("white space", ["  hello \t world ", "a", "", "   "], "", -1)
split("white space, one split", [" a  b c ", "a b  "], "", 1)
split("white space, no split", ["  a b  ", ""], "", 0)
split("a delimiter", [["a.b..c", "."], ["", "abc"]], ".", -1)
split("a delimiter, two splits", ["a--b--c--d", "--"], "--", 2)
split("a delimiter that overlaps itself", ["aaaa", "aaa"], "aa", -1)
split("no elements", np.zeros((0,), object), ",", -1)


def normalize(title, x, how, sensitive, stops):
    x = np.asarray(x, object)
    words = stops if sensitive else [w.lower() for w in stops]
    kept = [s for s in x.ravel() if (s if sensitive else s.lower()) not in words]
    kept = [s.lower() if how == "LOWER" else s.upper() if how == "UPPER" else s for s in kept] or [""]
    z = np.array(kept, object).reshape((1, -1) if x.ndim == 2 else (-1,))
    args = [text(x), 'R.str("%s")' % how, "R.prim_value(%d)" % sensitive, text(stops)]
    case("normalize: " + title, [host("normalize", args, "R.Tensor(dtype=\"string\", ndim=%d)" % x.ndim)], text(z))


days = ["Monday", "tuesday", "MONDAY", "Wednesday"]
normalize("lower", days, "LOWER", 1, ["Monday"])
normalize("upper, a matrix", [days], "UPPER", 0, ["monday"])
normalize("neither, case does not matter", days, "NONE", 0, ["MONDAY", "Tuesday"])
normalize("nothing is left", ["a", "A"], "NONE", 0, ["a"])
normalize("no stop words", ["b", "", "a"], "UPPER", 1, [])
normalize("letters beyond ASCII, lower", ["ÀÉÎÕÜ×Þ", "ĀĞŁŊŒŠŽ", "ΑΒΓΩ", "ЀЁАЯЪѠҊӐ", "中文Ａ"[:2], "ß÷ÿ"], "LOWER", 1, [])
normalize("letters beyond ASCII, upper", ["àéîõü÷þ", "āğłŋœšž", "αβγω", "ѐёаяъѡҋӑ", "中文", "×ÿ"], "UPPER", 1, [])


def match(title, pattern, *texts):
    x = np.array(texts, object)
    want = np.array([re.fullmatch(pattern.replace("\\z", "\\Z").replace("{e9}", "e9"), s, re.A) is not None for s in texts])
    case("full_match: " + title, [host("full_match", [text(x), "R.str(%s)" % quoted(pattern)], tensor(want, "bool"))], const(want))


match("literals", "abc", "abc", "ab", "abcd", "")
match("the empty pattern", "", "", "a")
match("any character", "a.c", "abc", "aéc", "a𝄞c", "a\nc", "ac")
match("classes", "[a-c][^x-z][]-]", "ab]", "ax]", "ca-", "dd-")
match("named classes of characters", r"\d+\s\w*\D\S\W", "12 ab_x!?", "1\tx! ", "a b")
match("repetitions", "a*b+c?", "b", "aabbc", "ac", "bcc", "abb")
match("reluctant repetitions", "a*?b+?c??", "b", "aabbc", "ac")
match("counted repetitions", "(ab){2}c{0,2}d{1,}", "ababd", "ababccdd", "abd", "ababcccd", "ababab")
match("counts of nothing", "x{0}y{0,1}", "", "y", "x")
match("a group counted from zero", "(?:ab){0,3}c", "c", "abc", "abababc", "ababababc")
match("alternatives", "cat|dog|", "cat", "dog", "", "catdog")
match("alternatives in groups", "(a|bc|d(e|f))*g", "abcdeg", "g", "dfdeg", "dg")
match("nested stars", "((a*)*b*)*c", "c", "aabbaac", "abd")
match("much to try", "(a?){20}a{20}", "a" * 20, "a" * 40, "a" * 41, "a" * 19)
match("a border of a word", r"\bfoo\b.*\Bar", "foo bar", "foobar", "foo ar")
match("begin and end", r"^a$|\Ab\z", "a", "b", "ab")
match("flags", "(?i)HeLLo [a-c]", "hello B", "HELLO c", "hell")
match("any character with flag s", "(?s)a.c", "a\nc", "abc")
match("lines", "(?m)a$\n^b", "a\nb", "a\n b")
match("escapes", r"\x41\x{e9}\.\*\[\t", "Aé.*[\t", "Aé.*[ ")
match("mail", r"(\W|^)[\w.\-]{0,25}@(yahoo|gmail)\.com(\W|$)", "account@gmail.com", "account@hotmail.com", "not email", "x@yahoo.com!")
for title, pattern, why in (("a reference back", r"(a)\1", "refers back"), ("a look ahead", "(?=a)b", "looks around"), ("an open group", "(a", "not closed"),
                            ("a class of Unicode", r"\pL", "not supported"), ("nothing to repeat", "*a", "nothing stands"), ("two repetitions", "a**", "follows another"),
                            ("too many", "a{1001}", "too large"), ("too large a product", "((a{1000}){1000})", "too large"), ("an open class", "[a", "not closed")):
    line = host("full_match", ['R.const(["a"])', "R.str(%s)" % quoted(pattern)], 'R.Tensor((1,), dtype="bool")')
    out.parts.append('==== full_match: %s\n@R.function\ndef main():\n    %s  # error: "%s"\n    return y\n' % (title, line, why))


def numbers(title, a, want):
    case("from: " + title, [host("from", [const(a)], tensor(a, "string"))], text(want))
    case("to: " + title, [host("to", [text(want), 'R.dtype("%s")' % dtype_of(a)], tensor(a, dtype_of(a)))], const(a))


numbers("float32", np.array([1.5, -0.25, 3, 1e20, 0.1, 123456.789, np.nan, np.inf, -np.inf], "float32"),
        ["1.5", "-0.25", "3", "1e+20", "0.1", "123456.79", "NaN", "INF", "-INF"])
numbers("float64", np.array([0.1, 1 / 3, 1e300, -2], "float64"), ["0.1", "0.3333333333333333", "1e+300", "-2"])
numbers("float16", np.array([1.5, 0.25], "float16"), ["1.5", "0.25"])
numbers("int64", np.array([2 ** 63 - 1, -2 ** 63, 0], "int64"), ["9223372036854775807", "-9223372036854775808", "0"])
numbers("uint64", np.array([2 ** 64 - 1, 7], "uint64"), ["18446744073709551615", "7"])
numbers("int8", np.array([[1], [-128]], "int8"), [["1"], ["-128"]])
numbers("bool", np.array([True, False]), ["1", "0"])
case("to: space around", [host("to", [text([" 12\n", "3.75"]), 'R.dtype("int32")'], 'R.Tensor((2,), dtype="int32")')], const(np.array([12, 3], "int32")))
for dtype, s in (("int32", "x"), ("int8", "128"), ("float32", ""), ("int64", "1 2"), ("uint8", "-1"), ("int64", "1e30")):
    line = host("to", [text([s]), 'R.dtype("%s")' % dtype], 'R.Tensor((1,), dtype="%s")' % dtype)
    out.parts.append('==== to: "%s" as %s\n@R.function\ndef main():\n    %s  # error: "is no %s"\n    return y\n' % (s, dtype, line, dtype))

case("equal", ['y = R.equal(R.const([["a", "b"], ["", "ab"]]), R.const(["a", ""], "string"))'], const(np.array([[True, False], [False, False]])))
case("moved", ['x = R.const([["a", "b"], ["c", ""]])', 'z = R.permute_dims(R.concat((x, R.const([["e", "a"]])), axis=0))',
               'y = R.where(R.equal(z, R.const("a")), R.const("A"), R.take(z, R.const([1, 0], "int64"), axis=0))'],
     text([["A", "", "a"], ["a", "c", "A"]]))
out.write()
