! SPDX-License-Identifier: Apache-2.0
! A simulation that learns while it runs: each rank observes what it computes, y = 2a - b + c / 2,
! and all make a step together on what they have seen.
!
!     tenon compile net.py -o net.o --bind fortran
!     mpif90 ranks.f90 net.f90 main.f90 net.o -lm -o main
!     mpirun -n 4 ./main
program main
  use mpi
  use net
  use ranks
  implicit none
  interface
    subroutine net_set_ranks(table) bind(c)
      import :: ranks_table
      type(ranks_table), intent(in) :: table
    end subroutine
  end interface
  real(c_float) :: x(3, 16), y(16), w(3), loss
  real(c_float), allocatable :: next(:)
  integer, allocatable :: seed(:)
  integer :: rank, step, n, i, e
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
  call net_set_ranks(ranks_by_mpi())
  call random_seed(size=n)
  seed = [(7 * rank + i, i = 1, n)]
  call random_seed(put=seed)
  w = 0
  do step = 1, 200
    call random_number(x)
    x = 2 * x - 1
    y = 2 * x(1, :) - x(2, :) + x(3, :) / 2
    call net_main(x, y, w, next, loss, e)
    if (e /= 0) then
      print '(a, i0, 2a)', 'rank ', rank, ': ', net_error(e)
      call MPI_Abort(MPI_COMM_WORLD, 1, e)
    end if
    w = next
  end do
  if (rank == 0) print '(a, es7.1, a, 3f7.3)', 'loss ', loss, ', weights', w
  call MPI_Finalize(e)
end program
