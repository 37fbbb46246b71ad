@I.ir_module
class Module:
    @R.function
    def f(x: R.Object):
        y = cls.g(x)
        return (y, y)
    @R.function
    def g(x: R.Object):
        y = cls.h(x)
        return (y, (y, y))
    @R.function
    def h(x: R.Object):
        return (x, cls.f)
