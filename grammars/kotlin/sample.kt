package com.example.shop

import com.example.shop.model.Item
import kotlinx.coroutines.flow.*

const val MAX_ITEMS = 20
typealias Prices = Map<Item, Money>

interface Basket {
    val total: Money
    fun add(item: Item): Basket
}

data class Line(val item: Item, var count: Int = 1)

enum class State { OPEN, PAID }

sealed class Event {
    object Closed : Event()
    class Added(val line: Line) : Event()
}

class MemoryBasket(private val prices: Prices) : AbstractBasket(prices), Basket {
    private val lines = mutableListOf<Line>()

    override val total: Money
        get() = lines.sumOf { prices.getValue(it.item) }

    override fun add(item: Item): Basket {
        require(lines.size < MAX_ITEMS) { "full" }
        lines.add(Line(item))
        publish(Event.Added(lines.last()))
        return this
    }

    companion object {
        fun empty() = MemoryBasket(emptyMap())
    }
}

object Registry {
    fun lookup(name: String): Basket? = baskets[name]?.copy()
}

fun Basket.describe(): String = "total ${total.format()}"

@Inject
fun <T : Basket> checkout(basket: T): Receipt {
    val receipt = basket.also(::audit)
    return Receipt(receipt)
}
