include "shared.thrift"
namespace py shop.cart

typedef i64 ItemId
const i32 MAX_ITEMS = 20

enum Status {
  OPEN = 0
}

struct Item {
  1: required ItemId id
  2: optional string name
}

exception CartFull {
  1: i32 limit
}

service CartService extends shared.BaseService {
  Item addItem(1: ItemId id) throws (1: CartFull full)
}
