@R.function
def main(x: R.Tensor):
    m = T.int64()
    @R.function
    def f(a: R.Tensor):
        b = R.match_cast(a, R.Tensor((m,)))
        return b
    y = R.match_cast(x, R.Tensor((m, m)))
    return (f(x), y)
