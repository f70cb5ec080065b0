import { NOON, aSubmission } from '../../../../test/support/logs/job-builders.js';
import { adjust } from '../../../../test/support/logs/adjusted.js';
import { BOTH } from '../../../../test/support/logs/row-stories.js';
import { LogBuilder } from '../../../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../../../test/support/stores/memory-event-store.js';
import { inPagesOf } from '../../../../test/support/stores/short-pages.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import type { Position } from '../../../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../../../packages/contract/src/ids.js';
import { positionAsOf } from './as-of.js';

const LATER = '2026-11-22T08:00:00.000Z';
const job = (number: number) =>
  aSubmission(2, 2, { job_id: `job_01JDXB8Z5N000000000000000${number}` as JobId });

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
let before: Position;
beforeEach(async () => {
  await log.run(job(1));
  await log.run(job(2));
  before = await log.store.head();
  log.time = LATER;
  await log.run({ ...job(3), stored: false });
});

const asOf = async (time: string, events: number): Promise<Position> =>
  positionAsOf(inPagesOf(events, log.store), { kind: 'time', time }, await log.store.head());

describe.each([1, 2, 3, 500])('the position of a time, over pages of %d events', (events) => {
  it('is that of the last fact before the first later one', async () => {
    expect(await asOf(NOON, events)).toBe(before);
    expect(await asOf('2026-11-22T07:59:59.999Z', events)).toBe(before);
  });

  it.each<[string, (later: LogBuilder) => Promise<unknown>]>([
    ['an account that was opened', (later) => later.openAccount()],
    ['a charge taken back', (later) => adjust(later, [job(1)])],
    ['a row recorded', (later) => later.record(job(4), 0, [BOTH, BOTH], [])],
    ['a key claimed', (later) => later.claim(job(4))],
    ['rows erased', (later) => later.job(job(2), { type: 'JobRowsErased', data: { reason: 'expired' } })],
  ])('is that before %s', async (_fact, happens) => {
    const alone = new LogBuilder(new MemoryEventStore());
    await alone.run(job(1));
    const last = await alone.store.head();
    alone.time = LATER;
    await happens(alone);
    const paged = inPagesOf(events, alone.store);
    const found = await positionAsOf(paged, { kind: 'time', time: NOON }, await alone.store.head());
    expect(found).toBe(last);
  });

  it('is the head where no fact is later', async () => {
    expect(await asOf(LATER, events)).toBe(await log.store.head());
  });

  it('is the start where every fact is later', async () => {
    expect(await asOf('2026-01-01T00:00:00.000Z', events)).toBe('');
  });

  it('is not after the asked head, whatever came since', async () => {
    const to = await positionAsOf(inPagesOf(events, log.store), { kind: 'time', time: LATER }, before);
    expect(to).toBe(before);
  });
});

it.each([
  ['42', '0000000000000042'],
  ['0000000000000042', '0000000000000042'],
  ['101', '0000000000000100'],
  ['0000000000000042/7', '0000000000000042/7'],
])('position %s is that of the log, with its zeros, and not after its head', async (asked, found) => {
  const head = '0000000000000100' as Position;
  const asOf = { kind: 'position', position: asked as Position } as const;
  expect(await positionAsOf(log.store, asOf, head)).toBe(found);
  expect(await positionAsOf(log.store, { kind: 'head' }, head)).toBe(head);
});
