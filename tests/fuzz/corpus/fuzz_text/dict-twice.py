@R.function
def main(x: R.Tensor):
    R.func_attr({"b": 1, "a": 2, "b": 3})
    return x
