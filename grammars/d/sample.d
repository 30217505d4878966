module shop.cart;

import std.stdio;
import shop.prices : total;

enum State { open, paid }
alias ItemList = Item[];

struct Item
{
    string name;
}

class Cart : Store
{
    private ItemList items;

    void add(Item item)
    {
        enforce(items.length < maxItems);
        items ~= item;
    }

    double sum() {
        return total(items);
    }
}

int main(string[] args)
{
    auto cart = new Cart();
    writeln(cart.sum());
    return 0;
}
