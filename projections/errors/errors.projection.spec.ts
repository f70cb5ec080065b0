import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import type { RowStory } from '../../test/support/logs/row-stories.js';
import { BOTH } from '../../test/support/logs/row-stories.js';
import { resultPackKey, resultPackKeys } from '../results/results.document.js';
import { ERROR_PACKS } from './errors.document.js';

const job = aSubmission(120, 120);
const stories: RowStory[] = Array.from({ length: 120 }, (_, row) =>
  row === 3 ? 'not_matched' : row === 7 ? 'ambiguous_match' : BOTH,
);

describe('rows that failed as a whole', () => {
  it('are kept as the errors page shows them, only in packs that have any', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.submit(job);
    await log.deliver(job, 0, stories);
    const { all, body, live } = await documentsOf(log.store);
    const key = resultPackKey(JOB, 0, 'a1', 0);
    const entries = [
      { row: 3, ref: 'r3', reason: 'not_matched' },
      { row: 7, ref: 'r7', reason: 'ambiguous_match' },
    ].map((entry) => JSON.stringify(entry));
    expect(await all(ERROR_PACKS)).toMatchObject({
      [key]: {
        job_id: JOB,
        chunk: 0,
        attempt: 'a1',
        rows: [3, 7],
        lengths: entries.map(({ length }) => length),
      },
    });
    expect(await body(ERROR_PACKS, key)).toBe(entries.join(','));
    expect(await live.range(ERROR_PACKS.name, resultPackKeys(JOB, 0, 'a1'))).toHaveLength(1);
  });

  it('are gone with the job, and what lands later is never kept', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.submit(job);
    await log.deliver(job, 0, stories);
    await log.job(job, { type: 'JobRowsErased', data: { reason: 'asked' } });
    await log.deliver(job, 0, stories, 'late');
    expect(await (await documentsOf(log.store)).all(ERROR_PACKS)).toEqual({});
  });
});
