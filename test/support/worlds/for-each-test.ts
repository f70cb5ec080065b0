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

function endOf(made: Endable): unknown {
  if (made.stop) return made.stop();
  return made.close ? made.close() : made.remove?.();
}

async function endDownTo(ends: Ends, left: number): Promise<void> {
  while (ends.length > left) await ends.pop()?.();
}

// This module runs anew for each suite, so the hook is that of the suite that imports it.
afterEach(() => endDownTo(OF_A_TEST, 0));

/**
 * A thing that each test has to itself.
 * @returns stands for the thing of the running test: inside hooks and tests it is used as if it were that thing
 * @param end what ends it; unless given, its own `stop`, `close` or `remove`
 */
export function forEachTest<T extends object>(
  make: () => T | Promise<T>,
  end = endOf as (made: T) => unknown,
): T {
  const { stands, set } = standIn<T>();
  beforeEach(async () => {
    const made = set(await make());
    OF_A_TEST.push(() => end(made));
  });
  return stands;
}

/** The same, of a thing that all tests of the file or of the `describe` share. */
export function forAllTests<T extends object>(
  make: () => T | Promise<T>,
  end = endOf as (made: T) => unknown,
): T {
  const { stands, set } = standIn<T>();
  let earlier = 0;
  beforeAll(async () => {
    earlier = OF_ALL_TESTS.length;
    const made = set(await make());
    OF_ALL_TESTS.push(() => end(made));
  });
  afterAll(() => endDownTo(OF_ALL_TESTS, earlier));
  return stands;
}

/** Has something that a test makes itself ended after it. */
export function afterThisTest(end: () => unknown): void {
  OF_A_TEST.push(end);
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
