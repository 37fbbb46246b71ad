@R.function
def main(x: R.Tensor):
    R.func_attr({"a\0b": 1, "a\0c": 2})
    return R.str("a\0b")
