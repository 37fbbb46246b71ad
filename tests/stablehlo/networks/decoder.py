# The network of decoder.mlir as exporters to ONNX have it.
@I.ir_module
class Module:
    @R.function
    def main(
        tokens: R.Tensor((2, 5), dtype="int32"),
        wte: R.Tensor((11, 8), dtype="float32"),
        wpe: R.Tensor((5, 8), dtype="float32"),
        g1_0: R.Tensor((8,), dtype="float32"),
        c1_0: R.Tensor((8,), dtype="float32"),
        wq_0: R.Tensor((8, 24), dtype="float32"),
        wo_0: R.Tensor((8, 8), dtype="float32"),
        g2_0: R.Tensor((8,), dtype="float32"),
        c2_0: R.Tensor((8,), dtype="float32"),
        w1_0: R.Tensor((8, 16), dtype="float32"),
        b1_0: R.Tensor((16,), dtype="float32"),
        w2_0: R.Tensor((16, 8), dtype="float32"),
        b2_0: R.Tensor((8,), dtype="float32"),
        g1_1: R.Tensor((8,), dtype="float32"),
        c1_1: R.Tensor((8,), dtype="float32"),
        wq_1: R.Tensor((8, 24), dtype="float32"),
        wo_1: R.Tensor((8, 8), dtype="float32"),
        g2_1: R.Tensor((8,), dtype="float32"),
        c2_1: R.Tensor((8,), dtype="float32"),
        w1_1: R.Tensor((8, 16), dtype="float32"),
        b1_1: R.Tensor((16,), dtype="float32"),
        w2_1: R.Tensor((16, 8), dtype="float32"),
        b2_1: R.Tensor((8,), dtype="float32"),
        gf: R.Tensor((8,), dtype="float32"),
        cf: R.Tensor((8,), dtype="float32"),
    ):
        mask = R.const([[True, False, False, False, False], [True, True, False, False, False], [True, True, True, False, False], [True, True, True, True, False], [True, True, True, True, True]], "bool")
        x0 = R.add(R.take(wte, tokens, axis=0), wpe)
        n0 = R.nn.layer_norm(x0, g1_0, c1_0, axes=[-1], epsilon=1e-05)
        s0 = R.split(R.matmul(n0, wq_0), 3, axis=2)
        q0 = R.permute_dims(R.reshape(s0[0], (2, 5, 2, 4)), axes=[0, 2, 1, 3])
        k0 = R.permute_dims(R.reshape(s0[1], (2, 5, 2, 4)), axes=[0, 2, 1, 3])
        v0 = R.permute_dims(R.reshape(s0[2], (2, 5, 2, 4)), axes=[0, 2, 1, 3])
        a0 = R.divide(R.matmul(q0, R.permute_dims(k0, axes=[0, 1, 3, 2])), R.const(2.0, "float32"))
        p0 = R.nn.softmax(R.where(mask, a0, R.const(-1e30, "float32")), axis=-1)
        h0 = R.reshape(R.permute_dims(R.matmul(p0, v0), axes=[0, 2, 1, 3]), (2, 5, 8))
        x1 = R.add(x0, R.matmul(h0, wo_0))
        m0 = R.nn.layer_norm(x1, g2_0, c2_0, axes=[-1], epsilon=1e-05)
        u0 = R.nn.gelu_tanh(R.add(R.matmul(m0, w1_0), b1_0))
        x2 = R.add(x1, R.add(R.matmul(u0, w2_0), b2_0))
        n1 = R.nn.layer_norm(x2, g1_1, c1_1, axes=[-1], epsilon=1e-05)
        s1 = R.split(R.matmul(n1, wq_1), 3, axis=2)
        q1 = R.permute_dims(R.reshape(s1[0], (2, 5, 2, 4)), axes=[0, 2, 1, 3])
        k1 = R.permute_dims(R.reshape(s1[1], (2, 5, 2, 4)), axes=[0, 2, 1, 3])
        v1 = R.permute_dims(R.reshape(s1[2], (2, 5, 2, 4)), axes=[0, 2, 1, 3])
        a1 = R.divide(R.matmul(q1, R.permute_dims(k1, axes=[0, 1, 3, 2])), R.const(2.0, "float32"))
        p1 = R.nn.softmax(R.where(mask, a1, R.const(-1e30, "float32")), axis=-1)
        h1 = R.reshape(R.permute_dims(R.matmul(p1, v1), axes=[0, 2, 1, 3]), (2, 5, 8))
        x3 = R.add(x2, R.matmul(h1, wo_1))
        m1 = R.nn.layer_norm(x3, g2_1, c2_1, axes=[-1], epsilon=1e-05)
        u1 = R.nn.gelu_tanh(R.add(R.matmul(m1, w1_1), b1_1))
        x4 = R.add(x3, R.add(R.matmul(u1, w2_1), b2_1))
        f = R.nn.layer_norm(x4, gf, cf, axes=[-1], epsilon=1e-05)
        y = R.matmul(f, R.permute_dims(wte))
        return y
