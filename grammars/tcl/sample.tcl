package require Tcl 8.6
source prices.tcl
set max_items 20

namespace eval shop {
    variable items {}
}

# proc hidden {} {}
proc shop::add {item} {
    variable items
    if {[shop::full]} { error "full" }
    lappend items $item
}

proc shop::full {} {
    return [expr {[llength $items] >= $::max_items}]
}
