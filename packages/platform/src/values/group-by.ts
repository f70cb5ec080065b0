/** Groups items by name. Groups are in the order of their first items, items in their own order. */
export function groupBy<T, Name extends string | null>(
  items: readonly T[],
  nameOf: (item: T) => Name,
): ReadonlyMap<Name, readonly T[]> {
  const groups = new Map<Name, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
