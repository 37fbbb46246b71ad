@R.function
def main(f: R.Callable(ret=R.Tensor, purity=False), g: R.Callable((R.Tensor,), purity=True)):
    h: R.Callable((R.Tensor,), R.Tensor) = f
    return (f, g, h)
