export function valid(number) {
  return /^\d+$/.test(number);
}
