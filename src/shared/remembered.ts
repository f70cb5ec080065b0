/**
 * Caches the answers of a pure function of a text. Few different texts make up most of millions of calls.
 * @param most number of answers kept; later ones are made anew each time, so unusual data can't fill the
 * memory
 */
export function remembered<T, K extends string = string>(most: number, make: (text: K) => T): (text: K) => T {
  const answers = new Map<K, T>();
  return (text) => {
    const cached = answers.get(text);
    if (cached !== undefined || answers.has(text)) return cached as T;
    const answer = make(text);
    if (answers.size < most) answers.set(text, answer);
    return answer;
  };
}

/** Most rows of a chunk (`maxChunkRows`), and so enough answers for the steps of each of its rows. */
export const ROWS_OF_A_CHUNK = 500;

/**
 * Number of rows that are derived together. With fewer, what a block works with leaves the processor's caches
 * before it is used again. With more, the answers outlive the collection of young garbage.
 */
export const ROWS_TOGETHER = 64;

/** Caches the latest answers of a pure function: at least `most`, at most twice as many. */
export function rememberedLately<K, T extends object>(most: number, make: (key: K) => T): (key: K) => T {
  let now = new Map<K, T>();
  let before = new Map<K, T>();
  return (key) => {
    const cached = now.get(key) ?? before.get(key);
    if (cached !== undefined) return cached;
    const answer = make(key);
    if (now.size >= most) [before, now] = [now, new Map<K, T>()];
    now.set(key, answer);
    return answer;
  };
}

/** Caches the answers of a pure function of an unchanging object. An answer lives as long as its object. */
export function rememberedOf<K extends object, T extends object | string>(
  make: (key: K) => T,
): (key: K) => T {
  const answers = new WeakMap<K, T>();
  return (key) => {
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = make(key)));
    return answer;
  };
}
