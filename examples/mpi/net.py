# A step of training on the rows that each rank has, for any number of ranks.
@R.function
def main(x: R.Tensor((16, 3), "float32"), y: R.Tensor((16,), "float32"), w: R.Tensor((3,), "float32")):
    e = R.subtract(R.matmul(x, w), y)
    g = R.matmul(R.permute_dims(x), e)
    mean = R.ccl.allreduce(g, op_type="avg")
    loss = R.ccl.allreduce(R.mean(R.multiply(e, e)), op_type="avg")
    next = R.subtract(w, R.multiply(mean, R.const(0.03, "float32")))
    return (next, loss)
