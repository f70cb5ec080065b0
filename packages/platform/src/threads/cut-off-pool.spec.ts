/** A pool of threads for work that may end them. They start for work, end without it, and start again. */
import { join } from 'node:path';
import { afterThisTest, forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { ServiceClosedError, ServiceLostError, ServiceNotStartedError } from './calls.js';
import { CutOffPool, type CutOffPoolSettings } from './cut-off-pool.js';
import { inThread, type ServicePlace } from './service-place.js';

interface Echo {
  echo(value: unknown): unknown;
  exit(code: number): never;
  hang(none: null): never;
}

const FILE = join(__dirname, '../../../../test/support/threads/echo.thread.js');

let started: ServicePlace[];
let ended: number;
beforeEach(() => {
  started = [];
  ended = 0;
});

const made = (more: Partial<CutOffPoolSettings> = {}): CutOffPool<Echo> =>
  new CutOffPool<Echo>({
    file: FILE,
    settings: {},
    name: 'echo',
    revive: ({ message }) => new Error(message),
    size: 1,
    deadlineMs: 60_000,
    idleMs: 60_000,
    place: (settings) => {
      const place = inThread(settings);
      place.onEnd(() => (ended += 1));
      started.push(place);
      return place;
    },
    ...more,
  });
const pool = forEachTest(() => made());

test('starts none before there is work, and not a second one for work that waits its turn', async () => {
  expect(started).toHaveLength(0);
  expect(await Promise.all([1, 2, 3].map((value) => pool.call('echo', value)))).toEqual([1, 2, 3]);
  expect(started).toHaveLength(1);
});

test('asks a second thread where the first was ended while it worked', async () => {
  await pool.call('echo', 'warm');
  const answer = pool.call('echo', 'asked again');
  started[0]?.cutOff();
  expect(await answer).toBe('asked again');
  expect(started).toHaveLength(2);
});

test('gives up work that ends two threads, and goes on with what comes next', async () => {
  await expect(pool.call('exit', 1)).rejects.toEqual(expect.objectContaining({ how: 'ended' }));
  expect(started).toHaveLength(2);
  expect(await pool.call('echo', 'next')).toBe('next');
});

test('cuts off work that takes too long, and asks for it once alone', async () => {
  const impatient = made({ deadlineMs: 50 });
  afterThisTest(() => impatient.close());
  const lost = await impatient.call('hang', null).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(ServiceLostError);
  expect(lost).toMatchObject({ how: 'late' });
  expect(started).toHaveLength(1);
});

test('tells apart that none can be started: nothing was asked', async () => {
  const refusing = made({ settings: { refuse: 'no memory' } });
  afterThisTest(() => refusing.close());
  const refused = await refusing.call('echo', 1).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceNotStartedError);
  expect(refused).toMatchObject({ message: 'no memory' });
});

test('ends a thread that has nothing to do, and starts another with the next work', async () => {
  const brief = made({ idleMs: 1 });
  afterThisTest(() => brief.close());
  await brief.call('echo', 1);
  const [place] = started;
  await new Promise<void>((resolve) => place?.onEnd(() => resolve()));
  expect(await brief.call('echo', 2)).toBe(2);
  expect(started).toHaveLength(2);
});

test('works off what is under way before it closes, and refuses what comes after', async () => {
  await pool.call('echo', 'warm');
  const before = [pool.call('echo', 1)];
  const closing = pool.close();
  await expect(pool.call('echo', 2)).rejects.toBeInstanceOf(ServiceClosedError);
  expect(await Promise.all(before)).toEqual([1]);
  await closing;
  expect(ended).toBe(started.length);
});

test('can be closed without waiting for what is under way', async () => {
  await pool.call('echo', 'warm');
  const hanging = pool.call('hang', null).catch((error: unknown) => error);
  await pool.cutOff();
  expect(await hanging).toBeInstanceOf(ServiceClosedError);
  expect(ended).toBe(1);
});
