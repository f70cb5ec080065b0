import type { Reply } from '../../support/worlds/api-world.js';
import { heldBatches, worldHeldAt } from '../../support/held-batches.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const held = heldBatches();
const world = worldHeldAt(held);
const key = forAllTests(() => world.customer());

/** Numbers that end in 9 are not matched. */
const rows = Array.from({ length: 250 }, (_, index) => ({
  ref: `${held.mark}${index}`,
  company_number: `0000${1000 + index}`,
}));

const read = (job: string, query = '', page = 'results'): Promise<Reply> =>
  world.call(`/v1/enrich/jobs/${job}/${page}${query}`, {}, key);
const refs = ({ body }: Reply): string[] => (body['results'] as { ref: string }[]).map(({ ref }) => ref);

describe('pages of results and errors', () => {
  it('keep every place while the job runs, and fill up', async () => {
    const body = { rows, blocks: ['charges'] };
    const job = String((await world.call('/v1/enrich/jobs', { method: 'POST', body }, key)).body['job_id']);
    const early = await read(job, '?limit=3');
    expect(early.body).toMatchObject({
      results: [0, 1, 2].map((row) => ({ ref: `${held.mark}${row}`, status: 'pending', blocks: {} })),
      remaining: 247,
      results_ready: false,
      expires_at: null,
    });
    expect((await read(job, '', 'errors')).body).toMatchObject({
      errors: [],
      next_cursor: null,
      remaining: 0,
      results_ready: false,
    });

    held.letGo();
    const ended = await world.ended(key, job);
    // A cursor given out while the job ran goes on where it said, with any limit.
    const second = await read(job, `?cursor=${String(early.body['next_cursor'])}&limit=200`);
    expect(refs(second)).toEqual(rows.slice(3, 203).map(({ ref }) => ref));
    const third = await read(job, `?cursor=${String(second.body['next_cursor'])}`);
    expect(refs(third)).toEqual(rows.slice(203).map(({ ref }) => ref));
    expect(third.body).toMatchObject({
      next_cursor: null,
      remaining: 0,
      results_ready: true,
      expires_at: ended.body['expires_at'],
    });
    expect(refs(await read(job))).toHaveLength(100);
    expect(refs(await read(job, '?limit=5000'))).toHaveLength(100);

    // Rows are kept deflated: a client that takes gzip gets them as they are.
    const [packed, plain] = await Promise.all(
      ['gzip', 'identity'].map(async (coding) => {
        const headers = { 'accept-encoding': coding };
        return world.call(`/v1/enrich/jobs/${job}/results?limit=250`, { headers }, key);
      }),
    );
    expect(packed?.headers.get('content-encoding')).toBe('gzip');
    expect(plain?.headers.get('content-encoding')).toBeNull();
    expect(packed?.body).toEqual(plain?.body);

    const errors = await read(job, '?limit=20', 'errors');
    expect((errors.body['errors'] as { row: number }[]).map(({ row }) => row)).toEqual(
      Array.from({ length: 20 }, (_, index) => 9 + 10 * index),
    );
    expect(errors.body['remaining']).toBe(5);
    const rest = await read(job, `?cursor=${String(errors.body['next_cursor'])}`, 'errors');
    expect(rest.body).toMatchObject({ remaining: 0, next_cursor: null });
    expect(rest.body['errors']).toHaveLength(5);
    // A cursor belongs to its page.
    expect((await read(job, `?cursor=${String(errors.body['next_cursor'])}`)).body['detail']).toBe(
      'malformed_cursor',
    );
  });
});
