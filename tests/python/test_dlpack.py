# SPDX-License-Identifier: Apache-2.0
"""DLPack both ways, with the old structure and the versioned one; other frameworks by stand-ins."""

import ctypes
import gc
import weakref

import numpy as np
import pytest

import tenon

pythonapi = ctypes.pythonapi
pythonapi.PyCapsule_GetName.restype = ctypes.c_char_p
pythonapi.PyCapsule_GetName.argtypes = [ctypes.py_object]
pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
pythonapi.PyCapsule_New.restype = ctypes.py_object
pythonapi.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Managed(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]  # fmt: skip


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64)] + Managed._fields_[:10]  # fmt: skip


class Foreign:
    """A framework's array of float32 or another type, made by hand. Counts how often it is given back."""

    def __init__(self, values, dtype="f", *, version=None, device=1, code=2, bits=32, lanes=1, strides=None, flags=0,
                 offset=0):  # fmt: skip
        self.array = np.array(values, dtype)
        self.deleted = 0
        self.version, self.device = version, device
        kind = Versioned if version else Managed
        self.deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: setattr(self, "deleted", self.deleted + 1))
        shape = (ctypes.c_int64 * self.array.ndim)(*self.array.shape)
        self.keep = shape, strides and (ctypes.c_int64 * len(strides))(*strides)
        self.struct = kind(data=self.array.ctypes.data - offset, device_type=device, ndim=self.array.ndim, code=code,
                           bits=bits, lanes=lanes, byte_offset=offset,
                           shape=ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
                           deleter=ctypes.cast(self.deleter, ctypes.c_void_p))  # fmt: skip
        if strides:
            self.struct.strides = ctypes.cast(self.keep[1], ctypes.POINTER(ctypes.c_int64))
        if version:
            self.struct.major, self.struct.minor, self.struct.flags = *version, flags
        self.name = b"dltensor_versioned" if version else b"dltensor"

    def __dlpack_device__(self):
        return self.device, 0

    def __dlpack__(self, **how):
        if how and not self.version:
            raise TypeError("unexpected keyword argument 'max_version'")
        self.asked = how
        return pythonapi.PyCapsule_New(ctypes.addressof(self.struct), self.name, None)


@pytest.mark.parametrize("version", [None, (1, 0), (1, 1)])
@pytest.mark.parametrize("how", [{}, {"strides": [1]}, {"offset": 4}])
def test_taken_without_a_copy(identity, version, how):
    a = Foreign([1, 2, 3], version=version, **how)
    assert identity("float32")(a).tolist() == [1, 2, 3]
    assert a.deleted == 1
    assert a.asked == ({"max_version": (1, 0)} if version else {})
    t = tenon.Tensor(a)
    a.array[1] = 7
    assert t.flat() == [1, 7, 3] and a.deleted == 1
    del t
    assert a.deleted == 2


@pytest.mark.parametrize("shape, strides, text", [
    ((-1,), None, "too large"), ((1 << 62,), None, "too large"), ((1 << 40, 1 << 40), (1 << 40, 1), "too large"),
    ((1 << 62, 1 << 62, 4), (1, 1, 1), "too large"), ((1 << 40, 1 << 40, 0), None, "too large"), ((2,), None, "no memory"),
])  # fmt: skip
def test_extents_that_cannot_be(shape, strides, text):
    foreign = Foreign(np.zeros(2, "f").reshape((2,) + (1,) * (len(shape) - 1)), strides=strides)
    for d, n in enumerate(shape):
        foreign.struct.shape[d] = n
    if text == "no memory":
        foreign.struct.data = None
    with pytest.raises(ValueError, match=text):
        tenon.Tensor(foreign)
    assert foreign.deleted == 1


def test_no_elements():
    foreign = Foreign(np.zeros((0, 2, 1), "f"))
    foreign.struct.data = None
    foreign.struct.shape[1] = 1 << 50
    t = tenon.Tensor(foreign)
    assert t.shape == (0, 1 << 50, 1) and t.nbytes == 0 and t.flat() == [] and memoryview(t).nbytes == 0


