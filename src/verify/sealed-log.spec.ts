import { ACCOUNT, aSubmission } from '../../test/support/logs/job-builders.js';
import { allEvents, rewritten, sealed, sealsIn, type Written } from '../../test/support/seals/sealed-logs.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { TemporaryFolder } from '../../test/support/system/temporary-folder.js';
import { OTHER_JOB, aLog } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import {
  LOG_START,
  type EventStore,
  type RecordedEvent,
} from '../../packages/platform/src/event-store/event-store.js';
import { accountStream } from '../streams/account/account.events.js';
import { contactStream } from '../streams/contact/contact.events.js';
import { sealStream, type LogSealed } from '../streams/seals/seals.events.js';
import { openExport } from '../transfer/export-file.js';
import { exportLog } from '../transfer/export-log.js';
import { importLog } from '../transfer/import-log.js';
import { SealsCheck, type KeptSeal, type SealsReport } from './sealed-log.js';
import { verifyLog } from './verify-log.js';

const log = forEachTest(aLog);
const folder = forEachTest(() => new TemporaryFolder());

/** Three seals: after the account, after a job, after another one. */
beforeEach(async () => {
  await sealed(log.store);
  await log.run(aSubmission(3, 2));
  await sealed(log.store);
  await log.run(aSubmission(3, 2, { job_id: OTHER_JOB }));
  await sealed(log.store);
});

const sealsOf = async (store: EventStore, keptSeal: KeptSeal | null = null): Promise<SealsReport> =>
  (await verifyLog({ eventStore: store, readModels: null, keptSeal })).seals;

const sealIds = async (): Promise<string[]> =>
  (await allEvents(log.store)).filter(({ type }) => type === 'LogSealed').map(({ id }) => id);

it('computes every root again, and tells the last seal', async () => {
  const seals = await sealsIn(log.store);
  const { ok, checked, sealed: last, failed } = await sealsOf(log.store);
  expect({ ok, checked, failed }).toEqual({ ok: true, checked: 3, failed: null });
  const { leaves, root, last_event } = seals[2] ?? {};
  expect(last).toMatchObject({ leaves, root, last_event });
  expect(await sealsOf(new MemoryEventStore())).toMatchObject({ ok: true, checked: 0, sealed: null });
});

type Change = (events: readonly RecordedEvent[]) => readonly Written[];
const isOf = ({ stream }: { stream: string }): boolean => stream === `job-${OTHER_JOB}`;
const first = (events: readonly RecordedEvent[]): number => events.findIndex(isOf);

describe('names the first seal that fails where an event', () => {
  it.each<[string, Change]>([
    [
      'was edited into no event at all',
      (events) =>
        events.map((event) => (isOf(event) ? { ...event, data: Buffer.from('{"rows":1}') } : event)),
    ],
    [
      'was edited in its data',
      (events) =>
        events.map((event) =>
          isOf(event) && event.type === 'JobSubmitted'
            ? { ...event, data: changed(event, { digest: 'x' }) }
            : event,
        ),
    ],
    [
      'was edited in its metadata',
      (events) =>
        events.map((event) =>
          isOf(event) ? { ...event, metadata: { ...event.metadata, actor: 'operator:eve' } } : event,
        ),
    ],
    [
      'has another type',
      (events) => events.map((event) => (isOf(event) ? { ...event, type: 'JobHeld' } : event)),
    ],
    ['was taken out', (events) => events.filter((_event, index) => index !== first(events))],
    [
      'was put in',
      (events) =>
        events.flatMap((event, index) =>
          index === first(events)
            ? [{ ...event, id: '11111111-1111-4111-8111-111111111111', type: 'CreditGranted' }, event]
            : [event],
        ),
    ],
    [
      'changed its place',
      (events) => {
        const at = first(events);
        return [
          ...events.slice(0, at),
          ...events.slice(at + 1, at + 3),
          events[at],
          ...events.slice(at + 3),
        ] as RecordedEvent[];
      },
    ],
  ])('%s', async (_what, change) => {
    const { ok, seals } = await verifyLog({
      eventStore: await rewritten(log.store, change),
      readModels: null,
    });
    const [, second, third] = await sealIds();
    expect([ok, seals.ok, seals.checked]).toEqual([false, false, 3]);
    expect(seals.failed?.event_id).toBe(third);
    expect(seals.failed?.detail).toContain(`the seal before it (`);
    expect(seals.failed?.detail).toContain(String(second));
  });

  it('stands before the first seal', async () => {
    const other = await rewritten(log.store, (events) =>
      events.map((event) => (event.type === 'AccountOpened' ? { ...event, data: Buffer.from('{}') } : event)),
    );
    const { failed } = await sealsOf(other);
    expect(failed?.event_id).toBe((await sealIds())[0]);
    expect(failed?.detail).toContain('the beginning of the log');
  });
});

