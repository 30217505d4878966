import std/tables
from prices import total

const MaxItems = 20

type
  Item* = object
    name: string
  Cart* = ref object of RootObj
    items: seq[Item]

# proc hidden() = discard
proc add*(cart: Cart, item: Item) =
  if cart.items.len >= MaxItems:
    raise newException(CartFull, "full")
  cart.items.add(item)

template withCart(name, body: untyped) =
  var name = Cart()
  body

method describe(cart: Cart): string {.base.} =
  $total(cart.items)
