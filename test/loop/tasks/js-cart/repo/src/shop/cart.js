export function total(items) {
  return items.reduce((sum, { cents }) => sum + cents, 0);
}
