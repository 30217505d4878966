{sum} = require './prices'
MAX_ITEMS = 20

class Cart extends Store
  constructor: (@owner) ->
    @items = []

  add: (item) ->
    throw new CartFull if @isFull()
    @items.push item

  isFull: -> @items.length >= MAX_ITEMS

total = (cart) -> sum cart.items
module.exports = Cart
