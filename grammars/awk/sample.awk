@include "lib.awk"
function total(prices,    sum, i) {
  for (i in prices) sum += to_number(prices[i])
  return sum
}
{ prices[NR] = $2 }
END { print total(prices) }
