@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor):
    if c:
        y = x
@R.function
def f(x: R.Tensor):
    return x
