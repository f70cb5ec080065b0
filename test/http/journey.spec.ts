/**
 * A job from its submission to its bill, as a client sees it: over the register that ships, and over an
 * engine that is made of a table.
 */
import examples from '../../src/api/blocks-page/block-examples.json';
import { TableEngine, type TableEnvelope } from '../../src/sandbox/table-engine.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const BLOCKS = ['company_identity', 'registered_address', 'filing_status', 'industry'] as const;

const { company_identity, registered_address, filing_status, industry } = examples;
const FILLED = {
  company_identity: company_identity.envelope,
  registered_address: registered_address.envelope,
  filing_status: filing_status.envelope,
};
const COMPANIES = [
  {
    number: '11832630',
    name: '0161 PLUMBING & HEATING LTD',
    blocks: { ...FILLED, industry: industry.envelope },
  },
  { number: '09881566', name: "1 ST KATHARINE'S WAY TENANT LTD", blocks: FILLED },
].map(({ number, name, blocks }) => ({
  ...{ number, name },
  envelope: (key: string): TableEnvelope =>
    (blocks as Readonly<Record<string, TableEnvelope>>)[key] ?? {
      status: 'not_found',
      reason: 'no_sic_on_file',
    },
}));
const TABLE = new TableEngine({
  edition: 'the-only-one',
  isLive: () => false,
  find: (named) =>
    COMPANIES.find(({ number, name }) =>
      named.kind === 'company_number'
        ? number === named.number
        : named.kind === 'company_name' && name === named.asked.toUpperCase(),
    ) ?? null,
});

interface Row {
  readonly ref: string;
  readonly status: string;
  readonly reason?: string;
  readonly matched?: { readonly company_number: string };
  readonly blocks: Readonly<Record<string, { readonly status: string }>>;
}

describe.each([
  ['the register', 'register'],
  ['an engine made of a table', TABLE],
] as const)('a job over %s', (_engine, worker) => {
  const world = forAllTests(() => ApiWorld.start({ worker }));
  const key = forAllTests(() => world.customer());

  it('goes in as rows and comes out as results, errors and a bill', async () => {
    const rows = [
      { ref: 'a', company_number: '11832630' },
      { ref: 'b', company_name: "1 st Katharine's Way Tenant Ltd" },
      { ref: 'c', company_number: '99999999' },
      { ref: 'd', company_number: '123' },
      { ref: 'e' },
    ];
    const submitted = await world.call(
      '/v1/enrich/jobs',
      { method: 'POST', body: { rows, blocks: BLOCKS }, headers: { 'x-idempotency-key': 'first' } },
      key,
    );
    const job = String(submitted.body['job_id']);
    expect(submitted.status).toBe(202);
    expect(submitted.headers.get('location')).toBe(`${world.api.url}/v1/enrich/jobs/${job}`);
    expect(submitted.body).toMatchObject({
      status: 'queued',
      results_ready: false,
      expires_at: null,
      blocks: BLOCKS,
    });

    const ended = await world.ended(key, job);
    expect(ended.body).toMatchObject({
      status: 'completed',
      counts: { total: 5, processed: 5, succeeded: 2, not_found: 1, failed: 2, site_unreachable: 0 },
    });
    expect(ended.body).not.toHaveProperty('retry_after_ms');

    const results = await world.call(`/v1/enrich/jobs/${job}/results`, {}, key);
    const shown = results.body['results'] as readonly Row[];
    expect(shown.map(({ ref, status, reason }) => [ref, status, reason])).toEqual([
      ['a', 'done', undefined],
      ['b', 'done', undefined],
      ['c', 'done', 'not_matched'],
      ['d', 'done', 'invalid_company_number'],
      ['e', 'done', 'no_company_key'],
    ]);
    expect(shown.slice(0, 2).map(({ matched }) => matched?.company_number)).toEqual(['11832630', '09881566']);
    expect(results.body).toMatchObject({ next_cursor: null, remaining: 0, results_ready: true });

    const errors = await world.call(`/v1/enrich/jobs/${job}/errors`, {}, key);
    expect(errors.body['errors']).toEqual([
      expect.objectContaining({
        row: 2,
        ref: 'c',
        company_number: '99999999',
        reason: 'not_matched',
        retry_suggested: false,
      }),
      expect.objectContaining({ row: 3, ref: 'd', company_number: '123', reason: 'invalid_company_number' }),
      expect.objectContaining({ row: 4, ref: 'e', reason: 'no_company_key' }),
    ]);

    const billed = shown
      .flatMap(({ blocks }) => Object.values(blocks))
      .filter(({ status }) => status === 'available');
    const usage = await world.call(`/v1/usage?job_id=${job}`, {}, key);
    expect(usage.body).toMatchObject({ counts: { rows: 2, units: billed.length }, job_id: job });

    const again = await world.call(
      '/v1/enrich/jobs',
      { method: 'POST', body: { blocks: BLOCKS, rows }, headers: { 'x-idempotency-key': 'first' } },
      key,
    );
    expect([again.status, again.body['job_id'], again.headers.get('idempotent-replayed')]).toEqual([
      200,
      job,
      'true',
    ]);
    expect((await world.call('/v1/usage', {}, key)).body['counts']).toEqual(usage.body['counts']);
  });
});
