import fc from 'fast-check';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import type { RateLimitResult } from './rate-limits.js';
import { SharedRateLimits } from './shared-rate-limits.js';

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const limited = (limit: number) => [{ name: 'default', limit }] as const;
const BOTH = [
  { name: 'default', limit: 100 },
  { name: 'resolve', limit: 10 },
] as const;

/** A busy machine may keep the next turn of the event loop waiting for longer than a service would wait. */
const PATIENT_MS = 60_000;

/** API processes on one store, which answers each call on the next turn of the event loop. */
class Processes {
  second = 0;
  calls = 0;
  broken = false;
  /** Puts of this limit fail. */
  brokenFor = 'none';
  silent = false;
  hasOthers = true;
  private readonly store = new MemoryCoordination(() => at(this.second).getTime());
  private readonly slow: Coordination = Object.assign(Object.create(this.store) as MemoryCoordination, {
    put: async (...put: Parameters<Coordination['put']>) => {
      this.calls += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.broken || put[0].endsWith(`.${this.brokenFor}`)) throw new Error('away');
      if (this.silent) await new Promise(() => undefined);
      return this.store.put(...put);
    },
  });
  readonly all: readonly SharedRateLimits[];

  constructor(count = 2, patienceMs = PATIENT_MS) {
    this.all = Array.from(
      { length: count },
      () =>
        new SharedRateLimits({
          coordination: this.slow,
          presence: this,
          now: () => this.second * 1_000,
          timeoutMs: patienceMs,
        }),
    );
  }

  /** Whether the store knew of all calls when a process said that it goes. */
  readonly present: string[] = [];
  async start(): Promise<void> {
    this.present.push('came');
  }
  async stop(): Promise<void> {
    this.present.push(`went after ${this.calls} calls`);
  }

  /** At once, or by way of the store. */
  takeNow(process: number, limit: number): RateLimitResult | Promise<RateLimitResult> {
    const taken = this.all[process]?.countCall('key', limited(limit), at(this.second));
    if (taken === undefined) throw new Error(`no process ${process}`);
    return taken;
  }

  async take(process: number, limit: number): Promise<RateLimitResult> {
    return this.takeNow(process, limit);
  }

  /** So many calls, one after the other, by each of these processes in turn. */
  async takeAll(calls: number, limit: number, turns: readonly number[]): Promise<RateLimitResult[]> {
    const taken: RateLimitResult[] = [];
    for (let call = 0; call < calls; call++)
      taken.push(await this.take(turns[call % turns.length] ?? 0, limit));
    return taken;
  }

  async reportAll(): Promise<void> {
    for (const one of this.all) await one.reportAll();
  }
}

const isAllowed = (taken: readonly RateLimitResult[]): number => taken.filter((one) => one.isAllowed).length;

