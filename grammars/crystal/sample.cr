require "./prices"

module Shop
  MAX_ITEMS = 20

  enum State
    Open
    Paid
  end

  abstract class Store
    abstract def save(item : Item)
  end

  class Cart < Store
    getter items : Array(Item)

    def self.load(id : Int32)
      new(Database.fetch(id))
    end

    def save(item : Item)
      raise CartFull.new if full?
      @items << item
    end

    macro define_flag(name)
    end
  end
end
