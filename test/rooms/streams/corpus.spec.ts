import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { DomainEvent, LoggedEvent } from '../../../src/streams/index.js';
import { categoryOfType, decode, STORED_TYPES } from '../../../src/streams/index.js';
import { categoryOf } from '../../../packages/platform/src/event-store/event-store.js';
import { shapeProblems } from '../../support/event-shapes.js';
import { SCHEMA_VERSION } from '../../../src/streams/envelope.js';
import type { DeliveredHead } from '../../../src/streams/rowdata/rowdata.events.js';
import { rowsDeliveredEvent } from '../../../src/streams/rowdata/rowdata.events.js';
import type { RowRecord, RowsEvent } from '../../../src/streams/rows/rows.events.js';
import { packRows } from '../../../src/streams/rows/pack-rows.js';
import { plainOf, type KeptBytes } from '../../../packages/platform/src/bytes/deflated.js';
import type { Position, RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';

const CORPUS = path.resolve(__dirname, '../../fixtures/events');
const VERSIONS = readdirSync(CORPUS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface Specimen {
  readonly stored: Omit<RecordedEvent, 'data' | 'position'> & {
    readonly data?: object;
    readonly data_file?: string;
  };
  readonly logical: readonly { readonly id: string; readonly type: string; readonly data: unknown }[];
}

const read = (version: string, file: string): Buffer => readFileSync(path.join(CORPUS, version, file));
const specimen = (version: string, file: string): Specimen =>
  JSON.parse(read(version, file).toString('utf8')) as Specimen;
const filesOf = (version: string): string[] => readdirSync(path.join(CORPUS, version)).sort();

function recorded(version: string, { stored }: Specimen): RecordedEvent {
  const { data, data_file, ...rest } = stored;
  const bytes = data_file === undefined ? Buffer.from(JSON.stringify(data)) : read(version, data_file);
  return { ...rest, data: bytes, position: '1' as Position };
}

/** An event as the corpus writes it down: bytes as text. */
function written({ id, event }: LoggedEvent): unknown {
  if (event.type !== 'RowsDelivered') return { id, type: event.type, data: event.data };
  const { head, rows, errors } = event.data;
  const text = (bytes: KeptBytes): string => Buffer.from(plainOf(bytes)).toString('utf8');
  return { id, type: event.type, data: { head, rows: text(rows), errors: text(errors) } };
}

describe.each(VERSIONS)('events of %s', (version) => {
  const specimens = filesOf(version).filter((file) => file.endsWith('.json'));

  it.each(specimens)('%s is read as it always was', (file) => {
    const one = specimen(version, file);
    expect(decode(recorded(version, one)).map(written)).toEqual(one.logical);
  });

  it.each(specimens)('%s keeps who, when and in which request', (file) => {
    const one = specimen(version, file);
    for (const entry of decode(recorded(version, one)))
      expect(entry).toMatchObject({
        stream: one.stored.stream,
        revision: one.stored.revision,
        time: '2026-11-21T12:00:00.123Z',
        requestId: 'req_01JDXB8Z5N0000000000000009',
        actor: one.stored.metadata['actor'],
        account: one.stored.stream === 'service-keys' ? null : 1001,
      });
  });

  it.each(specimens)('%s has the shape that its definition gives it', (file) => {
    for (const { event } of decode(recorded(version, specimen(version, file)))) {
      expect(shapeProblems(event)).toEqual([]);
      expect(shapeProblems({ ...event, data: { ...event.data, unheard_of: 1 } })).toHaveLength(1);
    }
  });

  it('is frozen', () => {
    const sums = filesOf(version).map(
      (file) => `${createHash('sha256').update(read(version, file)).digest('hex')}  ${file}`,
    );
    expect(`${sums.join('\n')}\n`).toBe(readFileSync(path.join(CORPUS, `${version}.sha256`), 'utf8'));
  });
});

describe('the corpus', () => {
  const all = VERSIONS.flatMap((version) =>
    filesOf(version)
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ version, file, ...specimen(version, file) })),
  );

  it('holds an event of every type that there is', () => {
    const held = new Set(all.map(({ stored: { type } }) => type));
    expect([...held].sort()).toEqual([...STORED_TYPES].sort());
    for (const { stored } of all) expect(categoryOfType(stored.type)).toBe(categoryOf(stored.stream));
  });

  it('ends with the version that is written today', () => {
    expect(VERSIONS.at(-1)).toBe(`v${SCHEMA_VERSION}`);
  });

  it.each(
    all.filter(({ stored }) => stored.type === 'RowsRecorded' && stored.metadata['v'] === SCHEMA_VERSION),
  )('packs the rows of $file today as it did then', ({ version, stored, logical }) => {
    const [first] = decode(recorded(version, { stored, logical }));
    if (first?.event.type !== 'RowsRecorded') throw new Error('no record');
    expect(packRows(first.event.data, rowRecords(version, { stored, logical }))).toEqual(stored.data);
  });

  it.each(
    all.filter(({ stored }) => stored.type === 'RowsDelivered' && stored.metadata['v'] === SCHEMA_VERSION),
  )('writes the bytes of $file today as it did then', ({ version, stored, logical }) => {
    const { data, metadata, id } = recorded(version, { stored, logical });
    const [first] = decode({ ...recorded(version, { stored, logical }) });
    if (first?.event.type !== 'RowsDelivered') throw new Error('no rows');
    const { head, rows, errors } = first.event.data;
    const content = { rows: cut(plainOf(rows), head.lengths), errors: errorsOf(head, plainOf(errors)) };
    expect(Buffer.from(rowsDeliveredEvent(head, content, { id, metadata }).data)).toEqual(data);
  });

  it('is not read where it is of a version that nobody knows yet', () => {
    const [one] = all;
    if (one === undefined) throw new Error('empty');
    const later = recorded(one.version, one);
    expect(() => decode({ ...later, metadata: { ...later.metadata, v: '999' } })).toThrow(/\(v 999\)/);
  });
});

/** Pieces of bytes that were joined by commas. */
function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  let at = 0;
  return lengths.map((length) => {
    const piece = bytes.subarray(at, at + length);
    at += length + 1;
    return piece;
  });
}

const errorsOf = ({ errors }: DeliveredHead, bytes: Uint8Array): { row: number; json: Uint8Array }[] =>
  cut(bytes, errors.lengths).map((json, index) => ({ row: errors.rows[index] ?? -1, json }));

/** What was packed, put together again from the logical events. */
function rowRecords(version: string, one: Specimen): RowRecord[] {
  const events = decode(recorded(version, one)).map(({ event }): DomainEvent => event);
  return events.flatMap((event, index): RowRecord[] => {
    if (event.type === 'RowFailed') return [{ reason: event.data.reason }];
    const charged: DomainEvent | RowsEvent | undefined = events[index + 1];
    if (event.type !== 'RowResolved' || charged?.type !== 'RowCharged') return [];
    const { company_number, matched_on, match_confidence, blocks } = event.data;
    const { units, not_billed } = charged.data;
    return [{ company_number, matched_on, match_confidence, blocks, charge: { units, not_billed } }];
  });
}
