! SPDX-License-Identifier: Apache-2.0
! Collectives of compiled code by MPI: main.f90 hands them to what `tenon compile` wrote. Ranks are
! those of MPI_COMM_WORLD. Not here: float16 and bfloat16 where they are reduced, and means of
! integers: those fail. MPI's errors end the program.
module ranks
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none
  private
  public :: ranks_table, ranks_by_mpi

  integer, parameter :: i8 = c_int64_t
  type, bind(c) :: collective
    integer(i8) :: kind, how, type, bytes, ndim, axis, to_axis, shift, workers, is_uneven, axes
    integer(i8) :: n_mesh, mesh(8), place, has_pairs, n_pairs ! behind it: the pairs
  end type
  type, bind(c) :: ranks_table
    type(c_funptr) :: call = c_null_funptr
    type(c_ptr) :: self = c_null_ptr
    type(c_funptr) :: start = c_null_funptr, wait = c_null_funptr, same = c_null_funptr
  end type
  integer, save :: made(0:255) = MPI_COMM_NULL ! groups, by their axes
  type(ranks_table), target, save :: table

contains

  function ranks_by_mpi() result(made_table)
    type(ranks_table), pointer :: made_table
    table%call = c_funloc(ranks_call)
    table%same = c_funloc(ranks_same)
    made_table => table
  end function

  ! Before the first run: all ranks come to the same collectives, or the run ends.
  integer(c_int) function ranks_same(self, mark, list) result(e) bind(c)
    type(c_ptr), value :: self, list
    integer(i8), value :: mark
    integer(c_int8_t) :: own(16), least(16)
    integer :: code
    own = transfer([mark, not(mark)], own)
    call MPI_Allreduce(own, least, 2, MPI_INTEGER8, MPI_MIN, MPI_COMM_WORLD, code)
    e = merge(0, 1, code == 0 .and. all(least == own))
    if (e /= 0) print *, 'ranks differ in their collectives'
  end function

  integer(c_int) function ranks_call(self, what, name, operand, result, dims) result(e) bind(c)
    type(c_ptr), value :: self, what, name, operand, result, dims
    type(collective), pointer :: w
    integer(i8), pointer :: numbers(:), pairs(:, :), d(:, :), place
    integer(c_int8_t), pointer :: x(:), y(:)
    integer(c_int8_t), allocatable :: room(:), other(:)
    integer(i8), allocatable :: parts(:)         ! how long each rank's is along the axis
    integer, allocatable :: counts(:), starts(:) ! of elements or bytes, by rank
    integer :: comm, rank, n, t
    call c_f_pointer(what, w)
    call find_group()
    if (e /= 0) return
    if (w%kind == 7) then ! the rank's place
      call c_f_pointer(result, place)
      place = rank
      return
    end if
    call c_f_pointer(what, numbers, [c_sizeof(w) / 8 + 2 * w%n_pairs])
    pairs(1:2, 1:w%n_pairs) => numbers(c_sizeof(w) / 8 + 1:)
    call c_f_pointer(dims, d, [w%ndim, 2_i8])
    call c_f_pointer(operand, x, [product(d(:, 1)) * w%bytes])
    call c_f_pointer(result, y, [product(d(:, 2)) * w%bytes])
    allocate(room(size(x)), other(size(y)), parts(n), counts(n), starts(n))
    t = type_of()
    if ((w%kind == 0 .or. w%kind == 2) .and. t == MPI_DATATYPE_NULL) e = 1
    if (e == 0 .and. w%kind == 6) call permute()
    if (e == 0 .and. w%kind /= 6) call meet(w%axis, w%to_axis)

  contains

    ! The ranks that differ in those axes; made when they are first asked for, by all ranks.
    subroutine find_group()
      integer(i8) :: stride, color, at, step, at_mesh
      integer :: all, i, k
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
      call MPI_Comm_size(MPI_COMM_WORLD, all, e)
      stride = 1; at = 0; step = 1; color = rank
      do i = int(w%n_mesh), 1, -1
        if (btest(w%axes, i - 1)) then
          at_mesh = mod(rank / stride, w%mesh(i))
          color = color - at_mesh * stride
          at = at + at_mesh * step
          step = step * w%mesh(i)
        end if
        stride = stride * w%mesh(i)
      end do
      comm = MPI_COMM_WORLD
      k = int(iand(w%axes, 255_i8))
      if (w%n_mesh > 0 .and. stride /= all) e = 1
      if (e == 0 .and. w%n_mesh > 0 .and. made(k) == MPI_COMM_NULL) &
        call MPI_Comm_split(MPI_COMM_WORLD, int(color), int(at), made(k), e)
      if (e /= 0) return
      if (w%n_mesh > 0) comm = made(k)
      call MPI_Comm_rank(comm, rank, e)
      call MPI_Comm_size(comm, n, e)
      if (w%workers /= 0 .and. w%workers /= n) e = 1
    end subroutine

    ! MPI_DATATYPE_NULL: none that is reduced here
    integer function type_of()
      integer :: by_bytes(8)
      by_bytes = MPI_DATATYPE_NULL
      if (w%type == iachar('f')) by_bytes([4, 8]) = [MPI_REAL4, MPI_REAL8]
      if (w%type == iachar('i')) &
        by_bytes([1, 2, 4, 8]) = [MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8]
      if (w%type == iachar('u') .or. w%type == iachar('b')) &
        by_bytes([1, 2, 4, 8]) = [MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T]
      type_of = by_bytes(w%bytes)
    end function

    ! Of bools a sum and a greatest one are "or", all else is "and".
    integer function op()
      integer :: ops(0:4)
      ops = [MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_SUM]
      op = ops(w%how)
      if (w%type == iachar('b')) op = merge(MPI_MAX, MPI_MIN, w%how == 0 .or. w%how == 3)
    end function

    ! A mean, of its sum
    subroutine divide()
      real(c_float), pointer :: y4(:)
      real(c_double), pointer :: y8(:)
      if (w%how /= 4 .or. e /= 0) return
      if (w%type /= iachar('f')) e = 1
      call c_f_pointer(result, y4, [merge(size(y) / 4, 0, w%bytes == 4 .and. e == 0)])
      call c_f_pointer(result, y8, [merge(size(y) / 8, 0, w%bytes == 8 .and. e == 0)])
      y4 = y4 / real(n, c_float)
      y8 = y8 / real(n, c_double)
    end subroutine

    ! Between `whole`, of those extents, and its parts along the axis one behind the other, of which
    ! this rank's is `own` long; counts and starts are those of the parts, in pieces of `piece`
    ! bytes. what: 0 these alone, 1 it packs, 2 it unpacks
    subroutine cut(own, whole, packed, extents, axis, piece, what)
      integer(i8), intent(in) :: own, extents(:), axis, piece
      integer(c_int8_t), intent(inout) :: whole(:), packed(:)
      integer, intent(in) :: what
      integer(i8) :: outer, inner, first, at, there, length, k
      integer :: r
      if (what < 2) call MPI_Allgather(own, 1, MPI_INTEGER8, parts, 1, MPI_INTEGER8, comm, e)
      outer = product(extents(:axis))
      inner = w%bytes * product(extents(axis + 2:))
      first = 0; at = 0
      do r = 1, n
        length = parts(r) * inner
        starts(r) = int(at / piece)
        counts(r) = int(outer * length / piece)
        do k = 0, outer - 1
          there = (k * extents(axis + 1) + first) * inner
          if (what == 1) packed(at + 1:at + length) = whole(there + 1:there + length)
          if (what == 2) whole(there + 1:there + length) = packed(at + 1:at + length)
          at = at + length
        end do
        first = first + parts(r)
      end do
    end subroutine

    subroutine permute()
      integer :: to, from, i
      to = int(modulo(rank + w%shift, int(n, i8)))
      from = int(modulo(rank - w%shift, int(n, i8)))
      if (w%has_pairs /= 0) to = MPI_PROC_NULL
      if (w%has_pairs /= 0) from = MPI_PROC_NULL
      do i = 1, int(w%n_pairs)
        if (pairs(1, i) == rank) to = int(pairs(2, i))
        if (pairs(2, i) == rank) from = int(pairs(1, i))
      end do
      y = 0
      call MPI_Sendrecv(x, size(x), MPI_BYTE, to, 0, y, size(y), MPI_BYTE, from, 0, comm, &
          MPI_STATUS_IGNORE, e)
    end subroutine

    subroutine meet(a, b)
      integer(i8), intent(in) :: a, b ! axes, from 0
      integer, allocatable :: out(:), out_at(:)
      integer(i8) :: own
      select case (w%kind)
      case (0) ! allreduce
        call MPI_Allreduce(x, y, int(size(x) / w%bytes), t, op(), comm, e)
        call divide()
      case (1) ! allgather
        call cut(d(a + 1, 1), y, other, d(:, 2), a, 1_i8, 0)
        call MPI_Allgatherv(x, size(x), MPI_BYTE, other, counts, starts, MPI_BYTE, comm, e)
        call cut(d(a + 1, 1), y, other, d(:, 2), a, 1_i8, 2)
      case (2) ! reduce_scatter
        call cut(d(a + 1, 2), x, room, d(:, 1), a, w%bytes, 1)
        call MPI_Reduce_scatter(room, y, counts, t, op(), comm, e)
        call divide()
      case (3) ! broadcast
        y = x
        call MPI_Bcast(y, size(y), MPI_BYTE, 0, comm, e)
      case (4) ! scatter
        call cut(d(a + 1, 2), x, room, d(:, 1), a, 1_i8, merge(1, 0, rank == 0))
        call MPI_Scatterv(room, counts, starts, MPI_BYTE, y, size(y), MPI_BYTE, 0, comm, e)
      case (5) ! alltoall
        own = d(a + 1, 2) / merge(n, 1, a == b)
        call cut(own, x, room, d(:, 1), a, 1_i8, 1)
        out = counts; out_at = starts
        if (a /= b) own = d(b + 1, 1)
        call cut(own, y, other, d(:, 2), b, 1_i8, 0)
        call MPI_Alltoallv(room, out, out_at, MPI_BYTE, other, counts, starts, MPI_BYTE, comm, e)
        call cut(own, y, other, d(:, 2), b, 1_i8, 2)
      case default
        e = 1
      end select
    end subroutine
  end function
end module
