/** Caches answers of a pure function of a text. @param maxEntries further answers are computed each time */
export function memoize<T, K extends string>(maxEntries: number, make: (text: K) => T): (text: K) => T {
  const answers = new Map<K, T>();
  return (text) => {
    const cached = answers.get(text);
    if (cached !== undefined || answers.has(text)) return cached as T;
    const answer = make(text);
    if (answers.size < maxEntries) answers.set(text, answer);
    return answer;
  };
}

/** The maximum rows of a chunk (`maxChunkRows`). A cache of this size holds one answer per row. */
export const MAX_CHUNK_ROWS = 500;

/**
 * Rows derived per batch. Smaller batches evict a block's data from the CPU cache between batches. Larger
 * batches keep answers alive past the young-generation garbage collection: with 500, a row of all 37 blocks
 * takes 3 to 9 % more (`npm run bench:blocks`).
 */
export const DERIVE_BATCH_ROWS = 64;

/** Caches the latest answers of a pure function: at least `maxEntries`, at most twice as many. */
export function memoizeRecent<K, T extends object>(maxEntries: number, make: (key: K) => T): (key: K) => T {
  let current = new Map<K, T>();
  let previous = new Map<K, T>();
  return (key) => {
    const cached = current.get(key) ?? previous.get(key);
    if (cached !== undefined) return cached;
    const answer = make(key);
    if (current.size >= maxEntries) [previous, current] = [current, new Map<K, T>()];
    current.set(key, answer);
    return answer;
  };
}

/** Caches the answers of a pure function of an immutable object. An answer lives as long as its object. */
export function memoizeByObject<K extends object, T extends object | string>(
  make: (key: K) => T,
): (key: K) => T {
  const answers = new WeakMap<K, T>();
  return (key) => {
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = make(key)));
    return answer;
  };
}
