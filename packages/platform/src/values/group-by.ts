/** Groups items by name. Groups are in the order of their first items, items in their own order. */
export function groupBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
