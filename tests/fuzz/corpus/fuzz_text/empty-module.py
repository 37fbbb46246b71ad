@I.ir_module
class Module:
    pass
