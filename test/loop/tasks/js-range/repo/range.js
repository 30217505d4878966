/** The whole numbers from `start` up to, not including, `end`. */
export function range(start, end) {
  const numbers = [];
  for (let n = start; n < end; n++) numbers.push(n);
  return numbers;
}
