#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile --bind fortran: programs in Fortran that run models by the module, of C and of machine code.
#
#   bind_fortran.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"
strict="-std=f2008 -fcheck=all"

# The example of the documentation
block() { awk -v lang="$1" '$0 == "```" lang { p = 1; next } $0 == "```" { if (p) exit } p' "$root/docs/compile.md"; }
block python >net.py
block fortran >example.f90
check 0 'the example' "$tenon" compile net.py -o net.o --bind fortran
check 0 'the example is compiled' gfortran $strict net.f90 example.f90 net.o -lm -o net
check 0 'the example runs' ./net
grep -qE '^ *y is +2 x +2, sum is +4\.0+ +5\.0+$' out && ok || bad "the example prints $(cat out)"

cat >all.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), k: R.Prim("int64"), s: R.Tensor((2,), "bool")):
    return (R.tanh(x), R.logical_not(s), R.nonzero(R.greater(x, R.const(0, "float32"))), R.shape_of(x), k, R.permute_dims(x))


@R.function
def size(A: R.Tensor((2, 1, 2), "float64"), a: R.Tensor((), "float64"), c_loc: R.Tensor((2,), "uint8")):
    return (R.multiply(A, a), R.add(c_loc, c_loc))
PY
cat >main.f90 <<'F'
program main
  use every
  implicit none
  real :: x(3, 3)
  real, allocatable :: y(:,:), t(:,:)
  integer(c_int8_t), allocatable :: s(:), b(:)
  integer(c_int64_t), allocatable :: places(:,:), extents(:)
  integer(c_int64_t) :: k
  real(c_double), allocatable :: z(:,:,:)
  real(c_double) :: a(2, 1, 2)
  integer :: e, n, i
  logical :: right
  x = reshape([1., -2., 3., -1., 0., 2., 0.5, 7., -7.], [3, 3])
  right = .true.
  do n = 3, 0, -1
    call every_main(x(:, :n), 40_c_int64_t + n, [1_c_int8_t, 0_c_int8_t], y, s, places, extents, k, t, e)
    right = right .and. e == 0 .and. all(shape(y) == [3, n]) .and. all(abs(y - tanh(x(:, :n))) < 1e-6)
    right = right .and. s(1) == 0 .and. s(2) == 1 .and. k == 40 + n .and. all(extents == [n, 3])
    right = right .and. all(shape(t) == [n, 3]) .and. all(t == transpose(x(:, :n)))
    right = right .and. all(shape(places) == [count(x(:, :n) > 0), 2])
    do i = 1, size(places, 1)
      right = right .and. x(places(i, 2) + 1, places(i, 1) + 1) > 0
    end do
  end do
  a = reshape([1d0, 2d0, 3d0, 4d0], [2, 1, 2])
  call every_size(a, 0.5d0, [3_c_int8_t, -1_c_int8_t], z, b, e)
  right = right .and. e == 0 .and. all(z == a / 2) .and. b(1) == 6 .and. b(2) == -2
  call every_main(x(:2, :), 0_c_int64_t, [1_c_int8_t, 0_c_int8_t], y, s, places, extents, k, t, e)
  right = right .and. e /= 0 .and. index(every_error(e), 'dim 1 is not 3') > 0
  print '(a)', merge('right', 'wrong', right)
end program
F
for file in every.c every.o every.so; do
    check 0 "$file" "$tenon" compile all.py -o $file --name every --bind fortran
    [ $file != every.c ] || check 0 'the C' gcc -std=c99 -O1 -c every.c -o every.o
    [ $file != every.c ] || file=every.o
    check 0 "$file with Fortran" gfortran $strict every.f90 main.f90 ./$file -lm -o main
    check 0 "$file runs" ./main
    [ "$(cat out)" = right ] && ok || { bad "$file is not right"; cat out; }
done
# A state in its place: the output is left out, and the input becomes it.
cat >cell.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), h: R.Tensor(("n", 3), "float32"), g: R.Tensor((), "float64")):
    s = R.add(R.multiply(h, R.const(0.5, "float32")), x)
    return (R.tanh(s), s, R.multiply(g, R.const(2, "float64")))
PY
cat >state.f90 <<'F'
program main
  use cell
  implicit none
  real, allocatable :: x(:,:), h(:,:), y(:,:), kept(:,:), next(:,:), was(:,:)
  real(c_double) :: g, doubled
  integer :: e, n, i
  logical :: right
  right = .true.
  do n = 3, 0, -1
    x = reshape([(real(i) / 4, i = 1, 3 * n)], [3, n])
    h = x - 1
    kept = h
    g = 3
    do i = 1, 4
      was = h
      call cell_main(x, h, g, y, error_=e)
      right = right .and. e == 0 .and. all(abs(h - (was / 2 + x)) < 1e-6) .and. all(abs(y - tanh(h)) < 1e-6)
      right = right .and. g == 3 * 2d0**i
    end do
    ! with memory of their own nothing is overwritten, and constants do
    call cell_main(x, kept, 5d0, y, next, doubled, e)
    right = right .and. e == 0 .and. all(kept == x - 1) .and. all(abs(next - (kept / 2 + x)) < 1e-6) .and. doubled == 10
    ! a part that is not contiguous
    if (n < 2) cycle
    h(:, 1:n:2) = 0
    was = h
    call cell_main(x(:, 1:n:2), h(:, 1:n:2), g, y, error_=e)
    right = right .and. e == 0 .and. all(h(:, 1:n:2) == x(:, 1:n:2)) .and. all(h(:, 2:n:2) == was(:, 2:n:2))
  end do
  print '(a)', merge('right', 'wrong', right)
end program
F
for file in cell.c cell.o; do
    check 0 "a state, $file" "$tenon" compile cell.py -o $file --bind fortran --donate h=out_1 --donate g=out_2
    [ $file != cell.c ] || check 0 'the C of a state' gcc -std=c99 -O1 -c cell.c -o cell.o
    check 0 "a state, $file, with Fortran" gfortran $strict cell.f90 state.f90 cell.o -lm -o state
    check 0 "a state, $file, runs" ./state
    [ "$(cat out)" = right ] && ok || { bad "a state, $file, is not right"; cat out; }
done

cat >packed.py <<'PY'
@R.function
def main(x: R.Tensor((3,), "float32")):
    return R.astype(x, "int4")
PY
check 2 'elements of less than a byte' "$tenon" compile packed.py -o packed.c --bind fortran
grep -q "elements of less than a byte, of output 'out_0'" err && ok || bad 'what is not said'
[ ! -e packed.f90 ] && ok || bad 'a module is there'

finish
