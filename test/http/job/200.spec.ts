import { heldBatches, worldHeldAt } from '../../support/held-batches.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const held = heldBatches();
const world = worldHeldAt(held, true);
const key = forAllTests(() => world.customer());

describe('GET /v1/enrich/jobs/{job_id}', () => {
  it('says how far the job is, and when to ask again, until it has ended', async () => {
    // Numbers that end in 9 are not matched.
    const rows = ['00000006', '00000009'].map((company_number, row) => ({
      ref: `${held.mark}${row}`,
      company_number,
    }));
    const body = { rows, blocks: ['charges'] };
    const submitted = await world.call('/v1/enrich/jobs', { method: 'POST', body }, key);
    const job = String(submitted.body['job_id']);
    await held.began;
    const early = await world.call(`/v1/enrich/jobs/${job}`, {}, key);
    expect([early.status, early.body]).toMatchObject([
      200,
      {
        job_id: job,
        blocks: ['charges'],
        counts: { total: 2, processed: 0 },
        results_ready: false,
        expires_at: null,
        finished_at: null,
      },
    ]);
    expect(Number(early.body['retry_after_ms'])).toBeGreaterThan(0);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);

    held.letGo();
    const { status, body: ended, headers } = await world.ended(key, job);
    expect([status, ended]).toMatchObject([
      200,
      {
        job_id: job,
        status: 'completed',
        counts: { total: 2, processed: 2, succeeded: 1, not_found: 1, failed: 0 },
        results_ready: true,
        expires_at: expect.stringMatching(/Z$/) as unknown,
        finished_at: expect.stringMatching(/Z$/) as unknown,
      },
    ]);
    expect([ended['retry_after_ms'], headers.get('retry-after')]).toEqual([undefined, null]);
  });
});
