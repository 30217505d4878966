using System;
using Alias = Example.Storage.Blob;
using static System.Math;

namespace Example.Orders
{
    public delegate void Changed(object sender, Order order);

    public interface IOrderStore : IDisposable
    {
        Task<Order> LoadAsync(Guid id);
        int Count { get; }
    }

    public enum OrderState { Open, Paid = 2 }

    public record Money(decimal Amount, string Currency);

    public struct Point { public int X; }

    [Serializable]
    public sealed class OrderService : ServiceBase<Order>, IOrderStore
    {
        private const int MaxOrders = 10;
        private readonly ILogger<OrderService> _logger;
        public event Changed OnChanged;
        public int Count { get; private set; }

        public OrderService(ILogger<OrderService> logger) : base(logger)
        {
            _logger = logger;
        }

        public async Task<Order> LoadAsync(Guid id)
        {
            var order = await Store.FindAsync<Order>(id);
            if (order is null) throw new OrderMissingException(id);
            OnChanged?.Invoke(this, order);
            return order.With(state: OrderState.Paid);
        }

        public static OrderService operator +(OrderService left, Order right) => left.Add(right);

        private static T Pick<T>(IEnumerable<T> items) where T : Entity => items.First();

        ~OrderService() => Dispose();
    }

    public static class OrderExtensions
    {
        public static Money Total(this Order order) => new Money(order.Lines.Sum(l => l.Price), nameof(Currency));
    }
}
