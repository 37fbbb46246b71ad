# What a function gives, and what is kept of it, is what rules have a better value for.
@I.ir_module
class Module:
    @R.function(private=True)
    def f(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 2), "float32")):
        a = R.permute_dims(R.permute_dims(x, axes=[1, 0]), axes=[1, 0])
        b = R.reshape(R.reshape(R.exp(a), R.shape([6])), R.shape([3, 2]))
        c = R.permute_dims(R.matmul(R.permute_dims(w, axes=[1, 0]), R.permute_dims(x, axes=[1, 0])), axes=[1, 0])
        d = R.multiply(b, R.reshape(b, R.shape([3, 2])))
        e = R.multiply(c, R.ones(R.shape([2, 2]), "float32"))
        return a, b, c, d, e

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 2), "float32")):
        y = Module.f(x, w)
        return y[0], y[3], R.multiply(y[4], y[2])
