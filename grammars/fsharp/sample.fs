module Shop.Cart

open System.Collections.Generic

type Item = { Name: string; Price: decimal }

type Event =
    | Added of Item
    | Cleared

exception CartFull of int

let maxItems = 20

let rec total (items: Item list) =
    items |> List.sumBy (fun item -> item.Price)

type Cart() =
    let items = List<Item>()
    member this.Add(item: Item) =
        if items.Count >= maxItems then raise (CartFull items.Count)
        items.Add(item)
    static member Empty = Cart()
