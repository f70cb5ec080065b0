import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING, type RowStory } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import type { JobId } from '../../src/shared/ids.js';
import { blockEventId, rowEventId } from '../../src/streams/rows/rows.events.js';
import {
  CHUNK_PRINTS,
  PRINT_LENGTH,
  SINGLE_PLACES,
  chunkPrintsKey,
  printOf,
  singlePlaceKey,
} from './charge-places.document.js';

async function documents(story: (row: number) => RowStory, rows = 450, perChunk = 250) {
  const log = new LogBuilder(new MemoryEventStore());
  await log.openAccount();
  const job = aSubmission(rows, perChunk);
  await log.run(job, story);
  await log.fill(job, { chunk: 0, row: 3, block: 'industry' }, { status: 'available' });
  const found = await documentsOf(log.store);
  return { prints: await found.all(CHUNK_PRINTS), singles: await found.all(SINGLE_PLACES) };
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

  it('are a document a charge for late blocks and records of few rows', async () => {
    const { prints, singles } = await documents(() => INDUSTRY_PENDING, 5, 5);
    expect(prints).toEqual({});
    expect(singles).toMatchObject({
      [singlePlaceKey(rowEventId(JOB, 4, 'RowCharged'))]: { job_id: JOB, row: 4, block: null },
      [singlePlaceKey(blockEventId(JOB, 3, 'industry', 'BlockCharged'))]: { row: 3, block: 'industry' },
    });
    expect(Object.keys(singles)).toHaveLength(6);
  });

  it('are none for a record without a charge', async () => {
    const { prints, singles } = await documents(() => 'not_matched', 5, 5);
    expect(prints).toEqual({});
    expect(Object.values(singles)).toEqual([
      { job_id: 'job_01JDXB8Z5N0000000000000001' as JobId, row: 3, block: 'industry' },
    ]);
  });
});
