/** What support sees of calls that a customer really made: refusals, replays, conflicts, polls, and the bill of them. */
import { billSheet } from '../../src/investigate/sheets/bill.sheet.js';
import { keySheet, keyRequestsPart } from '../../src/investigate/sheets/key.sheet.js';
import { textOf } from '../support/sheets/sheet-text.js';
import { explainBill, explainOneCharge } from '../../src/operator/billing/explain-bill.js';
import { reportKey, type KeyReport } from '../../src/operator/investigate/investigate.js';
import { openOperatorServices, type OperatorServices } from '../../src/operator/operator.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { eventually } from '../support/eventually.js';
import { ONE, smallRegister } from '../support/small-register.js';
import { ApiWorld, type IssuedKey, type Reply } from '../support/worlds/api-world.js';

const CALLS = 9;
const WHOLE = { from: null, before: null, only: null, limit: 100 };
const ROWS = [
  { ref: 'a', company_number: ONE.number },
  { ref: 'b', company_number: '09999999' },
];

const register = smallRegister();
let world: ApiWorld;
let operator: OperatorServices & { close(): Promise<void> };
let key: IssuedKey;
let sibling: IssuedKey;
let job: string;
let told: KeyReport;

const submit = (by: IssuedKey, body: object, idempotencyKey?: string): Promise<Reply> =>
  world.call(
    '/v1/enrich/jobs',
    {
      method: 'POST',
      body: { rows: ROWS, blocks: ['company_identity'], ...body },
      headers: idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey },
    },
    by,
  );
const poll = (): Promise<Reply> => world.call(`/v1/enrich/jobs/${job}`, {}, key);

async function live(): Promise<number[]> {
  const accepted = await submit(key, {}, 'k1');
  job = String(accepted.body['job_id']);
  await world.ended(sibling, job);
  const replies = [accepted];
  for (let each = 0; each < 3; each++) replies.push(await poll());
  replies.push(await submit(key, {}, 'k1'));
  replies.push(await submit(key, { options: { min_confidence: 0.9 } }, 'k1'));
  replies.push(await submit(key, { rows: [ROWS[1], ROWS[0]] }, 'k1'));
  for (let each = 0; each < 2; each++) replies.push(await submit(key, { blocks: ['industry'] }));
  for (let each = 0; each < 3; each++) replies.push(await poll());
  return replies.map(({ status }) => status);
}

beforeAll(async () => {
  world = await ApiWorld.start({ worker: 'register', companies: register.file });
  const account = await world.account({ blocks: ['company_identity'] });
  key = await world.key(account, { requests_per_minute: CALLS });
  sibling = await world.key(account);
  expect(await live()).toEqual([202, 200, 200, 200, 200, 409, 409, 403, 403, 429, 429, 429]);
  await world.ranJob(sibling, ROWS, ['company_identity']);
  operator = await openOperatorServices(world.settings, { actor: 'operator:alice', requestId: 'cli_1' });
  const question = { ...WHOLE, keyId: key.keyId };
  await eventually('the request log is written', async () => {
    const { totals } = await reportKey(operator, question, null);
    return totals.refused['429 rate_limited'] === 3;
  });
  told = await reportKey(operator, question, 'ticket 4711');
});
afterAll(async () => {
  await operator.close();
  await world.stop();
  register.remove();
});

describe('the story of a key', () => {
  it('has each request once, equal polls and refusals in a row as one', () => {
    const job_id = job as JobId;
    expect(told.requests).toMatchObject([
      { kind: 'submitted', status: 202, job_id, count: 1, event_id: expect.any(String) as string },
      { kind: 'answered', status: 200, job_id, count: 3, method: 'GET' },
      { kind: 'replayed', status: 200, job_id, count: 1 },
      { kind: 'refused', status: 409, conflict: { job_id, differs: ['options.min_confidence'] } },
      { kind: 'refused', status: 409, conflict: { job_id, differs: [] } },
      { kind: 'refused', status: 403, detail: 'not_enabled', count: 2 },
      { kind: 'refused', status: 429, detail: 'rate_limited', count: 3 },
    ]);
    expect(told.totals).toEqual({
      kinds: { submitted: 1, answered: 3, replayed: 1, refused: 7 },
      refused: { '429 rate_limited': 3, '409 idempotency_key_reused': 2, '403 not_enabled': 2 },
    });
  });

  it('has what stands around it: siblings, jobs of both, the key that was claimed, use', () => {
    expect(told.siblings).toMatchObject([{ key_id: sibling.keyId }]);
    expect(told.jobs.map(({ key_id }) => key_id)).toEqual([sibling.keyId, key.keyId]);
    expect(told.idempotency_keys).toEqual([
      {
        key_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        job_id: job,
        time: expect.any(String) as string,
      },
    ]);
    expect(told.idempotency_keys[0]?.key_hash).toBe(told.requests[3]?.conflict?.key_hash);
    expect(told.usage).toMatchObject({ rows: 1, units: 1 });
  });

  it('has the looks of support, with their reasons', async () => {
    const { looks } = await reportKey(operator, { ...WHOLE, keyId: key.keyId }, null);
    expect(looks[0]).toMatchObject({ operator: 'alice', reason: 'ticket 4711', about: { kind: 'key' } });
  });

  it('narrows to refusals', async () => {
    const { requests } = await reportKey(operator, { ...WHOLE, keyId: key.keyId, only: 'refused' }, null);
    expect(requests.map(({ status, count }) => [status, count])).toEqual([
      [409, 1],
      [409, 1],
      [403, 2],
      [429, 3],
    ]);
  });

  it('reads well', () => {
    const text = textOf({ ...keySheet(told), parts: [keyRequestsPart(told)] });
    expect(text).toContain('Requests: 1 submitted, 3 answered, 1 replayed, 7 refused');
    expect(text.join('\n')).toContain(`differs in options.min_confidence from ${job}`);
  });
});

describe('the bill of a key', () => {
  it('is explained down to the charge, and what cost nothing is told', async () => {
    const of = { key: key.keyId, range: null };
    const bill = await explainBill(operator, { subject: of, block: null, limit: 10, reason: null });
    expect(bill).toMatchObject({
      units: 1,
      rows: 1,
      agrees: true,
      not_billed: { failed: { not_matched: 1 }, replays: 1, skipped: 0 },
      jobs: [{ job_id: job, key_id: key.keyId }],
    });
    expect(textOf(billSheet(bill, 10)).length).toBeGreaterThan(5);
    const id = bill.charges[0]?.charge_id ?? '';
    const charge = await explainOneCharge(operator, id, null);
    expect(charge).toMatchObject({
      charge_id: id,
      row: 0,
      blocks: { company_identity: 1 },
      key: { key_id: key.keyId },
      request: { method: 'POST', path: '/v1/enrich/jobs', status: 202 },
      story: { ref: 'a', company_number: ONE.number },
    });
  });
});