describe('shared rate limits', () => {
  it('let as many calls through as agreed, however they are spread over processes', async () => {
    for (const turns of [[0], [0, 1], [0, 0, 0, 1], [2, 1, 0]]) {
      const taken = await new Processes(3).takeAll(700, 600, turns);
      expect(isAllowed(taken)).toBe(600);
      expect(taken.slice(0, 600).every((one) => one.isAllowed)).toBe(true);
    }
  });

  it('begin with the first call that any process had, and show what is left of all', async () => {
    const processes = new Processes();
    await processes.takeAll(10, 600, [0]);
    await processes.reportAll();
    processes.second = 20;
    const [state] = (await processes.take(1, 600)).states;
    expect(state).toMatchObject({ remaining: 589, reset_ms: 40_000 });
    processes.second = 60;
    expect((await processes.take(1, 600)).states[0]).toMatchObject({ remaining: 599, reset_ms: 60_000 });
  });

  it('ask the store seldom: for a whole limit of 600 a tenth as often as there are calls', async () => {
    const processes = new Processes();
    await processes.takeAll(600, 600, [0]);
    expect(processes.calls).toBeLessThanOrEqual(70);
  });

  it('ask nobody while a process is alone, and report all it counted once it is not', async () => {
    const processes = new Processes();
    processes.hasOthers = false;
    await processes.takeAll(50, 60, [0]);
    await processes.reportAll();
    expect(processes.calls).toBe(0);
    processes.hasOthers = true;
    await processes.reportAll();
    expect(isAllowed(await processes.takeAll(60, 60, [1]))).toBe(10);
  });

  it('are counted by each process while the store is away, and reported when it is back', async () => {
    const processes = new Processes();
    await processes.takeAll(10, 60, [0]);
    processes.broken = true;
    expect(isAllowed(await processes.takeAll(100, 60, [0]))).toBe(50);
    processes.broken = false;
    processes.second = 2;
    await processes.reportAll();
    expect(isAllowed(await processes.takeAll(10, 60, [1]))).toBe(0);
  });

  it('are counted by each process where the store answers nothing in time', async () => {
    const processes = new Processes(1, 1);
    processes.silent = true;
    expect(isAllowed(await processes.takeAll(100, 60, [0]))).toBe(60);
  });

  it('count a resolve against both, or neither when one is used up elsewhere', async () => {
    const processes = new Processes();
    const resolve = (process: number) => processes.all[process]?.countCall('key', BOTH, at(processes.second));
    for (let call = 0; call < 10; call++) expect((await resolve(0))?.isAllowed).toBe(true);
    await processes.reportAll();
    const refused = await resolve(1);
    expect([refused?.isAllowed, refused?.states.map(({ remaining }) => remaining)]).toEqual([false, [90, 0]]);
    expect((await processes.take(1, 100)).states[0]?.remaining).toBe(89);
  });

  it('let a process wait for the store at the first call alone while much is left', async () => {
    const processes = new Processes();
    let waited = 0;
    for (let call = 0; call < 300; call++) {
      const taken = processes.takeNow(0, 600);
      if (taken instanceof Promise) waited += 1;
      await taken;
      // The store has time to answer what is reported meanwhile.
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(waited).toBe(1);
  });

  it('refuse a call at once where a process knows that all are used', async () => {
    const processes = new Processes();
    await processes.takeAll(60, 60, [0]);
    expect(processes.takeNow(0, 60)).toMatchObject({ isAllowed: false });
  });

  it('ask a store that failed no more for a second', async () => {
    const processes = new Processes();
    await processes.takeAll(2, 600, [0]);
    processes.broken = true;
    await processes.reportAll();
    const { calls } = processes;
    processes.second = 0.999;
    await processes.reportAll();
    expect(processes.calls).toBe(calls);
    processes.second = 1;
    await processes.reportAll();
    expect(processes.calls).toBe(calls + 1);
  });

  it('use no call of a limit where the store fails for the other of a resolve', async () => {
    const processes = new Processes(1);
    processes.brokenFor = 'resolve';
    const taken = await processes.all[0]?.countCall('key', BOTH, at(0));
    expect([taken?.isAllowed, taken?.states.map(({ remaining }) => remaining)]).toEqual([true, [99, 9]]);
  });

  it('report nothing of a window that has ended', async () => {
    const processes = new Processes();
    await processes.takeAll(2, 600, [0]);
    processes.second = 60;
    await processes.all[0]?.countCall('another key', limited(600), at(60));
    const { calls } = processes;
    await processes.reportAll();
    expect(processes.calls).toBe(calls);
  });

  it('of a process that goes are left to the others, before it goes', async () => {
    const processes = new Processes();
    await processes.all[0]?.onModuleInit();
    await processes.takeAll(10, 60, [0]);
    const { calls } = processes;
    await processes.all[0]?.onApplicationShutdown();
    expect(processes.present).toEqual(['came', `went after ${calls + 1} calls`]);
    expect(isAllowed(await processes.takeAll(60, 60, [1]))).toBe(50);
  });

  it('let at most an eighth more through for each further process that calls at the same moment, and never less', async () => {
    const burst = fc.record({
      process: fc.nat(3),
      calls: fc.integer({ min: 1, max: 120 }),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.array(burst, { minLength: 1, maxLength: 12 }),
        async (limit, bursts) => {
          const processes = new Processes(4);
          const taken: Promise<RateLimitResult>[] = [];
          for (const { process, calls, waits } of bursts) {
            for (let call = 0; call < calls; call++) taken.push(processes.take(process, limit));
            if (waits) await Promise.all(taken);
          }
          const total = isAllowed(await Promise.all(taken));
          expect(total).toBeGreaterThanOrEqual(Math.min(limit, taken.length));
          expect(total).toBeLessThanOrEqual(limit + 3 * Math.max(1, Math.floor(limit / 8)));
        },
      ),
      { numRuns: 200 },
    );
  });
});
