# SPDX-License-Identifier: Apache-2.0
"""Files of named arrays."""

import json
import struct

import numpy as np
import pytest

import tenon


@pytest.mark.parametrize("ending", ["safetensors", "npz"])
def test_arrays_come_back(tmp_path, ending):
    path = tmp_path / f"w.{ending}"
    arrays = {"b.weight": np.random.RandomState(0).randn(3, 4).astype("f"), "a": np.arange(5), "half": np.ones((2, 0), "float16"),
              "flags": np.array([True, False]), "one": np.array(2.5)}  # fmt: skip
    tenon.write_arrays(path, arrays)
    got = tenon.read_arrays(path)
    assert set(got) == set(arrays)
    for name, a in arrays.items():
        assert got[name].dtype == a.dtype and got[name].shape == a.shape
        np.testing.assert_array_equal(got[name], a)


def test_numpy_reads_what_is_written(tmp_path):
    tenon.write_arrays(tmp_path / "w.npz", {"x": np.arange(3.0)})
    assert np.load(tmp_path / "w.npz")["x"].tolist() == [0, 1, 2]


def test_format_is_that_of_safetensors(tmp_path):
    header = json.dumps({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}, "__metadata__": {"by": "hand"}}).encode()
    (tmp_path / "w.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + struct.pack("<2f", 1, -2))
    assert tenon.read_arrays(tmp_path / "w.safetensors")["w"].tolist() == [1, -2]


def test_bfloat16(tmp_path):
    t = tenon.Tensor(np.array([0x3F80, 0x4000], "uint16"), dtype="bfloat16")
    tenon.write_arrays(tmp_path / "w.safetensors", {"t": t})
    got = tenon.read_arrays(tmp_path / "w.safetensors")["t"]
    assert isinstance(got, tenon.Tensor) and got.dtype == "bfloat16" and got.flat() == [1, 2]


@pytest.mark.parametrize("ending", ["npz", "safetensors"])
def test_names_that_files_cannot_have(tmp_path, ending):
    a, path = np.ones(3, "f"), tmp_path / f"a.{ending}"
    for name, kind in ("x\0y", ValueError), (1, TypeError), ("\ud800", UnicodeEncodeError):
        with pytest.raises(kind):
            tenon.write_arrays(path, {"x": a, name: a})
    if ending == "safetensors":
        with pytest.raises(tenon.Error, match="remarks"):
            tenon.write_arrays(path, {"__metadata__": a})
    assert not path.exists()
    for wrong in None, 3, b"a.npz":
        with pytest.raises(TypeError, match="expected a path"):
            tenon.write_arrays(wrong, {"x": a})


def test_messages(tmp_path):
    with pytest.raises(tenon.FileError):
        tenon.read_arrays(tmp_path / "none.safetensors")
    (tmp_path / "bad.safetensors").write_bytes(b"\xff" * 20)
    with pytest.raises(tenon.InvalidError, match="bad.safetensors"):
        tenon.read_arrays(tmp_path / "bad.safetensors")
    with pytest.raises(ValueError, match="array a"):
        tenon.write_arrays(tmp_path / "a.safetensors", {"a": np.ones((3, 4)).T})
    with pytest.raises(tenon.Error):
        tenon.write_arrays(tmp_path / "a.what", {"a": np.ones(3)})
    assert [p.name for p in tmp_path.iterdir()] == ["bad.safetensors"]
