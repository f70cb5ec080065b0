import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { FaultyEventStore, failWrite } from '../../../test/support/stores/faulty-event-store.js';
import { NOON, aSubmission } from '../../../test/support/logs/job-builders.js';
import { JobWorld, rowsAsked } from '../../../test/support/worlds/job-world.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import type { EnrichedRow } from '../../../packages/enrichment/src/pipeline/enricher.js';
import { failedRow } from '../../../packages/enrichment/src/pipeline/write/write-row.js';
import { decodeRowDataEvent, rowDataStream, namesOfPack } from '../../streams/rowdata/rowdata.events.js';
import { plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import { decodeRowsEvents, rowsStream } from '../../streams/rows/rows.events.js';
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { MAX_APPEND_BYTES } from '../../../packages/platform/src/event-store/event-store.js';
import type { ChunkAttempt } from './chunk-attempt.js';
import { countsOf } from './chunk-record.js';
import type { RecordOutcome } from '../commands.js';
import { DeliverRows, RecordChunk } from '../commands.js';
import type { JobPorts } from '../job-ports.js';

async function deliverAndRecord(
  ports: JobPorts,
  attempt: ChunkAttempt,
  rows: readonly EnrichedRow[],
): Promise<RecordOutcome> {
  const commands = new WriteSide(ports);
  const delivered = await commands.execute(new DeliverRows(attempt, rows));
  return commands.execute(new RecordChunk(delivered));
}

function anAttempt(rows: number, name = '01JDXB8Z5N000000000000000A'): ChunkAttempt {
  return {
    submission: aSubmission(rows, rows),
    chunk: 0,
    attemptId: name,
    editions: { companies: '2026-11-01' },
    firstRow: 0,
    rows: rowsAsked(rows),
    context: { requestId: 'req', actor: 'worker' },
  };
}
const delivered = (bytes: number, company_name = ''): EnrichedRow => ({
  status: 'delivered',
  company_number: '00445790',
  company_name,
  matched_on: 'company_number',
  match_confidence: 1,
  blocks: { industry: { status: 'available' } },
  json: Buffer.from(JSON.stringify({ ref: '', status: 'done', blocks: { industry: 'x'.repeat(bytes) } })),
});

async function streamOf(
  world: JobWorld,
  stream: ReturnType<typeof rowsStream>,
): Promise<readonly RecordedEvent[]> {
  const slice = await world.log.readStream(stream);
  return slice.status === 'found' ? slice.events : [];
}

/** The rows' bytes as the record says they were delivered. */
async function served(world: JobWorld, attempt: ChunkAttempt): Promise<string[]> {
  const { job_id } = attempt.submission;
  const data = await streamOf(world, rowDataStream(job_id, 0));
  const rows: string[] = [];
  for (const { event } of (await streamOf(world, rowsStream(job_id, 0))).flatMap(decodeRowsEvents)) {
    if (event.type !== 'RowsRecorded') continue;
    for (const { event_id, digest } of event.data.delivered) {
      const found = data.find(({ id }) => id === event_id);
      if (found === undefined) throw new Error('a record stands on data that are not there');
      expect(createHash('sha256').update(found.data).digest('hex')).toBe(digest);
      const fact = decodeRowDataEvent(found).event;
      if (fact.type !== 'RowsDelivered') throw new Error(fact.type);
      let at = 0;
      for (const length of fact.data.head.lengths) {
        rows.push(Buffer.from(plainOf(fact.data.rows).subarray(at, at + length)).toString());
        at += length + 1;
      }
    }
  }
  return rows;
}

describe('recording a chunk', () => {
  it('stands on exactly the data that were delivered, however wide the rows are', async () => {
    const widths = fc.array(
      fc.oneof(fc.integer({ max: 2_000, min: 0 }), fc.integer({ min: 100_000, max: 400_000 })),
      {
        minLength: 1,
        maxLength: 130,
      },
    );
    await fc.assert(
      fc.asyncProperty(widths, async (bytes) => {
        const world = new JobWorld();
        const attempt = anAttempt(bytes.length);
        const rows = bytes.map((width) => delivered(width));
        const process = world.process();
        const recorded = await deliverAndRecord(process.ports, attempt, rows);
        expect(recorded.hasWon).toBe(true);
        expect(await served(world, attempt)).toEqual(rows.map(({ json }) => Buffer.from(json).toString()));
        const records = process.store.seen.filter(({ types }) => types.includes('RowsRecorded'));
        expect(records).toHaveLength(1);
      }),
      { numRuns: 15 },
    );
  });

  it('fails a row whose data alone are too wide, and no other', async () => {
    const world = new JobWorld();
    const attempt = anAttempt(3);
    const rows = [delivered(10), delivered(MAX_APPEND_BYTES), delivered(10)];
    const recorded = await deliverAndRecord(world.process().ports, attempt, rows);
    expect(countsOf(recorded.record.state)).toMatchObject({ succeeded: 2, failed: 1 });
    expect(recorded.rows[1]).toMatchObject({ status: 'failed', reason: 'error' });
    expect(await served(world, attempt)).toHaveLength(3);
  });

  it('keeps rows that fill a pack to the last byte, beside the head of a hundred', async () => {
    const world = new JobWorld();
    const attempt = anAttempt(100);
    const most = MAX_APPEND_BYTES - 8_000;
    const [narrow, empty] = [delivered(10), delivered(0)];
    const left = most - 99 * (narrow.json.length + 2) - (empty.json.length + 2);
    const rows = [...Array<EnrichedRow>(99).fill(narrow), delivered(left)];
    const recorded = await deliverAndRecord(world.process().ports, attempt, rows);
    expect(countsOf(recorded.record.state)).toMatchObject({ succeeded: 100, failed: 0 });
    expect(await streamOf(world, rowDataStream(attempt.submission.job_id, 0))).toHaveLength(1);
  });

  it('keeps the names of a job beside its rows, however long they are, and none of a resolve', async () => {
    const world = new JobWorld();
    const attempt = anAttempt(100);
    const names = Array.from({ length: 100 }, (_, row) =>
      createHash('sha512').update(`${row}`).digest('hex'),
    );
    const width = Math.floor((MAX_APPEND_BYTES - 8_000) / 100) - 2;
    const rows = names.map((name) => ({ ...delivered(0, name), json: randomBytes(width) }));
    await deliverAndRecord(world.process().ports, attempt, rows);
    const kept = async (): Promise<unknown[]> =>
      (await streamOf(world, rowDataStream(attempt.submission.job_id, 0))).flatMap((stored) => {
        const { event } = decodeRowDataEvent(stored);
        const packed = event.type === 'RowsDelivered' ? namesOfPack(event.data.head) : undefined;
        return packed === undefined
          ? []
          : (JSON.parse(Buffer.from(plainOf(packed)).toString('utf8')) as unknown[]);
      });
    expect(await kept()).toEqual(names);
    const other = new JobWorld();
    const submission = { ...attempt.submission, operation: 'resolve' as const };
    await deliverAndRecord(other.process().ports, { ...attempt, submission }, rows);
    const [first] = await streamOf(other, rowDataStream(attempt.submission.job_id, 0));
    expect(first?.type).toBe('RowsDelivered');
    expect(Buffer.from(first?.data ?? []).toString('latin1')).not.toContain('"names"');
  });

  it('fails a row that is a byte wider than a pack', async () => {
    const widest = MAX_APPEND_BYTES - 8_000 - (delivered(0).json.length + 2);
    const outcomes = await Promise.all(
      [widest, widest + 1].map(async (bytes) => {
        const recorded = await deliverAndRecord(new JobWorld().process().ports, anAttempt(1), [
          delivered(bytes),
        ]);
        return countsOf(recorded.record.state);
      }),
    );
    expect(outcomes).toMatchObject([
      { succeeded: 1, failed: 0 },
      { succeeded: 0, failed: 1 },
    ]);
  });

  it.each([
    ['keeps which company a row is and how it was found', true, ['00445790', 'company_number', 1]],
    ['keeps none of it with store=false', false, [null, null, null]],
  ])('%s', async (_title, stored, kept) => {
    const world = new JobWorld();
    const attempt = { ...anAttempt(1), submission: aSubmission(1, 1, { stored }) };
    await deliverAndRecord(world.process().ports, attempt, [delivered(1)]);
    const rows = (await streamOf(world, rowsStream(attempt.submission.job_id, 0)))
      .flatMap(decodeRowsEvents)
      .flatMap(({ event }) => (event.type === 'RowResolved' ? [event.data] : []));
    expect(
      rows.map(({ company_number, matched_on, match_confidence }) => [
        company_number,
        matched_on,
        match_confidence,
      ]),
    ).toEqual([kept]);
  });

  it('is won by one attempt; the other reads whose rows were delivered', async () => {
    const world = new JobWorld();
    const first = anAttempt(2, 'A');
    const second = anAttempt(2, 'B');
    await deliverAndRecord(world.process().ports, first, [delivered(1), delivered(2)]);
    const late = await deliverAndRecord(world.process().ports, second, [
      delivered(1),
      failedRow(1, {}, 'error'),
    ]);
    expect(late.hasWon).toBe(false);
    expect(late.record.state.attemptId).toBe('A');
    expect(countsOf(late.record.state)).toMatchObject({ succeeded: 2, failed: 0 });
    expect(await served(world, first)).toHaveLength(2);
  });

  it('is written once although the store did not say whether it wrote', async () => {
    for (const write of [0, 1]) {
      const world = new JobWorld();
      const store = new FaultyEventStore(world.log, failWrite(write, 'unknown_written'));
      const recorded = await deliverAndRecord({ ...world.process().ports, store }, anAttempt(2), [
        delivered(1),
        delivered(1),
      ]);
      expect(recorded.hasWon).toBe(true);
      expect(await world.eventTypes()).toEqual([
        'RowsDelivered',
        'RowsRecorded',
        'RowResolved',
        'RowCharged',
        'RowResolved',
        'RowCharged',
      ]);
    }
  });

  it('never lets time go back within the data stream, whatever the clocks of its writers', async () => {
    const world = new JobWorld();
    const ahead = { now: (): Date => new Date(Date.parse(NOON) + 60_000) };
    await deliverAndRecord({ ...world.process().ports, clock: ahead }, anAttempt(1, 'A'), [delivered(1)]);
    await deliverAndRecord(world.process().ports, anAttempt(1, 'B'), [delivered(1)]);
    const times = (await streamOf(world, rowDataStream(aSubmission().job_id, 0))).map(
      ({ metadata }) => metadata['time'],
    );
    expect(times).toHaveLength(2);
    expect(times).toEqual([...times].sort());
  });
});
