@R.function
def main(x: R.Tensor(("n",))):
    n = T.int64()
    s = R.shape([n - 9223372036854775807 - 1, -9223372036854775808 * n, n - n // 2 * 9223372036854775807])
    return s
