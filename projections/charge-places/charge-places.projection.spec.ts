import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING, type RowStory } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { blockEventId, rowEventId } from '../../src/streams/rows/rows.events.js';
import {
  CHUNK_PRINTS,
  FEW_ROWS_PLACES,
  LATE_PLACES,
  PRINT_LENGTH,
  chunkPrintsKey,
  chunkRowsAt,
  fewPlaces,
  fewRowsAt,
  fewRowsKey,
  printOf,
  type ChunkPrintsDocument,
  type FewRowsDocument,
} from './charge-places.document.js';

async function documents(story: (row: number) => RowStory, rows = 450, perChunk = 250) {
  const log = new LogBuilder(new MemoryEventStore());
  await log.openAccount();
  const job = aSubmission(rows, perChunk);
  await log.run(job, story);
  await log.fill(job, { chunk: 0, row: 3, block: 'industry' }, { status: 'available' });
  const found = await documentsOf(log.store);
  return {
    prints: await found.all(CHUNK_PRINTS),
    few: await found.all(FEW_ROWS_PLACES),
    late: await found.all(LATE_PLACES),
  };
}

const printAt = (prints: string, place: number): string =>
  prints.slice(place * PRINT_LENGTH, (place + 1) * PRINT_LENGTH);

describe('places of charges', () => {
  it('are one document a chunk, row by row', async () => {
    const { prints } = await documents(() => INDUSTRY_PENDING);
    for (const row of [0, 99, 100, 249, 250, 449]) {
      const chunk = row < 250 ? 0 : 1;
      const document = prints[chunkPrintsKey(JOB, chunk)] as { prints: string; from: number };
      expect(printAt(document.prints, row - document.from)).toBe(printOf(rowEventId(JOB, row, 'RowCharged')));
    }
    expect(Object.keys(prints)).toHaveLength(2);
  });

  it('stay in their rows where records without a charge lie between', async () => {
    const { prints } = await documents((row) => (row >= 100 && row < 200 ? 'not_matched' : BOTH));
    const document = prints[chunkPrintsKey(JOB, 0)] as { prints: string };
    expect(printAt(document.prints, 150)).toBe('....');
    expect(printAt(document.prints, 201)).toBe(printOf(rowEventId(JOB, 201, 'RowCharged')));
  });

  it('are one document for the records of few rows of a second', async () => {
    const { prints, few } = await documents(() => INDUSTRY_PENDING, 5, 5);
    expect(prints).toEqual({});
    expect(Object.keys(few)).toEqual([fewRowsKey(JOB, 0)]);
    const document = few[fewRowsKey(JOB, 0)] as FewRowsDocument;
    for (const row of [0, 1, 2, 3, 4])
      expect([
        ...fewRowsAt(fewRowsKey(JOB, 0), document, printOf(rowEventId(JOB, row, 'RowCharged'))),
      ]).toEqual([{ job: JOB, row }]);
    expect([...fewRowsAt(fewRowsKey(JOB, 0), document, printOf(rowEventId(JOB, 5, 'RowCharged')))]).toEqual(
      [],
    );
  });

  it('name any row of a job, and every job of the second', () => {
    const other = `${JOB.slice(0, 12)}ZZ${JOB.slice(14)}` as JobId;
    const document = { places: fewPlaces(JOB, 249_990, 10) + fewPlaces(other, 0, 1) };
    const found = (job: JobId, row: number) => [
      ...fewRowsAt(fewRowsKey(JOB, 0), document, printOf(rowEventId(job, row, 'RowCharged'))),
    ];
    expect(found(JOB, 249_999)).toEqual([{ job: JOB, row: 249_999 }]);
    expect(found(other, 0)).toEqual([{ job: other, row: 0 }]);
    expect(fewRowsKey(other, 0)).toBe(fewRowsKey(JOB, 0));
  });

  it('of the ends of many chunks lie in documents of some chunks each', async () => {
    const { few } = await documents(() => INDUSTRY_PENDING, 1_000, 10);
    const documentOf = (chunk: number) => few[fewRowsKey(JOB, chunk)] as FewRowsDocument;
    expect(Object.keys(few)).toEqual([fewRowsKey(JOB, 0), fewRowsKey(JOB, 99)]);
    const print = printOf(rowEventId(JOB, 995, 'RowCharged'));
    expect([...fewRowsAt(fewRowsKey(JOB, 99), documentOf(99), print)]).toEqual([{ job: JOB, row: 995 }]);
  });

  it('are a document a charge for late blocks', async () => {
    const { late } = await documents(() => INDUSTRY_PENDING, 5, 5);
    expect(late).toEqual({
      [blockEventId(JOB, 3, 'industry', 'BlockCharged')]: {
        job_id: JOB,
        row: 3,
        block: 'industry',
      },
    });
  });

  it('are none for a record without a charge', async () => {
    const { prints, few, late } = await documents(() => 'not_matched', 5, 5);
    expect([prints, few]).toEqual([{}, {}]);
    expect(Object.values(late)).toEqual([{ job_id: JOB, row: 3, block: 'industry' }]);
  });

  it('are found by their prints only where an entry begins', () => {
    const chunk: ChunkPrintsDocument = { job_id: JOB, from: 10, prints: 'aabbbbaabbaa' };
    expect([...chunkRowsAt(chunk, 'aabb')]).toEqual([10]);
    expect([...chunkRowsAt(chunk, 'bbaa')]).toEqual([11, 12]);
  });
});