def test_given_back_after_errors_too(identity):
    f = identity("float32")
    for foreign, kind, text in [
        (Foreign([1, 2], strides=[2]), ValueError, "row-major"),
        (Foreign([1, 2], lanes=2), TypeError, "2 lanes"),
        (Foreign([1, 2], code=5, bits=64), TypeError, "type 5"),
        (Foreign([1, 2], "d", bits=64), TypeError, "expected dtype float32, found float64"),
        (Foreign([[1, 2]]), ValueError, "expected rank 1, found 2"),
        (Foreign([1, 2], version=(2, 0)), BufferError, "DLPack 2.0"),
    ]:
        with pytest.raises(kind, match=text):
            f(foreign)
        assert foreign.deleted == 1, text


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_memory_of_other_devices_is_refused(identity, version):
    a = Foreign([1, 2], version=version, device=2)  # CUDA's, as CuPy has it
    with pytest.raises(ValueError, match="another device"):
        identity("float32")(a)
    assert not hasattr(a, "asked")
    pinned = Foreign([1, 2], version=version, device=3)
    assert identity("float32")(pinned).tolist() == [1, 2]
    lying = Foreign([1, 2], version=version, device=2)
    lying.device = 1
    with pytest.raises(ValueError, match="another device"):
        identity("float32")(lying)


def test_read_only_is_known(identity):
    out = Foreign([0, 0], version=(1, 0), flags=1)
    with pytest.raises(ValueError, match="read-only"):
        identity("float32")(np.ones(2, "f"), out=out)
    t = tenon.Tensor(Foreign([1, 2], version=(1, 0), flags=1))
    assert t.readonly and memoryview(t).readonly
    with pytest.raises(BufferError, match="read-only"):
        t.__dlpack__()
    capsule = t.__dlpack__(max_version=(1, 0))
    v = Versioned.from_address(pythonapi.PyCapsule_GetPointer(capsule, b"dltensor_versioned"))
    assert (v.major, v.flags & 1) == (1, 1)


def test_written_by_dlpack(identity):
    out = Foreign([0, 0], version=(1, 0))
    assert identity("float32")(np.array([3, 4], "f"), out=out) is out
    assert out.array.tolist() == [3, 4] and out.deleted == 1


def test_a_capsule_is_used_once(identity):
    class Twice(Foreign):
        def __dlpack__(self, **how):
            self.capsule = getattr(self, "capsule", None) or super().__dlpack__(**how)
            return self.capsule

    a = Twice([1, 2])
    identity("float32")(a)
    with pytest.raises(TypeError, match="unused"):
        identity("float32")(a)
    assert a.deleted == 1


def test_exporters_that_fail(identity):
    class Raises:
        def __dlpack_device__(self):
            return 1, 0

        def __dlpack__(self, **how):
            raise RuntimeError("no")

    class NoDevice(Raises):
        def __dlpack_device__(self):
            return "cpu"

    with pytest.raises(RuntimeError, match="no"):
        identity("float32")(Raises())
    with pytest.raises(TypeError, match="no pair"):
        identity("float32")(NoDevice())


def test_results_by_dlpack(identity):
    x = np.arange(6, dtype="i4").reshape(2, 3)
    t = identity("int32", 2, returns="tensor")(x)
    assert t.__dlpack_device__() == (1, 0)
    old = pythonapi.PyCapsule_GetName(t.__dlpack__()), pythonapi.PyCapsule_GetName(t.__dlpack__(max_version=(0, 8)))
    assert old == (b"dltensor", b"dltensor")
    capsule = t.__dlpack__(max_version=(1, 3))
    v = Versioned.from_address(pythonapi.PyCapsule_GetPointer(capsule, b"dltensor_versioned"))
    assert (v.code, v.bits, v.lanes, v.ndim, v.flags) == (0, 32, 1, 2, 0)
    assert [v.shape[0], v.shape[1], v.strides[0], v.strides[1]] == [2, 3, 3, 1]
    y = np.from_dlpack(t)
    np.asarray(t)[0, 0] = 9
    assert y[0, 0] == 9
    for how in ({"stream": 1}, {"copy": True}, {"dl_device": (2, 0)}):
        with pytest.raises(BufferError):
            t.__dlpack__(**how)
    assert t.__dlpack__(dl_device=(1, 0), copy=False, stream=None)


def test_what_is_exported_lives_as_long_as_it_is_used(identity):
    t = identity("float32", returns="tensor")(np.ones(1000, "f"))
    y = np.from_dlpack(t)
    z = np.asarray(t)
    del t
    gc.collect()
    assert y.sum() == z.sum() == 1000
    a = np.ones(4, "f")
    gone = weakref.ref(a)
    t = tenon.Tensor(a)
    del a
    gc.collect()
    assert gone() is not None and t.flat() == [1] * 4
    del t
    assert gone() is None
