/**
 * The same items in the same order, `count` of them already on their way while one is used. A fault is thrown
 * where its item would have come.
 */
export async function* ahead<T>(
  source: AsyncGenerator<T>,
  count: number,
): AsyncGenerator<T, void, undefined> {
  const coming: Promise<IteratorResult<T, unknown>>[] = [];
  try {
    for (;;) {
      while (coming.length <= count) {
        const next = source.next();
        // Met when its turn comes.
        next.catch(() => undefined);
        coming.push(next);
      }
      const next = await coming.shift();
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    // Behind what is on its way, which nobody waits for any more.
    source.return(undefined).catch(() => undefined);
  }
}
