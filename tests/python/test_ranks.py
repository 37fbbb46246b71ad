# SPDX-License-Identifier: Apache-2.0
"""Ranks that are threads of this process: training by parts, and checkpoints in a file for each rank."""

import functools
import os
import subprocess
import threading

import numpy as np
import pytest

import tenon

@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """Every rank of every test compiles the same few programs: each is made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENON_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def net(n):
    return f"""@R.function
def main(x: R.Tensor(("n", 64), "float32"), w1: R.Tensor((64, {n}), "float32"), b1: R.Tensor(({n},), "float32"),
         w2: R.Tensor(({n}, 64), "float32")):
    R.func_attr({{"num_input": 1}})
    return R.matmul(R.tanh(R.matmul(x, w1) + b1), w2)
"""


SMALL, LARGE = 103, 32801  # so that parts are uneven
WEIGHTS = 4 * (64 + 1 + 64) * LARGE  # bytes; adamw's state has twice as many
HOW = dict(optimizer="adamw(epsilon=1e-3)", rate=0.01, batch=24, epochs=4, val_share=0.0, seed=5, threads=1)


def data():
    x = np.random.RandomState(1).randn(72, 64).astype("f")
    return {"x": x, "y": np.sin(x)}


def trainer(context, n=SMALL, **more):
    return tenon.trainer(tenon.parse(net(n), context=context), data(), **{**HOW, **more})


def by_ranks(n, run):
    """What run(context) returns or raises, by rank."""
    threads, out = tenon.RankThreads(n, timeout=60), [None] * n

    def rank(i):
        context = tenon.Context()
        try:
            context.join(threads, i)
            assert (context.rank, context.ranks) == (i, n)
            out[i] = run(context)
        except Exception as e:
            context.stop()
            out[i] = e

    all_ranks = [threading.Thread(target=rank, args=(i,)) for i in range(n)]
    for t in all_ranks:
        t.start()
    for t in all_ranks:
        t.join()
    return out


def well(out):
    for x in out:
        if isinstance(x, Exception):
            raise x
    return out


@functools.cache
def alone():
    return [e.loss for e in trainer(None)]


@pytest.mark.parametrize("n, shard", [(2, None), (2, "zero1"), (2, "zero3"), (3, "data_parallel"), (3, "zero3")])
def test_ranks_learn_what_one_does(n, shard):
    out = well(by_ranks(n, lambda c: [e.loss for e in trainer(c, shard=shard)]))
    assert out == [out[0]] * n
    np.testing.assert_allclose(out[0], alone(), rtol=1e-5)


def test_the_parts_take_less_than_the_whole():
    def held(shard):
        def run(c):
            t = trainer(c, LARGE, shard=shard)
            t.step()
            return c.bytes, c.peak_bytes

        return well(by_ranks(3, run))

    whole, parts = held("data_parallel"), held("zero3")
    for rank in range(3):
        # of weights and state, three times WEIGHTS, two thirds are elsewhere
        assert 1.9 * WEIGHTS < whole[rank][0] - parts[rank][0] < 2.1 * WEIGHTS
        # nor was any of it ever here: of weights that are drawn, too, each draws its part alone
        assert whole[rank][1] >= 3 * WEIGHTS and parts[rank][1] - parts[rank][0] < 0.05 * WEIGHTS


def initial(tmp_path, how):
    """Weights in a file, and what a trainer is told of it."""
    draw = np.random.RandomState(2)
    weights = {n: (draw.randn(*d) / 10).astype("f") for n, d in (("w1", (64, LARGE)), ("b1", (LARGE,)), ("w2", (LARGE, 64)))}
    model = tmp_path / "net.onnx"
    if how == "onnx":
        tenon.parse(net(LARGE)).bind(params=weights).save(model)
        subprocess.run([os.environ["TENON_BUILD"] + "/tenon", "convert", model, "-o", model, "--external-data"], check=True)
        return dict(model=str(model))
    path = str(tmp_path / f"weights.{how}")
    tenon.write_arrays(path, weights)
    return dict(init=path)


@pytest.mark.parametrize("how", ["npz", "safetensors", "onnx"])
@pytest.mark.parametrize("shard", ["zero3", "zero1"])
def test_a_rank_copies_its_part_of_initial_weights(tmp_path, how, shard):
    told = initial(tmp_path, how)

    def run(c=None, **more):
        how = {**HOW, **told, **more}
        model = how.pop("model", None)
        t = tenon.trainer(model or tenon.parse(net(LARGE), context=c), data(), **how, **({"context": c} if model else {}))
        losses = [t.step().loss for _ in range(3)]
        return losses, (c.bytes, c.peak_bytes) if c else None

    whole, _ = run()
    for losses, (held, peak) in well(by_ranks(4, lambda c: run(c, shard=shard))):
        np.testing.assert_allclose(losses, whole, rtol=1e-5)
        # a quarter of the state, and of the weights or these whole; 0.4 is for the programs
        all_parts = 0.75 if shard == "zero3" else 1.5
        assert all_parts * WEIGHTS < held < (all_parts + 0.5) * WEIGHTS
        assert peak - held < 0.05 * WEIGHTS  # and no more of a file was ever copied


@pytest.mark.parametrize(
    "shard, wrote, read",
    [("zero3", 3, 2), ("zero3", 2, 3), ("zero3", 4, 1), ("zero3", 1, 3), ("zero1", 3, 2), ("data_parallel", 2, 3)],
)
def test_any_number_of_ranks_goes_on(tmp_path, shard, wrote, read):
    path = str(tmp_path / "run.npz")

    def begin(c):
        t = trainer(c, shard=shard, save_shards=True)
        losses = [t.step().loss for _ in range(5)]
        t.checkpoint(path)
        return losses

    def go_on(c):
        t = trainer(c, shard=shard)
        t.resume(path)
        assert t.position.step == 5
        return [e.loss for e in t]

    first, second = well(by_ranks(wrote, begin)), well(by_ranks(read, go_on))
    files = sorted(f.name for f in tmp_path.iterdir())
    assert files == ["run.npz"] if wrote == 1 else ["run-0.0.npz", "run-0.1.npz"] == files[:2]
    np.testing.assert_allclose(first[0] + second[0], alone(), rtol=2e-5)


@pytest.mark.parametrize("in_shards", [True, False])
def test_a_rank_reads_its_part(tmp_path, in_shards):
    path = str(tmp_path / "run.npz")

    def begin(c):
        t = trainer(c, LARGE, shard="zero3", save_shards=in_shards)
        t.step()
        t.checkpoint(path)

    def go_on(c):
        t = trainer(c, LARGE, shard="zero3")
        before, most = c.bytes, c.peak_bytes
        t.resume(path)
        return before, most, c.bytes, c.peak_bytes

    well(by_ranks(2, begin))
    for before, most, after, peak in well(by_ranks(4, go_on)):
        # a quarter of the weights and of the state, neither of which was there before
        assert 0.7 * WEIGHTS < after - before < 0.8 * WEIGHTS
        # on the way to that, a quarter of one array at a time is there besides
        assert peak - after < 0.2 * WEIGHTS


def test_a_checkpoint_that_was_damaged_is_refused_by_all(tmp_path):
    path = tmp_path / "run.npz"
    t = trainer(None)
    t.step()
    t.checkpoint(str(path))
    bytes_ = bytearray(path.read_bytes())
    bytes_[bytes_.index(b"weights/") + 400] ^= 1
    path.write_bytes(bytes_)

    def go_on(c):
        t = trainer(c, shard="zero3")
        t.resume(str(path))

    out = by_ranks(3, go_on)
    assert all(isinstance(x, tenon.Error) for x in out), out
    assert "run.npz" in str(out[0])


def spoil(how, file):
    bytes_ = bytearray(file.read_bytes())
    if how == "missing":
        file.unlink()
    elif how == "another":
        (file.parent / "run-0.0.npz").write_bytes(bytes_)
    elif how == "cut":
        file.write_bytes(bytes_[: len(bytes_) // 2])
    else:
        bytes_[len(bytes_) // 2] ^= 1
        file.write_bytes(bytes_)


@pytest.mark.parametrize(
    "shard, how",
    [("zero3", "missing"), ("zero3", "another"), ("zero3", "cut"), ("zero3", "changed"), ("data_parallel", "changed")],
)
def test_files_that_are_not_right(tmp_path, shard, how):
    path = str(tmp_path / "run.npz")

    def begin(c):
        t = trainer(c, shard=shard, save_shards=True)
        t.step()
        t.checkpoint(path)

    def go_on(c):
        t = trainer(c, shard=shard)
        with pytest.raises((tenon.InvalidError, tenon.FileError), match=r"run-0\.[01]\.npz"):
            t.resume(path)
        return [e.loss for e in t]

    well(by_ranks(2, begin))
    spoil(how, tmp_path / "run-0.1.npz")
    for n in (1, 3):
        for losses in well(by_ranks(n, go_on)):
            np.testing.assert_allclose(losses, alone(), rtol=1e-5)  # the trainer is as it was


def test_what_is_wrong():
    c = tenon.Context()
    assert (c.rank, c.ranks) == (0, 1)
    with pytest.raises(tenon.InvalidError):
        c.join_processes("nothing")
    with pytest.raises(tenon.UsageError):
        c.join(tenon.RankThreads(2), 2)
    with pytest.raises(tenon.UsageError):
        tenon.RankThreads(0)
    with pytest.raises(tenon.InvalidError, match="shard"):
        trainer(c, shard="zero2")

    def other(c):
        return trainer(c, seed=c.rank)

    assert all(isinstance(e, tenon.InvalidError) for e in by_ranks(2, other))
