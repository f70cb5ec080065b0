import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import { projected } from '../../../test/support/logs/projected.js';
import type { RowStory } from '../../../test/support/logs/row-stories.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from '../../../test/support/logs/row-stories.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { ShownJob } from '../status/job-reader.js';
import { JobReader } from '../status/job-reader.js';
import { gzipOf, joined, plainPieces } from '../../../packages/platform/src/http/pieces.js';
import { plainBytes, type KeptBytes } from '../../../packages/platform/src/bytes/deflated.js';
import { rowsOfChunk } from '../../streams/job/chunk-bounds.js';
import { readErrorsPage } from './errors-page.js';
import { collectPieces, pagePieces } from './page-pieces.js';
import { readResultsPage } from './results-page.js';
import type { PageSources } from './unrecorded-rows.js';

/** What becomes of a chunk. */
type ChunkStory = 'untouched' | 'started' | 'recorded';
interface JobStory {
  readonly perChunk: number;
  readonly rows: readonly RowStory[];
  readonly chunks: readonly ChunkStory[];
  /** Cancelled once every started chunk is recorded; untouched ones are then skipped. */
  readonly cancelled: boolean;
  /** Every n-th pending block is filled. */
  readonly fillEvery: number;
}

const rowStory = fc.constantFrom<RowStory>(
  BOTH,
  BOTH,
  NO_INDUSTRY,
  INDUSTRY_PENDING,
  'not_matched',
  'ambiguous_match',
);
const jobStory: fc.Arbitrary<JobStory> = fc.record({
  perChunk: fc.integer({ min: 1, max: 140 }),
  // By itself fast-check draws short lists: a chunk of several packs needs a long one.
  rows: fc.oneof(
    { weight: 3, arbitrary: fc.array(rowStory, { minLength: 1, maxLength: 300 }) },
    { weight: 1, arbitrary: fc.array(rowStory, { minLength: 130, maxLength: 300 }) },
  ),
  chunks: fc.array(fc.constantFrom<ChunkStory>('untouched', 'started', 'recorded', 'recorded'), {
    minLength: 300,
    maxLength: 300,
  }),
  cancelled: fc.boolean(),
  fillEvery: fc.integer({ min: 1, max: 3 }),
});

const chunkState = (story: JobStory, chunk: number): ChunkStory => {
  const state = story.chunks[chunk] ?? 'untouched';
  return story.cancelled && state === 'started' ? 'recorded' : state;
};

const isFilled = (story: JobStory, row: number): boolean => story.cancelled || row % story.fillEvery === 0;
const hasPending = (row: RowStory): boolean => row === INDUSTRY_PENDING;

/** Writes the history to the log, chunk by chunk. */
async function tell(log: LogBuilder, submission: Submission, story: JobStory): Promise<void> {
  await log.submit(submission);
  const recorded: RowStory[] = [];
  for (const chunk of submission.chunks.keys()) {
    const state = chunkState(story, chunk);
    if (state === 'untouched') continue;
    await log.start(submission, chunk);
    if (state === 'started') continue;
    const { from, count } = rowsOfChunk(submission, chunk);
    const rows = story.rows.slice(from, from + count);
    // The data of an attempt that was not recorded are there too, and are never shown.
    await log.deliver(
      submission,
      chunk,
      rows.map(() => 'error' as const),
      'loser',
    );
    await log.record(submission, chunk, rows, await log.deliver(submission, chunk, rows));
    for (const [index, row] of rows.entries()) {
      if (!hasPending(row) || !isFilled(story, from + index)) continue;
      await log.fill(submission, { chunk, row: from + index, block: 'industry' }, { status: 'available' });
    }
    recorded.push(...rows);
  }
  if (!story.cancelled) return;
  await log.job(submission, { type: 'JobCancelRequested', data: { key_id: submission.key_id } });
  await log.end(submission, countsOf(recorded), submission.rows - recorded.length);
}

