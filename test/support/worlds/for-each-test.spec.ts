import { afterThisTest, forAllTests, forEachTest } from './for-each-test.js';

const made: string[] = [];
const ended: string[] = [];

class Thing {
  readonly #made: number;
  constructor(readonly name: string) {
    made.push(name);
    this.#made = made.length;
  }
  get order(): number {
    return this.#made;
  }
  close(): void {
    ended.push(this.name);
  }
}

describe('what tests stand on', () => {
  const shared = forAllTests(() => new Thing('shared'));
  const first = forEachTest(async () => new Thing('first'));
  const second = forEachTest(
    () => ({ on: new Thing(`on ${first.name}`) }),
    ({ on }) => ended.push(`end of ${on.name}`),
  );

  it('is made before each test, or once, in the order in which it is written', () => {
    afterThisTest(() => ended.push('made by the test'));
    expect(made).toEqual(['shared', 'first', 'on first']);
    expect([shared.order, first.order, second.on.order]).toEqual([1, 2, 3]);
    expect(first).toBeInstanceOf(Thing);
    expect({ ...second }).toEqual({ on: second.on });
  });

  it('was ended after the test before, the last first, and is another now', () => {
    expect(ended).toEqual(['made by the test', 'end of on first', 'first']);
    expect([shared.order, first.order]).toEqual([1, 4]);
  });
});

it('is ended with the tests that share it', () => {
  expect(ended.at(-1)).toBe('shared');
});

it('may be made by a test where nothing else is made for each', () => {
  afterThisTest(() => ended.push('made alone'));
  expect(ended).not.toContain('made alone');
});

it('is ended after that test too', () => {
  expect(ended.at(-1)).toBe('made alone');
});
