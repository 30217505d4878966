-- Orders of the shop
CREATE SCHEMA IF NOT EXISTS shop;

CREATE TABLE shop.customers (
  id uuid PRIMARY KEY,
  email text NOT NULL
);

/* create table hidden (id int); */
create table if not exists "orders" (
  id bigserial,
  customer_id uuid REFERENCES shop.customers (id),
  total numeric(10, 2)
);

CREATE UNIQUE INDEX orders_by_customer ON orders (customer_id);

CREATE OR REPLACE FUNCTION shop.order_total(order_id bigint)
RETURNS numeric AS $$
  SELECT sum(net_price(line)) FROM order_lines line WHERE line.order_id = order_id;
$$ LANGUAGE sql;

CREATE TRIGGER touch_orders BEFORE UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION set_updated_at();

WITH recent AS (
  SELECT * FROM orders
)
SELECT order_total(id) FROM recent;

ALTER TABLE orders ADD COLUMN note text;
CREATE MATERIALIZED VIEW daily_sales AS SELECT count(*) FROM orders;
