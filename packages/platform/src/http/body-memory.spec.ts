import fc from 'fast-check';
import { BodyMemory } from './body-memory.js';

const NEVER_MS = 1_000_000;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const memory = (limits: { total: number; perOwner: number; waitMs?: number }): BodyMemory =>
  new BodyMemory({ waitMs: NEVER_MS, ...limits });

/** What became of a wait so far. */
function watched(wait: Promise<boolean>): { state: boolean | 'waits' } {
  const watch: { state: boolean | 'waits' } = { state: 'waits' };
  void wait.then((granted) => (watch.state = granted));
  return watch;
}

describe('the memory of bodies', () => {
  it('gives what is free, and the rest when it comes free', async () => {
    const bodies = memory({ total: 10, perOwner: 10 });
    const [first, second] = [bodies.open('a', 8), bodies.open('b', 8)];
    expect(await first.grow(8)).toBe(true);
    const waits = watched(second.grow(4));
    await turn();
    expect([waits.state, bodies.held]).toEqual(['waits', 8]);
    first.release();
    await turn();
    expect([waits.state, bodies.held]).toEqual([true, 4]);
    second.release();
    expect(bodies.held).toBe(0);
  });

  it('one owner never has it all', async () => {
    const bodies = memory({ total: 12, perOwner: 8 });
    expect(await bodies.open('a', 8).grow(8)).toBe(true);
    const more = watched(bodies.open('a', 4).grow(4));
    expect(await bodies.open('b', 4).grow(4)).toBe(true);
    expect(more.state).toBe('waits');
  });

  it('owners take turns', async () => {
    const bodies = memory({ total: 4, perOwner: 4 });
    const first = bodies.open('a', 4);
    await first.grow(4);
    const log: string[] = [];
    const enter = async (owner: string, name: string): Promise<void> => {
      const share = bodies.open(owner, 4);
      await share.grow(4);
      log.push(name);
      share.release();
    };
    const all = [enter('a', 'a1'), enter('a', 'a2'), enter('a', 'a3'), enter('b', 'b1'), enter('b', 'b2')];
    first.release();
    await Promise.all(all);
    expect(log).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('sends away who waited too long, or whose client left, and who comes when very many wait', async () => {
    const bodies = memory({ total: 4, perOwner: 4, waitMs: 1 });
    const patient = memory({ total: 4, perOwner: 4 });
    for (const one of [bodies, patient]) await one.open('a', 4).grow(4);
    expect(await bodies.open('b', 4).grow(1)).toBe(false);
    const left = patient.open('b', 4);
    const waits = left.grow(1);
    left.stopWaiting();
    expect(await waits).toBe(false);
    const crowd = Array.from({ length: 200 }, () => patient.open('c', 4));
    const waiting = crowd.map((share) => share.grow(1));
    expect(await patient.open('c', 4).grow(1)).toBe(false);
    for (const share of crowd) share.release();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]));
  });

  it('a body that needs no more lets others in beside it', async () => {
    const bodies = memory({ total: 10, perOwner: 10 });
    const first = bodies.open('a', 10);
    await first.grow(2);
    // With one byte less than it may still need, the first could never come to its end.
    const waits = watched(bodies.open('b', 10).grow(1));
    await turn();
    expect(waits.state).toBe('waits');
    first.stopGrowing();
    await turn();
    expect(waits.state).toBe(true);
  });

  it('whoever comes, however they grow: all come to their end, and the limits hold', async () => {
    const body = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      claim: fc.integer({ min: 1, max: 10 }),
      step: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 30 }), async (all) => {
        const bodies = memory({ total: 13, perOwner: 11 });
        let most = 0;
        const ends = all.map(async ({ owner, claim, step }) => {
          const share = bodies.open(owner, claim);
          while (share.held < claim) {
            expect(await share.grow(Math.min(step, claim - share.held))).toBe(true);
            most = Math.max(most, bodies.held);
          }
          share.release();
        });
        await Promise.all(ends);
        expect(most).toBeLessThanOrEqual(13);
        expect(bodies.held).toBe(0);
      }),
    );
  });
});