describe.each<[string, Partial<LogSealed>]>([
  ['number', { leaves: 3 }],
  ['number, beyond the log', { leaves: 1_000 }],
  ['root', { root: '00'.repeat(32) }],
  ['last event', { last_event: '11111111-1111-4111-8111-111111111111' }],
  ['frontier', { frontier: ['00'.repeat(32)] }],
])('a seal with another %s', (_what, part) => {
  it('fails, also as the last one', async () => {
    const [, , third] = await sealIds();
    const other = await rewritten(log.store, (events) =>
      events.map((event) => (event.id === third ? { ...event, data: changed(event, part) } : event)),
    );
    expect((await sealsOf(other)).failed?.event_id).toBe(third);
  });
});

const changed = ({ data }: Pick<RecordedEvent, 'data'>, part: object): Buffer =>
  Buffer.from(JSON.stringify({ ...(JSON.parse(Buffer.from(data).toString()) as object), ...part }));

describe('a seal that was kept elsewhere', () => {
  const kept = async (): Promise<KeptSeal> => (await sealsOf(log.store)).sealed ?? { leaves: 0, root: '' };

  it('holds for the log that it was taken from, also once that has grown', async () => {
    const before = await kept();
    await log.run(aSubmission(3, 2, { job_id: OTHER_JOB.replace(/2$/, '3') as typeof OTHER_JOB }));
    await sealed(log.store);
    expect((await sealsOf(log.store, before)).checkpoint).toMatchObject({ ok: true });
  });

  it('shows that the log was rewritten, seals and all', async () => {
    const before = await kept();
    const forged = await rewritten(log.store, (events) =>
      events.filter(({ stream }) => stream !== sealStream && stream !== `job-${OTHER_JOB}`),
    );
    await sealed(forged);
    expect(await sealsOf(forged)).toMatchObject({ ok: true });
    const grown = await rewritten(log.store, (events) =>
      events
        .filter(({ stream }) => stream !== sealStream)
        .flatMap((event) => (isOf(event) ? [event, { ...event, id: event.id.replace(/^./, 'f') }] : [event])),
    );
    await sealed(grown);
    for (const store of [forged, grown])
      expect(await sealsOf(store, before)).toMatchObject({
        ok: false,
        failed: null,
        checkpoint: { ok: false },
      });
  });

  it('shows that the end was cut off together with its seals', async () => {
    const before = await kept();
    const cut = await rewritten(log.store, (events) => events.slice(0, first(events)));
    expect(await sealsOf(cut)).toMatchObject({ ok: true });
    const { ok, checkpoint } = await sealsOf(cut, before);
    expect([ok, checkpoint?.detail]).toEqual([false, expect.stringContaining('its end was cut off')]);
  });
});

describe('a check of newer events', () => {
  it('checks the seals behind its position, and trusts those before it', async () => {
    const events = await allEvents(log.store);
    const [, second] = events.filter(({ type }) => type === 'LogSealed');
    const since = second?.position ?? LOG_START;
    const head = await log.store.head();
    expect(await SealsCheck.since(log.store, since, head)).toMatchObject({ ok: true, checked: 1 });
    expect(await SealsCheck.since(log.store, head, head)).toMatchObject({ ok: true, checked: 0 });
    expect(await SealsCheck.since(log.store, LOG_START, head)).toMatchObject({ ok: true, checked: 3 });
    const other = await rewritten(log.store, (all) =>
      all.map((event) => (isOf(event) ? { ...event, data: Buffer.from('{}') } : event)),
    );
    expect(await SealsCheck.since(other, since, head)).toMatchObject({ ok: false, checked: 1 });
  });
});

it('keeps every root when rows and contacts are erased and the log is moved', async () => {
  const store = log.store;
  const older = { key_id: 'qrstuvwxyzab', name: 'Mary at Acme', environment: 'live', scopes: ['read'] };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'KeyIssued', data: older }));
  const contact = { account_id: ACCOUNT, name: 'Mary', email: 'mary@acme.test' };
  await log.append(contactStream(ACCOUNT), log.event({ type: 'ContactRecorded', data: contact }));
  await sealed(store);
  const before = await sealsIn(store);
  await log.erase(aSubmission(3, 2));
  await store.deleteStream(contactStream(ACCOUNT));
  const file = folder.file('moved.ndjson');
  const order = { file, after: LOG_START, takenAt: new Date(), keyHashFingerprint: 'cafe' };
  await exportLog(store, order);
  const target = new MemoryEventStore();
  await importLog(await openExport(file), target, { from: LOG_START, now: () => new Date() });
  expect((await allEvents(target)).some(({ data }) => Buffer.from(data).includes('Mary'))).toBe(false);
  expect(await sealsIn(target)).toEqual(before);
  for (const moved of [store, target]) expect(await sealsOf(moved)).toMatchObject({ ok: true, checked: 4 });
  await sealed(target);
  expect(await sealsOf(target)).toMatchObject({ ok: true, checked: 5 });
});
