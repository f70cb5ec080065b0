import fc from 'fast-check';
import { MemoryCoordination } from '../../../../../test/support/stores/memory-coordination.js';
import { Allowance, WINDOW_MS } from './allowance.js';
import { PRIORITIES, type Priority } from './register-api.js';

const START = Date.parse('2026-11-21T12:00:00Z');

/** Processes with a clock each, on one store. */
class Deployment {
  now = START;
  readonly coordination = new MemoryCoordination(() => this.now);

  process(limit: number, skew = 0): Allowance {
    const clock = { now: () => new Date(this.now + skew) };
    return new Allowance({ coordination: this.coordination, clock, limit });
  }
}

async function grantedOf(allowance: Allowance, priority: Priority, asked: number): Promise<number> {
  let granted = 0;
  for (let request = 0; request < asked; request++)
    if ((await allowance.take(priority)) === null) granted += 1;
  return granted;
}

describe('the allowance', () => {
  it('is kept in every window, whatever processes ask at once and however their clocks differ', async () => {
    const asking = fc.record({
      pass: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 300_000 }),
      ),
      requests: fc.array(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(...PRIORITIES)), { maxLength: 12 }),
    });
    const skews = fc.array(fc.integer({ min: -2_000, max: 2_000 }), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        skews,
        fc.array(asking, { maxLength: 40 }),
        async (limit, clocks, steps) => {
          const deployment = new Deployment();
          const processes = clocks.map((skew) => deployment.process(limit, skew));
          const sent: number[] = [];
          for (const { pass, requests } of steps) {
            deployment.now += pass;
            const waits = requests.map(async ([index, priority]) => processes[index]?.take(priority));
            for (const wait of await Promise.all(waits)) if (wait === null) sent.push(deployment.now);
          }
          for (const first of sent) {
            const inWindow = sent.filter((at) => at >= first && at < first + WINDOW_MS);
            expect(inWindow.length).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tells when to come back, and there is room then', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 10, maxLength: 40 }),
        async (limit, pauses) => {
          const deployment = new Deployment();
          const allowance = deployment.process(limit);
          for (const pause of pauses) {
            deployment.now += pause;
            const wait = await allowance.take('bulk');
            if (wait === null) continue;
            expect(wait).toBeGreaterThan(0);
            deployment.now += wait;
            expect(await allowance.take('bulk')).toBeNull();
          }
        },
      ),
    );
  });

  it('leaves a fifth to resolves and jobs, and a tenth to resolves alone', async () => {
    const allowance = new Deployment().process(600);
    expect(await grantedOf(allowance, 'bulk', 700)).toBe(480);
    expect(await grantedOf(allowance, 'job', 700)).toBe(60);
    expect(await allowance.left('resolve')).toBe(60);
    expect(await grantedOf(allowance, 'resolve', 700)).toBe(60);
  });

  it('leaves a resolve one request of a small limit', async () => {
    const allowance = new Deployment().process(5);
    expect(await grantedOf(allowance, 'job', 10)).toBe(4);
    expect(await grantedOf(allowance, 'resolve', 10)).toBe(1);
  });

  it('is closed to everybody while the register asks for a pause, for a quarter of an hour at most', async () => {
    const deployment = new Deployment();
    const [one, other] = [deployment.process(600), deployment.process(600)];
    await one.close(30_000);
    expect(await other.take('resolve')).toBe(30_000);
    expect(await other.left('resolve')).toBe(0);
    deployment.now += 30_000;
    expect(await other.take('resolve')).toBeNull();
    await one.close(1e12);
    deployment.now += 900_000;
    expect(await other.take('resolve')).toBeNull();
  });

  it('begins anew where the store lost it', async () => {
    const deployment = new Deployment();
    const allowance = deployment.process(1);
    await allowance.take('resolve');
    await deployment.coordination.delete('register-api/allowance');
    expect(await allowance.take('resolve')).toBeNull();
  });
});
