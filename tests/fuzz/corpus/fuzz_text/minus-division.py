@R.function
def main(x: R.Tensor(("n", "m"))):
    n, m = T.int64(), T.int64()
    return R.shape([-(n // 2), -(n // m), 3 - n // 2, -(-(n // m) // 2)])
