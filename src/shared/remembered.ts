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

/**
 * So many rows are derived together: enough that what a block works with is used again while the processor's caches hold it,
 * few enough that their answers are garbage before it is collected.
 */
export const ROWS_TOGETHER = 64;

/** The latest answers, at least `most` of them and never more than twice as many. */
class Latest<K, T> {
  private now = new Map<K, T>();
  private before = new Map<K, T>();

  constructor(private readonly most: number) {}

  get(of: K): T | undefined {
    return this.now.get(of) ?? this.before.get(of);
  }

  set(of: K, answer: T): void {
    if (this.now.size >= this.most) {
      this.before = this.now;
      this.now = new Map();
    }
    this.now.set(of, answer);
  }
}

/** A pure function that keeps its latest answers, at least so many: for what several steps of one row ask. */
export function rememberedLately<K, T extends object>(most: number, make: (of: K) => T): (of: K) => T {
  const answers = new Latest<K, T>(most);
  return (of) => {
    let answer = answers.get(of);
    if (answer === undefined) answers.set(of, (answer = make(of)));
    return answer;
  };
}

/**
 * For what several blocks ask of an object of their row. Not by `rememberedOf`: the frequent collections, of young objects,
 * take all that an old `WeakMap` holds for alive, so that each row's answers would be copied until the next full one.
 */
export const rememberedOfRow = <K extends object, T extends object>(make: (of: K) => T): ((of: K) => T) =>
  rememberedLately(ROWS_TOGETHER, make);

/** A pure function of an object that never changes and that outlives many rows; its answer lives as long as the object. */
export function rememberedOf<K extends object, T extends object | string>(make: (of: K) => T): (of: K) => T {
  const answers = new WeakMap<K, T>();
  return (of) => {
    let answer = answers.get(of);
    if (answer === undefined) answers.set(of, (answer = make(of)));
    return answer;
  };
}

/** What an answer is made of, where that is more than one object of the row. */
export interface AskedWith<G, K extends object, P> {
  readonly keyOf: (given: G) => K;
  /** The rest; never `given` itself, which may change. */
  readonly partsOf: (given: G) => P;
  /** Part by part: it is asked often, and so nothing should be made to compare. */
  readonly areOf: (parts: P, given: G) => boolean;
}

/** As `rememberedOfRow`, for what is asked in a few ways of each key: the answer to each of them is kept. */
export function rememberedWith<G, K extends object, P, T>(
  { keyOf, partsOf, areOf }: AskedWith<G, K, P>,
  make: (given: G) => T,
): (given: G) => T {
  const answers = new Latest<K, { readonly parts: P; readonly answer: T }[]>(ROWS_TOGETHER);
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
