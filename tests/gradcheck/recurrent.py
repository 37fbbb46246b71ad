@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("seq", "batch", 3), "float32"), w: R.Tensor((2, 16, 3), "float32"), r: R.Tensor((2, 16, 4), "float32"), b: R.Tensor((2, 32), "float32")):
        y = R.nn.lstm(x, w, r, b, direction="bidirectional")
        return y[0], y[1]
