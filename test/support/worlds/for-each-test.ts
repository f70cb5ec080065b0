/** What the tests of a file stand on: made before them and ended after them, the last one made first. */

/** What can be ended says how by one of these names. */
interface Endable {
  stop?(): unknown;
  close?(): unknown;
  remove?(): unknown;
}

/** Ends of what is made and not ended yet; the last of them comes first. */
type Ends = (() => unknown)[];
const OF_A_TEST: Ends = [];
const OF_ALL_TESTS: Ends = [];

const endOf = (made: Endable): unknown => (made.stop ?? made.close ?? made.remove)?.call(made);

/**
 * A thing that each test has to itself.
 * @returns stands for the thing of the running test: inside hooks and tests it is used as if it were that thing
 * @param end what ends it; unless given, its own `stop`, `close` or `remove`
 */
export function forEachTest<T extends object>(
  make: () => T | Promise<T>,
  end = endOf as (made: T) => unknown,
): T {
  return made({ before: beforeEach, after: afterEach, ends: OF_A_TEST }, make, end);
}

/** The same, of a thing that all tests of the file or of the `describe` share. */
export function forAllTests<T extends object>(
  make: () => T | Promise<T>,
  end = endOf as (made: T) => unknown,
): T {
  return made({ before: beforeAll, after: afterAll, ends: OF_ALL_TESTS }, make, end);
}

/** Has something that a test makes itself ended after it, in a file in which something is made `forEachTest`. */
export function afterThisTest(end: () => unknown): void {
  OF_A_TEST.push(end);
}

interface Life {
  readonly before: (hook: () => Promise<void>) => void;
  readonly after: (hook: () => Promise<void>) => void;
  readonly ends: Ends;
}

function made<T extends object>(
  { before, after, ends }: Life,
  make: () => T | Promise<T>,
  end: (made: T) => unknown,
): T {
  const { stands, set } = standIn<T>();
  let earlier = 0;
  before(async () => {
    earlier = ends.length;
    const made = set(await make());
    ends.push(() => end(made));
  });
  after(async () => {
    while (ends.length > earlier) await ends.pop()?.();
  });
  return stands;
}

function standIn<T extends object>() {
  let current: T | null = null;
  const made = (): T => {
    if (current === null) throw new Error('It is made before the tests run: use it in a hook or a test.');
    return current;
  };
  const stands = new Proxy({} as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(made(), name, made());
      return typeof value === 'function' ? (value.bind(made()) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(made(), name, value, made()),
    has: (_, name) => Reflect.has(made(), name),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(made(), name);
      return found && { ...found, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(made()),
  });
  return { stands, set: (value: T): T => (current = value) };
}
