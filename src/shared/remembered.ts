/**
 * A pure function of a text that keeps its answers, for texts that a few stand for millions of.
 * @param most answers kept; what is asked after that is made anew each time, so that unusual data can't fill
 * the memory
 */
export function remembered<T, K extends string = string>(most: number, make: (text: K) => T): (text: K) => T {
  const answers = new Map<K, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as T;
    const answer = make(text);
    if (answers.size < most) answers.set(text, answer);
    return answer;
  };
}

/** Enough for what the steps of each row of a chunk ask: no chunk has more rows (`maxChunkRows`). */
export const ROWS_OF_A_CHUNK = 500;

/**
 * So many rows are derived together: enough that what a block works with is used again while the processor's
 * caches hold it, few enough that their answers are garbage before it is collected.
 */
export const ROWS_TOGETHER = 64;

/** A pure function that keeps its latest answers, at least so many and at most twice as many. */
export function rememberedLately<K, T extends object>(most: number, make: (of: K) => T): (of: K) => T {
  let now = new Map<K, T>();
  let before = new Map<K, T>();
  return (of) => {
    const known = now.get(of) ?? before.get(of);
    if (known !== undefined) return known;
    const answer = make(of);
    if (now.size >= most) [before, now] = [now, new Map<K, T>()];
    now.set(of, answer);
    return answer;
  };
}

/** A pure function of an object that never changes and that outlives many rows; its answer lives as long as the object. */
export function rememberedOf<K extends object, T extends object | string>(make: (of: K) => T): (of: K) => T {
  const answers = new WeakMap<K, T>();
  return (of) => {
    let answer = answers.get(of);
    if (answer === undefined) answers.set(of, (answer = make(of)));
    return answer;
  };
}