/** The row that a page must show. */
function shownRow(story: JobStory, submission: Submission, row: number): unknown {
  const ref = `r${row}`;
  const chunk = submission.chunks.findLastIndex((first) => first <= row);
  if (chunkState(story, chunk) !== 'recorded') {
    return story.cancelled
      ? { ref, status: 'done', blocks: {}, reason: 'not_completed' }
      : { ref, status: 'pending', blocks: {} };
  }
  const told = story.rows[row];
  if (typeof told === 'string') return { ref, status: 'done', blocks: {}, reason: told };
  const filled = hasPending(told ?? {}) && isFilled(story, row);
  return {
    ref,
    // The builder writes every delivered row as done; only a row that is written anew gets its status from
    // its blocks.
    status: 'done',
    blocks: filled ? { ...told, industry: { status: 'available' } } : told,
    matched: { company_number: '01234567', company_name: 'EXAMPLE LTD' },
  };
}

interface Page {
  readonly results?: readonly unknown[];
  readonly errors?: readonly { readonly row: number; readonly reason: string }[];
}

const parsed = async (
  name: 'results' | 'errors',
  entries: AsyncIterable<KeptBytes> | Iterable<KeptBytes>,
) => {
  const tail = { next_cursor: null, remaining: 0, results_ready: false, expires_at: null };
  const pieces = await collectPieces(pagePieces(name, entries, tail));
  const plain = Buffer.from(await joined(plainPieces(pieces)));
  expect(gunzipSync(await joined(gzipOf(pieces)))).toEqual(plain);
  return JSON.parse(plain.toString()) as Page;
};

/** Joins all pages, each with the next of these limits. */
async function join<Entry>(
  limits: readonly number[],
  read: (
    from: number,
    limit: number,
  ) => Promise<{ entries: readonly Entry[]; nextRow: number | null; remaining: number }>,
): Promise<Entry[]> {
  const all: Entry[] = [];
  const left: number[] = [];
  for (let from: number | null = 0, turn = 0; from !== null; turn++) {
    const page: Awaited<ReturnType<typeof read>> = await read(from, limits[turn % limits.length] ?? 1);
    all.push(...page.entries);
    left.push(all.length + page.remaining);
    expect(page.remaining > 0).toBe(page.nextRow !== null);
    from = page.nextRow;
  }
  // Every page says rightly how many come after it.
  expect(new Set(left)).toEqual(new Set([all.length]));
  return all;
}

async function inWorld(
  story: JobStory,
  look: (sources: PageSources, shown: ShownJob) => Promise<void>,
): Promise<void> {
  const events = new MemoryEventStore();
  const submission = aSubmission(story.rows.length, story.perChunk);
  await tell(new LogBuilder(events), submission, story);
  const models = await projected(events);
  try {
    await models.drive();
    const shown = await new JobReader(models.live, events).find(ACCOUNT, JOB);
    if (shown === null) throw new Error('the job is not found');
    expect(shown.isEnded).toBe(story.cancelled);
    await look({ reader: models.live, store: events }, shown);
  } finally {
    await models.close();
  }
}

const limits = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 5 });
const RUNS = process.env['TEST_LONG'] === '1' ? 300 : 25;

