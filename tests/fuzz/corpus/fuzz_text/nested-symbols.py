@R.function
def main(x: R.Tensor(("n",))):
    @R.function
    def f(a: R.Tensor(("n", "k"))):
        return a
    g = f
    return (f, g, x)
