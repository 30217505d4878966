defmodule Shop.Cart do
  @moduledoc "A cart of items."
  use GenServer
  import Ecto.Query, only: [from: 2]
  alias Shop.{Item, Repo}
  alias Shop.Prices, as: P

  @behaviour Shop.Storage
  @limit 20
  @type t :: %__MODULE__{items: [Item.t()]}
  @callback load(String.t()) :: t
  defstruct items: [], total: 0

  def start_link(opts \\ []) do
    GenServer.start_link(__MODULE__, opts, name: __MODULE__)
  end

  @spec add(t, Item.t()) :: t
  def add(%__MODULE__{items: items} = cart, item) when length(items) < @limit do
    cart
    |> Map.put(:items, [item | items])
    |> recount()
  end

  def empty?(cart), do: cart.items == []

  defp recount(cart), do: %{cart | total: P.sum(cart.items)}

  defmacro guarded(expr) do
    quote do: unquote(expr)
  end

  defguard is_big(n) when n > 100
  defdelegate fetch(id), to: Repo
end

defprotocol Shop.Describe do
  def describe(value)
end

defimpl Shop.Describe, for: Shop.Cart do
  def describe(cart), do: "cart #{length(cart.items)}"
end
