/**
 * Works through items in their order, at most `atOnce` at a time. After a failure it starts no further item,
 * awaits the running ones and throws the first failure.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next())
      await work(next.value).catch((failure: unknown) => failures.push(failure));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failures.length > 0) throw failures[0];
}
