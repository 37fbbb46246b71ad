@R.function
def main(x: R.Tensor):
    y = R.add("a", x)
    z = R.concat("a")
    return R.reshape(x, R.str("b"))
