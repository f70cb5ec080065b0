import { collectingMemory } from '../../../../test/support/system/collecting-memory.js';
import { warningsOf } from '../../../../test/support/system/warnings.js';
import { pause } from './pause.js';
import { unlessAborted, withController, withLimit } from './signals.js';

const never = () => new Promise<never>(() => undefined);
const running = () => new AbortController().signal;
const untilAborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

describe('a limit in time', () => {
  it('ends what goes on past it', async () => {
    const reason = await withLimit(5, running(), untilAborted);
    expect(reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('ends it also while memory is collected', async () => {
    const ended = await collectingMemory(() => withLimit(60, running(), untilAborted));
    expect(ended).toMatchObject({ name: 'TimeoutError' });
  });

  it('ends with the signal, for its reason', async () => {
    const stop = new AbortController();
    const ended = withLimit(60_000, stop.signal, untilAborted);
    stop.abort('stopped');
    expect(await ended).toBe('stopped');
  });

  it('may be one of many that end with the same signal, of which Node does not warn', async () => {
    const stop = new AbortController();
    const run = async () => {
      const all = Array.from({ length: 20 }, () => withLimit(60_000, stop.signal, untilAborted));
      stop.abort('stopped');
      expect(new Set(await Promise.all(all))).toEqual(new Set(['stopped']));
    };
    expect(await warningsOf(run)).toEqual([]);
  });
});

it('waits that end with the same signal may be many, and Node does not warn', async () => {
  const stop = new AbortController();
  const run = async () => {
    const all = Array.from({ length: 20 }, () => pause(60_000, stop.signal));
    stop.abort();
    await Promise.all(all);
  };
  expect(await warningsOf(run)).toEqual([]);
});

describe('a controller of its own', () => {
  it('is aborted from the start where the signal is', async () => {
    expect(
      await withController(AbortSignal.abort('before'), async ({ signal }) => signal.reason as unknown),
    ).toBe('before');
  });

  it('hears no more of the signal once the work is done', async () => {
    const stop = new AbortController();
    const own = await withController(stop.signal, async ({ signal }) => signal);
    stop.abort();
    expect(own.aborted).toBe(false);
  });

  it('leaves the signal alone', async () => {
    const stop = new AbortController();
    await withController(stop.signal, async (own) => own.abort());
    expect(stop.signal.aborted).toBe(false);
  });
});

describe('work that may ignore its signal', () => {
  it('is answered where it comes first', async () =>
    expect(await unlessAborted(Promise.resolve('done'), running())).toBe('done'));

  it('is waited for no longer than until the abort', async () => {
    const stop = new AbortController();
    const work = unlessAborted(never(), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(work).rejects.toThrow('stopped');
    await expect(unlessAborted(never(), stop.signal)).rejects.toThrow('stopped');
  });

  it('may fail later, and nobody hears of it', async () => {
    const late = Promise.reject(new Error('late'));
    await expect(unlessAborted(late, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});
