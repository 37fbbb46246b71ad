# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._build import Dtype, Operand, Shape

__all__ = [
    "resize2d",
]


def resize2d(
    data: Operand,
    size: Shape,
    roi: Sequence[float] | None = None,
    layout: str = "NCHW",
    method: str = "linear",
    coordinate_transformation_mode: str = "half_pixel",
    rounding_method: str = "round",
    cubic_alpha: float = -0.5,
    cubic_exclude: int = 0,
    extrapolation_value: float = 0.0,
    out_dtype: Dtype = None,
) -> Value:
    """data with H and W resampled to size. coordinate_transformation_mode maps a position of the result into data,
    method says how the elements near it combine, all as in ONNX's Resize; past the edge the edge counts.
    rounding_method is for nearest_neighbor: round and "" take the upper of two that are equally near. cubic_alpha
    and cubic_exclude (weights past the edge are 0, the others scaled to sum to 1) are for cubic; roi (start H, W,
    end H, W, as parts of the extents) and extrapolation_value (past the edge) for tf_crop_and_resize. out_dtype
    void is data's dtype; integers are computed in float64 and cast as astype does.

    C1: layout is a permutation of N, C, H and W; no blocked layouts
    C2: data has rank 4
    C3: data is an integer or floating-point tensor
    C4: size has two extents, or one for both; none is negative
    C5: roi is four numbers between -1e6 and 1e6
    C6: H and W of data are not 0
    method: nearest_neighbor, linear, cubic
    coordinate_transformation_mode: half_pixel, align_corners, asymmetric, pytorch_half_pixel,
        tf_half_pixel_for_nn, tf_crop_and_resize
    rounding_method: round, floor, ceil, round_prefer_floor, round_prefer_ceil,
    """
    return _call("image.resize2d", (
        data,
        size,
        roi,
        layout,
        method,
        coordinate_transformation_mode,
        rounding_method,
        cubic_alpha,
        cubic_exclude,
        extrapolation_value,
        out_dtype,
    ))
