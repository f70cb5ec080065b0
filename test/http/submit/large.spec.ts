/** Submissions of the largest size: taken in by a thread of their own while the API goes on answering. */
import { gzipSync } from 'node:zlib';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const ROWS = process.env['TEST_LONG'] === '1' ? 250_000 : 25_000;

const world = forAllTests(() => ApiWorld.start());
const key = forAllTests(() => world.customer());

const rows = Array.from({ length: ROWS }, (_, index) => ({
  ref: `row-${index}`,
  company_number: String(index).padStart(8, '0'),
}));
const submission = JSON.stringify({ rows, blocks: ['company_identity', 'industry'] });
const submit = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  world.call('/v1/enrich/jobs', { method: 'POST', body, headers }, key);

describe(`a submission of ${ROWS} rows`, () => {
  it('is accepted whole, plain or gzipped, while others are answered', async () => {
    const meanwhile: number[] = [];
    let accepted = false;
    const polling = (async () => {
      while (!accepted) meanwhile.push((await world.call('/v1/whoami', {}, key)).status);
    })();
    const plain = await submit(submission, { 'x-idempotency-key': 'large' });
    accepted = true;
    await polling;
    expect([plain.status, plain.body['counts']]).toEqual([
      202,
      { total: ROWS, processed: 0, succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
    ]);
    expect(new Set(meanwhile)).toEqual(new Set([200]));
    const packed = await submit(gzipSync(submission), {
      'x-idempotency-key': 'large',
      'content-encoding': 'gzip',
    });
    expect([packed.status, packed.body['job_id']]).toEqual([200, plain.body['job_id']]);
  });

  it('is refused with every fault counted, as a small one is', async () => {
    const faulty = rows.map((row, index) => (index % 5 === 0 ? { ...row, company_number: 7 } : row));
    const reply = await submit(JSON.stringify({ rows: faulty, blocks: ['horses'] }), {
      'x-idempotency-key': '',
    });
    expect(reply.status).toBe(400);
    expect(reply.body['errors_total']).toBe(ROWS / 5 + 2);
    const errors = reply.body['errors'] as Record<string, unknown>;
    expect(Object.keys(errors)).toHaveLength(100);
    expect(Object.keys(errors).slice(0, 3)).toEqual([
      'x-idempotency-key',
      'blocks[0]',
      'rows[0].company_number',
    ]);
    expect((await submit(submission.slice(0, -1))).body['detail']).toBe('malformed_json');
  });

  it("is refused by the key's own cap", async () => {
    const capped = await world.key(key.account, { max_rows: 10 });
    const reply = await world.call('/v1/enrich/jobs', { method: 'POST', body: submission }, capped);
    expect([reply.status, reply.body['detail']]).toEqual([413, 'too_many_rows']);
  });
});
