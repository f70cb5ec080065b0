import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceClosedError, ServiceLostError, type Failure } from './calls.js';
import { runProgram } from '../../../../test/support/programs.js';
import { inThread, type PlaceSettings, type ServicePlace } from './service-place.js';
import { ThreadCaller, type ThreadSettings } from './thread-caller.js';

interface Echo {
  echo(value: unknown): unknown;
  bytes(count: number): Uint8Array;
  fail(message: string): never;
  signal(value: unknown): null;
  die(none: null): null;
  exit(code: number): never;
  /** How many steps the service has worked off. */
  steps(none: null): number;
}

const FILE = join(__dirname, '../../../../test/support/threads/echo.thread.js');

describe('a service in a thread of its own', () => {
  let signals: unknown[];
  let caller: ThreadCaller<Echo>;
  const start = (settings: object = {}, more: Partial<ThreadSettings> = {}): ThreadCaller<Echo> =>
    (caller = new ThreadCaller<Echo>({
      file: FILE,
      settings,
      name: 'echo',
      revive: ({ name, message }: Failure) => new Error(`${name}: ${message}`),
      onSignal: (value) => signals.push(value),
      ...more,
    }));

  beforeEach(() => {
    signals = [];
    start();
  });
  afterEach(async () => caller.close());

  test('answers each call with its own value', async () => {
    const values = [1, 'two', { three: [3] }, null, undefined, 6n];
    expect(await Promise.all(values.map((value) => caller.call('echo', value)))).toEqual(values);
  });

  test('gives the calls of one turn to the service together', async () => {
    await caller.call('echo', 0);
    const before = await caller.call('steps', null);
    await Promise.all(Array.from({ length: 100 }, (_, n) => caller.call('echo', n)));
    expect((await caller.call('steps', null)) - before).toBe(2);
  });

  test('moves buffers both ways', async () => {
    expect((await caller.call('bytes', 1_000)).length).toBe(1_000);
    const sent = Uint8Array.of(1, 2, 3);
    expect(await caller.call('echo', sent, [sent.buffer])).toEqual(Uint8Array.of(1, 2, 3));
    expect(sent.length).toBe(0);
  });

  test('ends a thread that is not called for a while, and starts another with the next call', async () => {
    let threads = 0;
    const place = (settings: PlaceSettings): ServicePlace => {
      threads += 1;
      return inThread(settings);
    };
    start({}, { idleMs: 5, place });
    expect(await caller.call('echo', 1)).toBe(1);
    while (caller.isRunning) await sleep(1);
    expect(await Promise.all([2, 3].map((value) => caller.call('echo', value)))).toEqual([2, 3]);
    expect(threads).toBe(2);
  });

  test('ends a thread that nobody has called soon after its start, and one that was called not yet', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      start({}, { idleMs: 60_000 });
      await caller.ready();
      jest.advanceTimersByTime(2_000);
      expect(caller.isRunning).toBe(false);
      expect(await caller.call('echo', 1)).toBe(1);
      jest.advanceTimersByTime(2_000);
      expect(caller.isRunning).toBe(true);
      jest.advanceTimersByTime(60_000);
      expect(caller.isRunning).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });

  test('does not end a thread that still works', async () => {
    const patient = new ThreadCaller<{ hold(value: number): number; release(none: null): null }>({
      file: join(FILE, '../patient.thread.js'),
      settings: {},
      name: 'patient',
      revive: ({ message }) => new Error(message),
      idleMs: 1,
    });
    const held = patient.call('hold', 1);
    await sleep(50);
    await patient.call('release', null);
    expect(await held).toBe(1);
    await patient.close();
  });

  test('passes its errors on to the call that met them, and to no other', async () => {
    const [bad, good] = await Promise.allSettled([caller.call('fail', 'no'), caller.call('echo', 'yes')]);
    expect(bad).toMatchObject({ status: 'rejected', reason: new Error('RangeError: no') });
    expect(good).toEqual({ status: 'fulfilled', value: 'yes' });
  });

  test('may speak unasked', async () => {
    await caller.call('signal', 'news');
    expect(signals).toEqual(['news']);
  });

  test.each([
    ['fails outside of a call', 'die', null],
    ['ends', 'exit', 3],
  ] as const)(
    'that %s rejects what waits as lost, and is started anew by the next call',
    async (_title, how, argument) => {
      const calls = [caller.call(how, argument as never), caller.call('echo', 'after')];
      const ends = await Promise.allSettled(calls);
      if (how === 'exit')
        expect(ends).toMatchObject(calls.map(() => ({ reason: expect.any(ServiceLostError) as unknown })));
      await expect(eventuallyLost()).resolves.toBe(true);
      expect(await caller.call('echo', 'again')).toBe('again');
    },
  );

  /** Calls until one finds the thread dying, or a new one in its place. */
  async function eventuallyLost(): Promise<boolean> {
    for (;;) {
      const steps = await caller.call('steps', null).catch((error: unknown) => error);
      if (steps instanceof ServiceLostError || steps === 1) return true;
    }
  }

  test('that can not start tells why, to who waits for it and to every call', async () => {
    const refusing = new ThreadCaller<Echo>({
      file: FILE,
      settings: { refuse: 'not today' },
      name: 'refusing',
      revive: ({ name, message }) => new Error(`${name}: ${message}`),
    });
    const waiting = [refusing.ready(), refusing.call('echo', 1)];
    for (const end of await Promise.allSettled(waiting)) {
      expect(end).toMatchObject({ status: 'rejected', reason: new Error('TypeError: not today') });
    }
    await expect(refusing.call('echo', 2)).rejects.toThrow('not today');
    await refusing.close();
  });

  // Cut off in SQLite's native code, it would end the process by SIGABRT.
  test('that is at work when its process has nothing left to do is closed before the process ends', async () => {
    expect(await runProgram(join(__dirname, '../../../../test/support/threads/busy-at-end.program.js'))).toBe(
      'done\n',
    );
  });

  test('works off what was called before its close, then closes, then refuses calls', async () => {
    const before = Array.from({ length: 20 }, (_, n) => caller.call('echo', n));
    const closing = caller.close();
    await expect(caller.call('echo', 'late')).rejects.toThrow(ServiceClosedError);
    expect(await Promise.all(before)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    await closing;
    expect(signals).toEqual(['closing']);
    await caller.close();
  });

  test('that was never called has nothing to close', async () => {
    await start().close();
  });
});
