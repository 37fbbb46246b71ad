@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor):
    n = T.int64()
    if c:
        y = R.match_cast(x, R.Tensor((n,)))
    else:
        y = R.match_cast(x, R.Tensor((n, n)))
    return y
