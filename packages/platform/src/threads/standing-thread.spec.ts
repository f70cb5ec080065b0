import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { createLogger } from '../telemetry/logger.js';
import { ThreadCaller, type ThreadSettings } from './thread-caller.js';
import { StandingThread } from './standing-thread.js';

interface Patient {
  echo(value: unknown): unknown;
  hold(value: unknown): unknown;
  release(none: null): void;
  crowd(none: null): number;
  fail(message: string): never;
  exit(code: number): never;
}

const LONG_MS = 20_000;

function patient(settings: object = {}): ThreadSettings {
  return {
    file: join(__dirname, '../../../../test/support/threads/patient.thread.js'),
    settings,
    name: 'patient',
    revive: ({ name, message }) => new Error(`${name}: ${message}`),
  };
}

describe('a service by promises', () => {
  let caller: ThreadCaller<Patient>;
  beforeEach(() => (caller = new ThreadCaller<Patient>(patient())));
  afterEach(async () => caller.close());

  it('works on so many calls at once; the others wait their turn', async () => {
    const crowds = await Promise.all(Array.from({ length: 20 }, () => caller.call('crowd', null)));
    expect(Math.max(...crowds)).toBe(3);
  });

  it('passes its errors on to the call that met them', async () => {
    await expect(caller.call('fail', 'no')).rejects.toThrow('RangeError: no');
    expect(await caller.call('echo', 'yes')).toBe('yes');
  });

  it('ends what is under way before it closes', async () => {
    const held = caller.call('hold', 'kept');
    await caller.call('echo', null);
    const released = caller.call('release', null);
    await caller.close();
    await released;
    expect(await held).toBe('kept');
  });
});

describe('a standing thread', () => {
  const folder = forEachTest(() => new TemporaryFolder());
  let onLine: () => void = () => undefined;
  /** Resolves with the next line that is logged. */
  const nextLine = (): Promise<void> => new Promise((resolve) => (onLine = resolve));
  const thread = forEachTest(
    () =>
      new StandingThread<Patient>(
        patient({ refuseWhile: folder.file('refuse') }),
        createLogger({ logLevel: 'error' }, { write: () => onLine() }),
      ),
    (thread) => thread.stop(LONG_MS),
  );

  it('that has not begun yet when it is to stop ends once it has, and is not started again', async () => {
    let lines = 0;
    onLine = () => lines++;
    const begun = thread.start();
    await thread.stop(LONG_MS);
    await begun;
    expect([lines, await thread.ask('echo', 1, LONG_MS)]).toEqual([0, undefined]);
  });

  it('that can not start says why, and is not tried again', async () => {
    folder.write('refuse', '');
    await expect(thread.start()).rejects.toThrow('TypeError: not today');
    expect(await thread.ask('echo', 1, LONG_MS)).toBeUndefined();
  });

  it('answers nothing while it is too busy', async () => {
    await thread.start();
    expect(await thread.ask('echo', 1, LONG_MS)).toBe(1);
    expect(await thread.ask('hold', 1, 10)).toBeUndefined();
    await thread.ask('release', null, LONG_MS);
  });

  it('is cut off where it does not stop in time', async () => {
    await thread.start();
    const held = thread.ask('hold', 1, LONG_MS);
    await thread.stop(10);
    expect(await held).toBeUndefined();
  });

  it('is started again after it died, also where that fails at first; meanwhile it answers nothing', async () => {
    await thread.start();
    folder.write('refuse', '');
    const died = nextLine();
    expect(await thread.ask('exit', 3, LONG_MS)).toBeUndefined();
    await died;
    expect(await thread.ask('echo', 'away', LONG_MS)).toBeUndefined();
    await nextLine(); // that it could not start
    rmSync(folder.file('refuse'));
    let answer: unknown;
    while (answer === undefined) {
      answer = await thread.ask('echo', 'back', LONG_MS);
      await pause(20);
    }
    expect(answer).toBe('back');
  });
});
