@R.function
def main(x: R.Prim("bool")):
    y = (R.prim_value(True), x, R.prim_value(T.int32(3)), R.prim_value(T.float16("nan")))
    return y
