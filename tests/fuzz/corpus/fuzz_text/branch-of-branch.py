@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor(("n", 3), "float32")):
    if c:
        with R.dataflow():
            y = R.exp(x)
            R.output(y)
    else:
        if c:
            y = (x, x)[0]
        else:
            y = x
    return (y, R.const([1.5, float("nan")], "float16"))