describe('pages joined, with any mix of limits', () => {
  it('give each row once, in order, as it was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(jobStory, limits, (story, sizes) =>
        inWorld(story, async (sources, { job, isEnded }) => {
          const rows = await join(sizes, async (from, limit) => {
            const page = await readResultsPage(sources, { job, isEnded, firstRow: from, limit });
            const { results = [] } = await parsed('results', page.rowsJson());
            expect(results).toHaveLength(page.rows);
            return { entries: results, nextRow: page.nextRow, remaining: page.remaining };
          });
          const submission = aSubmission(story.rows.length, story.perChunk);
          expect(rows).toEqual(story.rows.map((_, row) => shownRow(story, submission, row)));
        }),
      ),
      { numRuns: RUNS },
    );
  });

  it.each([1, 2, 3, 4, 7])('are crossed by rows and by errors alike: pages of %d', async (limit) => {
    const story: JobStory = {
      perChunk: 3,
      rows: [
        'not_matched',
        BOTH,
        'not_matched',
        BOTH,
        BOTH,
        BOTH,
        'ambiguous_match',
        'not_matched',
        BOTH,
        BOTH,
        BOTH,
      ],
      chunks: ['recorded', 'recorded', 'recorded', 'untouched'],
      cancelled: true,
      fillEvery: 1,
    };
    await inWorld(story, async (sources, { job, isEnded }) => {
      const rows = await join([limit], async (from, most) => {
        const page = await readResultsPage(sources, { job, isEnded, firstRow: from, limit: most });
        const { results = [] } = await parsed('results', page.rowsJson());
        return { entries: results, nextRow: page.nextRow, remaining: page.remaining };
      });
      expect(rows).toMatchObject(story.rows.map((_, row) => ({ ref: `r${row}` })));
      const sizes: number[] = [];
      const errors = await join([limit], async (from, most) => {
        const page = await readErrorsPage(sources, { job, isEnded, firstRow: from, limit: most });
        sizes.push(page.entries.length);
        return { ...page, entries: (await parsed('errors', page.entries.map(plainBytes))).errors ?? [] };
      });
      expect(errors.map(({ row }) => row)).toEqual([0, 2, 6, 7, 9, 10]);
      expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
    });
  });

  it('give each row with a whole-row reason once, in order, skipped ones included', async () => {
    await fc.assert(
      fc.asyncProperty(jobStory, limits, (story, sizes) =>
        inWorld(story, async (sources, { job, isEnded }) => {
          const entries = await join(sizes, async (from, limit) => {
            const page = await readErrorsPage(sources, { job, isEnded, firstRow: from, limit });
            return { ...page, entries: (await parsed('errors', page.entries.map(plainBytes))).errors ?? [] };
          });
          const submission = aSubmission(story.rows.length, story.perChunk);
          const expected = story.rows.flatMap((_, row) => {
            const shown = shownRow(story, submission, row) as { reason?: string };
            return shown.reason === undefined ? [] : [{ row, reason: shown.reason }];
          });
          expect(entries.map(({ row, reason }) => ({ row, reason }))).toEqual(expected);
        }),
      ),
      { numRuns: RUNS },
    );
  });
});

describe('a page of a chunk of several packs', () => {
  const PACKED: JobStory = {
    perChunk: 250,
    rows: Array<RowStory>(250).fill(BOTH),
    chunks: ['recorded'],
    cancelled: true,
    fillEvery: 1,
  };

  it('begins and ends at any row, of a pack or beside one', async () => {
    await inWorld(PACKED, async (sources, { job, isEnded }) => {
      for (const from of [0, 1, 98, 99, 100, 101, 199, 200, 249])
        for (const limit of [1, 2, 100, 101, 102]) {
          const { results = [] } = await parsed(
            'results',
            (await readResultsPage(sources, { job, isEnded, firstRow: from, limit })).rowsJson(),
          );
          const wanted = PACKED.rows.map((_, row) => ({ ref: `r${row}` })).slice(from, from + limit);
          expect(results).toMatchObject(wanted);
          expect(results).toHaveLength(wanted.length);
        }
    });
  });
});

describe('a page over more records than the store gives at once', () => {
  /**
   * A job of so many chunks, a row each, whose last row failed and whose other rows have a block that came
   * late.
   */
  const WIDE: JobStory = {
    perChunk: 1,
    rows: [...Array<RowStory>(1_001).fill(INDUSTRY_PENDING), 'not_matched'],
    chunks: Array<ChunkStory>(1_002).fill('recorded'),
    cancelled: true,
    fillEvery: 1,
  };

  it('shows every late block, and finds an error in the last chunk', async () => {
    await inWorld(WIDE, async (sources, { job, isEnded }) => {
      const page = await readResultsPage(sources, { job, isEnded, firstRow: 0, limit: 1_002 });
      const { results = [] } = await parsed('results', page.rowsJson());
      const submission = aSubmission(WIDE.rows.length, WIDE.perChunk);
      expect(results).toEqual(WIDE.rows.map((_, row) => shownRow(WIDE, submission, row)));
      const { entries, remaining } = await readErrorsPage(sources, { job, isEnded, firstRow: 0, limit: 10 });
      const { errors } = await parsed('errors', entries.map(plainBytes));
      expect(errors).toMatchObject([{ row: 1_001, reason: 'not_matched' }]);
      expect(remaining).toBe(0);
    });
  });
});
