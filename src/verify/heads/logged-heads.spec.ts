import { createHash } from 'node:crypto';
import { headsIn, introduceKey, issued, logged } from '../../../test/support/heads/logs-of-heads.js';
import { allEvents, rewritten, sealed, type Written } from '../../../test/support/seals/sealed-logs.js';
import { aLog } from '../../../test/support/verified.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { newPrivateKey, signingKey } from '../../../packages/statement-check/src/format/signature.js';
import type { EventStore, RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import type { HeadLogged } from '../../streams/heads/heads.events.js';
import { vkeyOf } from '../../heads/signed-note.js';
import { HeadsCheck, type HeadsReport, type KeptCheckpoint } from './logged-heads.js';
import { verifyLog } from '../verify-log.js';

const log = forEachTest(aLog);
/** Leaves: keys, key of October, its two statements, two seals, key of November, a statement, keys. */
beforeEach(async () => {
  await introduceKey(log);
  await sealed(log.store);
  await issued(log, 1001, '2026-10');
  await issued(log, 1002, '2026-10');
  await sealed(log.store);
  await logged(log.store);
  await issued(log, 1001, '2026-11');
  await logged(log.store);
  await introduceKey(log, signingKey(newPrivateKey()));
  await logged(log.store);
});

async function checked(store: EventStore, kept: KeptCheckpoint | null = null): Promise<HeadsReport> {
  const check = new HeadsCheck(kept);
  for (const event of await allEvents(store)) check.take(event);
  return check.report();
}

it('makes every entry again, in verify too', async () => {
  const report = await checked(log.store);
  expect(report).toMatchObject({ ok: true, size: 9, unlogged: 0, failed: null });
  expect((await headsIn(log.store)).map(({ entry }) => entry.kind).at(-1)).toBe('key_set');
  expect((await verifyLog({ eventStore: log.store, readModels: null })).heads).toEqual(report);
});

it('decides whether verify is content', async () => {
  const other = await aLog();
  await sealed(other.store);
  await logged(other.store);
  const verdict = async (store: EventStore): Promise<boolean> =>
    (await verifyLog({ eventStore: store, readModels: null })).ok;
  expect(await verdict(other.store)).toBe(true);
  const lied = await rewritten(other.store, (events) =>
    events.map((event) =>
      isHead(event) && kindOf(event) === 'seal'
        ? { ...event, data: Buffer.from(textOf(event).replace(/"root":"./, '"root":"x')) }
        : event,
    ),
  );
  expect(await verdict(lied)).toBe(false);
});

it('compares with a checkpoint that was kept elsewhere: a rewritten or cut log of heads agrees with itself', async () => {
  const { root } = await checked(log.store);
  const kept = { size: 9, root: root ?? '' };
  await issued(log, 1003, '2026-11');
  await logged(log.store);
  expect(await checked(log.store, kept)).toMatchObject({ ok: true, size: 10, checkpoint: { ok: true } });
  const empty = createHash('sha256').update('').digest('hex');
  expect(await checked(log.store, { size: 0, root: empty })).toMatchObject({ ok: true });
  const anew = await rewritten(log.store, (events) => events.filter((event) => !isHead(event)));
  await logged(anew);
  const cut = await rewritten(log.store, (events) => events.slice(0, -5));
  for (const [store, says] of [
    [anew, 'written anew'],
    [cut, 'cut off'],
  ] as const) {
    expect(await checked(store)).toMatchObject({ ok: true });
    expect(await checked(store, kept)).toMatchObject({ ok: false, checkpoint: { ok: false } });
    expect((await checked(store, kept)).checkpoint?.detail).toContain(says);
  }
});

it('counts what has no entry yet, which is no fault', async () => {
  await issued(log, 1003, '2026-11');
  expect(await checked(log.store)).toMatchObject({ ok: true, size: 9, unlogged: 1 });
});

/** The log with one entry changed. Whoever does that can also make the entry's event anew. */
const changed = (leaf: number, change: (head: HeadLogged) => object): Promise<EventStore> =>
  rewritten(log.store, (events) => {
    const at = events.filter(({ stream }) => stream === 'heads-all')[leaf]?.id;
    return events.map((event) => {
      if (event.id !== at) return event;
      const head = JSON.parse(Buffer.from(event.data).toString()) as HeadLogged;
      return { ...event, data: Buffer.from(JSON.stringify({ ...head, ...change(head) })) };
    });
  });
const withEntry =
  (part: object) =>
  ({ entry }: HeadLogged) => ({ entry: { ...entry, ...part } });
const keyIn = (vkey: string): string =>
  Buffer.from(vkey.split('+').slice(2).join('+'), 'base64').toString('hex', 1);
/** Changes the keys of a key set from the given one on. */
const withKeys =
  (other: (vkey: string) => string, from = 0) =>
  ({ entry }: HeadLogged) => ({
    entry: {
      ...entry,
      keys:
        entry.kind === 'key_set'
          ? entry.keys.map(({ use, vkey }, at) => ({ use, vkey: at < from ? vkey : other(vkey) }))
          : [],
    },
  });
const OTHER = '11'.repeat(32);
const sumOf = (secret: string): string =>
  createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');

describe('names the first entry that differs from the event log', () => {
  it.each<[string, number, (head: HeadLogged) => object, string]>([
    ['another kind at the beginning', 0, withEntry({ kind: 'seal' }), 'begin with its keys'],
    ['no key of checkpoints', 0, withEntry({ keys: [] }), 'just one key'],
    [
      'a key of statements that nobody introduced',
      0,
      ({ entry }) => ({
        entry: {
          ...entry,
          keys: entry.kind === 'key_set' ? [entry.keys[0], { ...entry.keys[0], use: 'statement' }] : [],
        },
      }),
      'other keys of statements',
    ],
    [
      'a key under another name',
      0,
      withKeys((vkey) => vkeyOf('other.example', keyIn(vkey)), 1),
      'with the name',
    ],
    [
      'a key with a wrong id',
      0,
      withKeys((vkey) => vkey.replace(/\+[0-9a-f]{8}/, '+00000000')),
      'no verifier key',
    ],
    [
      'keys with another name that no entry tells of',
      8,
      withKeys((vkey) => vkeyOf('other.example', keyIn(vkey))),
      'that no entry tells of',
    ],
    ['first keys that are signed', 0, withEntry({ signed_by: '— a b' }), 'nothing was there'],
    ['a hash of another key of the month', 1, withEntry({ sha256: OTHER }), 'its hash'],
    [
      'a month key of few bytes',
      1,
      ({ entry }) => ({ entry: { ...entry, sha256: sumOf('00') }, secret: '00' }),
      'its hash',
    ],
    [
      'another key of the month',
      1,
      ({ entry }) => ({ entry: { ...entry, sha256: sumOf(OTHER) }, secret: OTHER }),
      'its slot',
    ],
    ['a key of another month', 1, withEntry({ month: '2026-09' }), 'no key before'],
    ['a second key of the month', 6, withEntry({ month: '2026-10' }), 'two keys'],
    ['another head', 2, withEntry({ head: OTHER }), 'its head'],
    ['another salt', 3, () => ({ secret: OTHER }), 'its head'],
    ['another slot', 2, withEntry({ slot: OTHER }), 'its slot'],
    ['another month', 7, withEntry({ month: '2026-10' }), 'another month'],
    ['another seal', 4, withEntry({ root: OTHER }), 'another thing than the seal'],
    ['a seal of no event', 4, () => ({ of: { event_id: 'x', stream: 'seals-all' } }), 'has no entry'],
    ['another time', 5, withEntry({ time: '2026-01-01T00:00:00.000Z' }), 'another time'],
    ['keys that the key before did not sign', 8, withEntry({ time: '' }), 'another time'],
    [
      'keys with another signature',
      8,
      withEntry({ signed_by: `— api.example.com/log ${'A'.repeat(92)}` }),
      'did not sign',
    ],
    ['an entry of no kind', 2, withEntry({ kind: 'x' }), 'leaf 2'],
  ])('%s', async (_what, leaf, change, says) => {
    const store = await changed(leaf, change);
    const { ok, failed } = await checked(store);
    expect(ok).toBe(false);
    expect(failed?.detail).toContain(says);
  });
});

const isHead = ({ stream }: Written): boolean => stream === 'heads-all';

describe('and where the event log was changed beneath it', () => {
  const rows: [string, (events: readonly RecordedEvent[]) => readonly Written[], string][] = [
    ['a statement was changed', (events) => events.map((event) => edited(event)), 'its head'],
    [
      'a statement was taken out',
      (events) => events.filter((event) => !isStatement(event, 1001)),
      'no such statement|issued before',
    ],
    ['a second statement of the month is logged', (events) => [...events, ...twice(events)], 'comes twice'],
    [
      'an entry was taken out',
      (events) =>
        events.filter(
          (_, at) => at !== events.findIndex((one) => isHead(one) && kindOf(one) === 'statement'),
        ),
      'issued before',
    ],
    [
      'a seal was taken out',
      (events) => events.filter(({ type }, at) => type !== 'LogSealed' || at > 10),
      'no such seal|has no entry',
    ],
  ];
  it.each(rows)('%s', async (_what, change, says) => {
    const { failed } = await checked(await rewritten(log.store, change));
    expect(failed?.detail).toMatch(new RegExp(says));
  });
});

const textOf = ({ data }: Pick<Written, 'data'>): string => Buffer.from(data).toString();
const kindOf = (event: Written): string => (JSON.parse(textOf(event)) as HeadLogged).entry.kind;
const isStatement = ({ stream, type }: Written, account: number): boolean =>
  stream === `statement-${account}` && type === 'StatementIssued';
function edited(event: RecordedEvent): Written {
  if (!isStatement(event, 1001)) return event;
  return { ...event, data: Buffer.from(textOf(event).replace('"00000000', '"10000000')) };
}
/** A second October of account 1001, with an entry of its own. */
function twice(events: readonly RecordedEvent[]): Written[] {
  const statement = events.find((event) => isStatement(event, 1001));
  const entry = events.find((event) => isHead(event) && kindOf(event) === 'statement');
  if (statement === undefined || entry === undefined) throw new Error('no statement');
  const id = '11111111-1111-4111-8111-111111111111';
  const data = Buffer.from(textOf(entry).replace(statement.id, id));
  return [
    { ...statement, id },
    { ...entry, id: id.replaceAll('1', '2'), data },
  ];
}
