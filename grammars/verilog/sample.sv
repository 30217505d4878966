`include "defs.svh"
`define WIDTH 8

package fifo_pkg;
  typedef enum { IDLE, BUSY } state_t;
endpackage

// module hidden;
module fifo #(parameter DEPTH = 16) (input logic clk);
  localparam int LAST = DEPTH - 1;
  counter u_counter(.clk(clk));

  function automatic int next_slot(int slot);
    return wrap(slot + 1);
  endfunction
endmodule
