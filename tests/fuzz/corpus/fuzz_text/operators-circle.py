@R.operator("my.a")
def a(x, k: R.Int = 1):
    return R.my.b(x) * k

@R.operator("my.b")
def b(x):
    return R.my.a(x, k=2)

@R.legalize("my.a")
def c(x: R.Tensor(("n",))):
    return x
