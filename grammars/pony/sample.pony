use "collections"

interface Store
  fun ref save(item: Item)

class val Item
  let name: String
  new val create(name': String) => name = name'

actor Cart
  var _items: Array[Item] = Array[Item]

  be add(item: Item) =>
    if not is_full() then _items.push(item) end

  fun is_full(): Bool => _items.size() >= Limits.max_items()

type Items is Array[Item]
