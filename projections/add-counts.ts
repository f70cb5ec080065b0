type Counts<Key extends string> = Readonly<Partial<Record<Key, number>>>;

/** Counts by block, or by reason, added up. */
export function addCounts<Key extends string>(a: Counts<Key>, b: Counts<Key>): Counts<Key> {
  const sum: Partial<Record<Key, number>> = { ...a };
  for (const [key, count] of Object.entries(b) as [Key, number][]) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}
