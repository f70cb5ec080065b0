import type { Reply } from '../../support/worlds/api-world.js';
import { heldBatches, worldHeldAt } from '../../support/held-batches.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

/** More than one chunk, so that some can be started while others wait. */
const ROWS = 6_000;

const held = heldBatches();
const world = worldHeldAt(held);
const key = forAllTests(() => world.customer());

const rows = Array.from({ length: ROWS }, (_, index) => ({
  ref: `${held.mark}${index}`,
  company_number: '00000006',
}));
const cancel = (job: string): Promise<Reply> =>
  world.call(`/v1/enrich/jobs/${job}/cancel`, { method: 'POST' }, key);

interface Page {
  readonly results: readonly { readonly ref: string; readonly reason?: string }[];
  readonly errors: readonly {
    readonly row: number;
    readonly reason: string;
    readonly retry_suggested: boolean;
  }[];
  readonly next_cursor: string | null;
}

async function all<K extends 'results' | 'errors'>(job: string, what: K): Promise<Page[K][number][]> {
  const entries: Page[K][number][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await world.call(`/v1/enrich/jobs/${job}/${what}?limit=1000${query}`, {}, key);
    const page = body as unknown as Page;
    entries.push(...page[what]);
    cursor = page.next_cursor;
  }
  return entries;
}

describe('POST /v1/enrich/jobs/{job_id}/cancel', () => {
  it('delivers what was started, skips the rest, and bills only what was delivered', async () => {
    const body = { rows, blocks: ['charges'] };
    const job = String((await world.call('/v1/enrich/jobs', { method: 'POST', body }, key)).body['job_id']);
    await held.began;
    expect((await world.events()).some(({ event }) => event.type === 'ChunkStarted')).toBe(true);
    const requested = await cancel(job);
    expect([requested.status, requested.body['status'], requested.body['results_ready']]).toEqual([
      200,
      'cancelling',
      false,
    ]);
    expect(Number(requested.headers.get('retry-after'))).toBeGreaterThan(0);
    const again = await cancel(job);
    expect(again.body['status']).toBe('cancelling');
    expect((await world.events()).filter(({ event }) => event.type === 'JobCancelRequested')).toHaveLength(1);

    held.letGo();
    const ended = await world.ended(key, job);
    const counts = ended.body['counts'] as { total: number; processed: number; succeeded: number };
    expect(ended.body['status']).toBe('cancelled');
    expect(counts.processed).toBe(counts.succeeded);
    expect(counts.processed).toBeGreaterThan(0);
    expect(counts.processed).toBeLessThan(ROWS);

    const results = await all(job, 'results');
    expect(results.map(({ ref }) => ref)).toEqual(rows.map(({ ref }) => ref));
    const skipped = results.filter(({ reason }) => reason === 'not_completed');
    expect(skipped).toHaveLength(ROWS - counts.processed);
    const errors = await all(job, 'errors');
    expect(errors.map(({ row }) => row)).toEqual(
      results.flatMap(({ reason }, row) => (reason === undefined ? [] : [row])),
    );
    expect(errors[0]).toMatchObject({
      reason: 'not_completed',
      retry_suggested: true,
      company_number: '00000006',
    });
    const usage = await world.call(`/v1/usage?job_id=${job}`, {}, key);
    expect(usage.body['counts']).toEqual({ rows: counts.processed, units: counts.processed });

    const late = await cancel(job);
    expect({ ...late.body }).toEqual(ended.body);
  });
});
