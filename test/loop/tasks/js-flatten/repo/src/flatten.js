/** All values of nested lists, in order, without null and undefined. */
export function flatten(list) {
  return list.flat();
}
