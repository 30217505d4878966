library ieee;
use ieee.std_logic_1164.all;

entity counter is
  port (clk : in std_logic);
end entity;

architecture rtl of counter is
  type state_t is (idle, busy);
  constant limit : integer := 15;
  signal count : integer;

  -- function hidden return integer
  function next_value(value : integer) return integer is
  begin
    return clamp(value + 1, limit);
  end function;
begin
end architecture;
