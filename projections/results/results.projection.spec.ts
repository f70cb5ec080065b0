import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { keptAs } from '../../packages/platform/src/bytes/deflated.js';
import { decodeRowDataEvent, rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import { rowsStream } from '../../src/streams/rows/rows.events.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { BOTH, INDUSTRY_PENDING, contentOf } from '../../test/support/logs/row-stories.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import {
  LATE_BLOCKS,
  RESULT_CHUNKS,
  RESULT_PACKS,
  lateBlockKey,
  lateBlockKeys,
  resultChunkKey,
  resultPackKey,
  resultPackKeys,
} from './results.document.js';

const job = aSubmission(230, 150);
const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
beforeEach(async () => {
  await log.submit(job);
});

const rows = (count: number) => Array.from({ length: count }, () => BOTH);
const served = (count: number, from: number): string =>
  Buffer.concat(
    contentOf(rows(count), from).rows.flatMap((row, i) => (i === 0 ? [row] : [Buffer.from(','), row])),
  ).toString('utf8');

describe('delivered rows', () => {
  it('are kept in packs, byte for byte as they are served', async () => {
    await log.deliver(job, 0, rows(150), 'a1');
    const { all, body, live } = await documentsOf(log.store);
    const keys = [resultPackKey(JOB, 0, 'a1', 0), resultPackKey(JOB, 0, 'a1', 100)];
    const packs = await all(RESULT_PACKS);
    expect(Object.keys(packs)).toEqual(keys);
    expect(packs[keys[1] ?? '']).toEqual({
      job_id: JOB,
      chunk: 0,
      attempt: 'a1',
      from: 100,
      lengths: contentOf(rows(50), 100).rows.map(({ length }) => length),
    });
    expect(await body(RESULT_PACKS, keys[1] ?? '')).toBe(served(50, 100));
    expect(await live.range(RESULT_PACKS.name, resultPackKeys(JOB, 0, 'a1'))).toHaveLength(2);
    expect(await live.range(RESULT_PACKS.name, resultPackKeys(JOB, 0, 'a'))).toEqual([]);
  });

  it('are copied as the event keeps them', async () => {
    await log.deliver(job, 0, rows(150), 'a1');
    const { live } = await documentsOf(log.store);
    const kept = (await live.range(RESULT_PACKS.name, {})).map((pack) =>
      keptAs(pack.body ?? new Uint8Array(), RESULT_PACKS.fields(pack)),
    );
    const { events } = await log.store.readAll({ after: LOG_START, categories: ['rowdata'] });
    const delivered = events
      .map(decodeRowDataEvent)
      .flatMap(({ event }) => (event.type === 'RowsDelivered' ? [event.data.rows] : []));
    expect(kept.map(({ packing }) => packing?.coding)).toEqual(['deflate', undefined]);
    expect(kept.map(({ packing }) => packing)).toEqual(delivered.map(({ packing }) => packing));
    expect(kept.map((one) => Buffer.from(one.kept))).toEqual(delivered.map((one) => Buffer.from(one.kept)));
  });

  it('count by the attempt that the record names', async () => {
    await log.deliver(job, 0, rows(150), 'a1');
    await log.deliver(job, 0, rows(150), 'a2');
    const stories = [...rows(148), 'not_matched' as const, INDUSTRY_PENDING];
    await log.record(job, 0, stories, [], 'a2');
    expect(await (await documentsOf(log.store)).all(RESULT_CHUNKS)).toEqual({
      [resultChunkKey(JOB, 0)]: {
        job_id: JOB,
        chunk: 0,
        attempt: 'a2',
        from: 0,
        count: 150,
        failed: 1,
        pending: [149],
      },
    });
  });

  it('are gone with the job, and what lands later is never kept', async () => {
    await log.deliver(job, 0, rows(150), 'a1');
    await log.record(job, 0, rows(150), []);
    await log.job(job, { type: 'JobRowsErased', data: { reason: 'asked' } });
    await log.deliver(job, 1, rows(80), 'late');
    const { all } = await documentsOf(log.store);
    expect(await all(RESULT_PACKS)).toEqual({});
    expect(await all(RESULT_CHUNKS)).toEqual({});
  });
});

describe('a late block', () => {
  const at = { chunk: 1, row: 151, block: 'industry' as const };

  it('is kept beside its row, and counts once it is recorded', async () => {
    const delivered = log.event({
      type: 'BlockDelivered',
      data: { job_id: JOB, ...at, attempt: 'a0', salt: 's', envelope: { status: 'available' } },
    });
    await log.append(rowDataStream(JOB, 1), delivered);
    await log.fill(job, at, { status: 'available' });
    const { all, body, live } = await documentsOf(log.store);
    const documents = await all(LATE_BLOCKS);
    expect(documents[lateBlockKey(JOB, 151, 'industry', 'a0')]).toMatchObject({
      recorded: false,
      event_id: delivered.id,
      outcome: null,
    });
    const recorded = lateBlockKey(JOB, 151, 'industry', 'a1');
    expect(documents[recorded]).toMatchObject({ recorded: true, row: 151, outcome: { status: 'available' } });
    expect(await body(LATE_BLOCKS, recorded)).toBe('{"status":"available"}');
    expect(await live.range(LATE_BLOCKS.name, lateBlockKeys(JOB, 150, 152))).toHaveLength(2);
    expect(await live.range(LATE_BLOCKS.name, lateBlockKeys(JOB, 152, 230))).toEqual([]);
  });

  it('may have nothing but an outcome', async () => {
    const fill = {
      job_id: JOB,
      ...at,
      outcome: { status: 'not_found', reason: 'source_unavailable' },
      attempt: 'a1',
      delivered: null,
    };
    await log.append(rowsStream(JOB, 1), log.event({ type: 'BlockFilled', data: fill }));
    const { all, body } = await documentsOf(log.store);
    const key = lateBlockKey(JOB, 151, 'industry', 'a1');
    expect((await all(LATE_BLOCKS))[key]).toMatchObject({
      recorded: true,
      event_id: null,
      outcome: fill.outcome,
    });
    expect(await body(LATE_BLOCKS, key)).toBeNull();
  });
});
