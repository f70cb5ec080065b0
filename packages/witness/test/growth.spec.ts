/** A log that grows, honestly and not, in steps that nobody chose; and bodies that are broken in any way. */
import fc from 'fast-check';
import { isConsistent } from '../src/consistency.js';
import { bodyOf, checkpointText, growth, leavesOf, LogKey, proofOf, rootOf } from './test-log.js';
import { cosignedAt, WitnessInTest } from './witness-in-test.js';

const LONG = process.env.TEST_LONG !== undefined;
const KEY = new LogKey('log.example.org/heads');
const LOGS = [`vkey ${KEY.vkey}`];

function withWitness<T>(run: (asked: WitnessInTest) => T): T {
  const asked = new WitnessInTest(LOGS);
  try {
    return run(asked);
  } finally {
    asked.remove();
  }
}

const head = (size: number, root: Buffer) => ({ origin: 'any', size: BigInt(size), root });

describe('a consistency proof', () => {
  const MOST = LONG ? 70 : 13;
  const pairs = Array.from({ length: MOST }, (_, next) => next + 1).flatMap((next) =>
    Array.from({ length: next }, (_, old) => [old + 1, next] as const),
  );

  it(`by the definition is good, and no other by a hash less, more or changed, up to ${MOST} leaves`, () => {
    for (const [old, next] of pairs) {
      const proof = proofOf(old, leavesOf(next));
      const [before, after] = [head(old, rootOf(leavesOf(old))), head(next, rootOf(leavesOf(next)))];
      const isGood = (tried: readonly Buffer[]): boolean => isConsistent(before, after, tried);
      expect(isGood(proof)).toBe(true);
      expect(isGood([...proof, before.root])).toBe(false);
      expect(isGood([before.root, ...proof])).toBe(false);
      for (const index of proof.keys()) {
        expect(isGood(proof.toSpliced(index, 1))).toBe(false);
        expect(isGood(proof.with(index, after.root))).toBe(false);
      }
      const other = head(next, rootOf(leavesOf(next, old - 1)));
      expect(isConsistent(before, other, proofOf(old, leavesOf(next, old - 1)))).toBe(false);
    }
  });

  it('of sizes near 2^63 ends, and is bad', () => {
    const [old, next] = [
      { ...head(0, rootOf([])), size: 2n ** 62n + 1n },
      { ...head(0, rootOf([])), size: 2n ** 63n - 1n },
    ];
    const proof = Array.from({ length: 63 }, () => old.root);
    expect(isConsistent(old, next, proof)).toBe(false);
  });
});

/** What a log does next. `fork`: from which leaf on it shows other ones; `from`: the old size it names. */
const steps = fc.array(
  fc.record({
    grow: fc.nat(9),
    fork: fc.option(fc.nat(40)),
    from: fc.option(fc.nat(40)),
    restart: fc.boolean(),
    waits: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

it('every checkpoint that was cosigned is the beginning of each later one', () => {
  const property = fc.property(steps, (all) =>
    withWitness((asked) => {
      let known = 0;
      for (const { grow, fork, from, restart, waits } of all) {
        if (restart) asked.restart();
        asked.time += waits;
        const size = known + grow;
        const leaves = leavesOf(size, fork ?? size);
        const old = from ?? known;
        const text = checkpointText(KEY.name, leaves);
        const proof = old === 0 || old > size ? [] : proofOf(old, leaves);
        const answer = asked.ask(bodyOf(old, proof, text, KEY.line(text)));
        const isHonest = known === 0 || fork === null || fork >= known;
        if (old > size) expect(answer).toMatch(/^400 /);
        else if (old !== known) expect(answer).toBe(`409 ${known}`);
        else if (!isHonest) expect(answer).toMatch(/^422 /);
        else {
          expect(cosignedAt(answer, asked.cosigner.vkey, text)).toBe(asked.time);
          // Whatever leaves came new, they are the history from now on.
          if (fork !== null && fork < size && grow > 0) return;
          known = size;
        }
      }
    }),
  );
  fc.assert(property, { numRuns: LONG ? 500 : 12 });
});

/** Ways to break bytes: change one, cut a piece out, or put one in. */
const breaks = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    cut: fc.nat(3),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc
        .constantFrom('\n', '\n\n', ' ', '=', 'old 5\n', '— ', '\u0000', '18446744073709551616')
        .map((text) => Buffer.from(text)),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function broken(body: string, ways: Parameters<Parameters<typeof breaks.map>[0]>[0]): Buffer {
  return ways.reduce((bytes, { at, cut, put }) => {
    const place = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)]);
  }, Buffer.from(body));
}

it('a broken body is refused, or is one that the log signed; it never changes what follows', () => {
  withWitness((asked) => {
    let size = 5;
    asked.ask(growth(KEY, 0, leavesOf(size)));
    const property = fc.property(breaks, (ways) => {
      const leaves = leavesOf(size + 3);
      const answer = asked.ask(broken(growth(KEY, size, leaves), ways));
      if (answer.startsWith('— ')) {
        // Only what is no part of the signed text may have changed.
        cosignedAt(answer, asked.cosigner.vkey, checkpointText(KEY.name, leaves));
        size += 3;
      } else expect(answer).toMatch(/^4(00|03|04|09|22) /);
      expect(asked.ask(growth(KEY, size, leavesOf(size)))).toMatch(/^— /);
    });
    fc.assert(property, { numRuns: LONG ? 1_000 : 25 });
  });
});

it('bytes that are nothing are refused with 400', () => {
  withWitness((asked) => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: 'binary' })), (bytes) => {
        expect(asked.ask(Buffer.from(bytes as Uint8Array))).toMatch(/^400 /);
      }),
      { numRuns: LONG ? 10_000 : 100 },
    );
  });
});
