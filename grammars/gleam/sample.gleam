import gleam/list
import gleam/option.{type Option, None, Some}
import shop/prices as p

pub const max_items = 20

pub type Cart {
  Cart(id: Int, items: List(Item))
  Empty
}

pub type Total =
  Int

@external(erlang, "cart_ffi", "now")
pub fn now() -> Int

pub fn add(cart: Cart, item: Item) -> Result(Cart, CartError) {
  case cart {
    Cart(id, items) -> {
      let total = p.sum(items)
      items
      |> list.prepend(item)
      |> check_limit(max_items)
    }
    Empty -> Ok(Cart(id: new_id(), items: [item]))
  }
}

fn check_limit(items: List(Item), limit: Int) -> Option(Int) {
  let compare = fn(a, b) { a > b }
  Some(list.length(items))
}
