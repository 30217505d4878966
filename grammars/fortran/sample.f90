module solver
  use iso_fortran_env
  implicit none
  integer, parameter :: max_steps = 100

  type, public :: grid
    real :: spacing
  end type grid

contains

  ! function hidden()
  subroutine advance(state, dt)
    type(grid), intent(inout) :: state
    real, intent(in) :: dt
    call smooth(state)
    state%spacing = scaled(state%spacing, dt)
  end subroutine advance

  pure real function scaled(value, factor)
    real, intent(in) :: value, factor
    scaled = value * factor
  end function scaled
end module solver
