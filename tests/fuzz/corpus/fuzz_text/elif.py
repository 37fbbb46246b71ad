@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor):
    if c:
        y = x
    elif c:
        y = x
    else:
        y = x
    return y
