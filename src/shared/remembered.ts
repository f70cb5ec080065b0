/**
 * A pure function of a text that keeps its answers, for texts that a few stand for millions of.
 * @param most answers kept; what is asked after that is made anew each time, so that unusual data can't fill the memory
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

/** A pure function of a text that keeps its latest answers, at most so many: for what several steps of one row ask. */
export function rememberedLately<T extends object>(
  most: number,
  make: (text: string) => T,
): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    let answer = answers.get(text);
    if (answer === undefined) {
      answer = make(text);
      if (answers.size >= most) answers.clear();
      answers.set(text, answer);
    }
    return answer;
  };
}

/** A pure function of an object that never changes; its answer lives as long as the object. */
export function rememberedOf<K extends object, T extends object | string>(make: (of: K) => T): (of: K) => T {
  const answers = new WeakMap<K, T>();
  return (of) => {
    let answer = answers.get(of);
    if (answer === undefined) answers.set(of, (answer = make(of)));
    return answer;
  };
}

/** What an answer is made of, where that is more than the object that it lives as long as. */
export interface AskedWith<G, K extends object, P> {
  readonly keyOf: (given: G) => K;
  /** The rest; never `given` itself, which may change. */
  readonly partsOf: (given: G) => P;
  /** Part by part: it is asked often, and so nothing should be made to compare. */
  readonly areOf: (parts: P, given: G) => boolean;
}

/** As `rememberedOf`, for what is asked in a few ways of each key: the answer to each of them is kept. */
export function rememberedWith<G, K extends object, P, T>(
  { keyOf, partsOf, areOf }: AskedWith<G, K, P>,
  make: (given: G) => T,
): (given: G) => T {
  const answers = new WeakMap<K, { readonly parts: P; readonly answer: T }[]>();
  return (given) => {
    const key = keyOf(given);
    const known = answers.get(key) ?? [];
    for (const { parts, answer } of known) if (areOf(parts, given)) return answer;
    const answer = make(given);
    if (known.length === 0) answers.set(key, known);
    known.push({ parts: partsOf(given), answer });
    return answer;
  };
}
