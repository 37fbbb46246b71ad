@R.function
def main(x: R.Tensor):
    @T.prim_func
    def f(a: T.handle):
        T.evaluate(0)
    return x
