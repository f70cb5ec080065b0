/** Receipts of answers over HTTP, read by somebody outside and compared with the log. */
import { createHash } from 'node:crypto';
import { receiptVkey } from '../../../src/heads/entries.js';
import { RECEIPTS, loadSigningKey } from '../../../src/billing/statements/signing-keys.js';
import { ONE, smallRegister } from '../../support/small-register.js';
import {
  monitored,
  openReceipt,
  provenReceipt,
  receiptKeysIn,
  type ReceiptProof,
} from '../../support/heads/outside-checker.js';
import { OperatorServicesFactory } from '../../../src/operator/operator.js';
import { replaceReceiptKey } from '../../../src/operator/statements/replace-keys.js';
import { HEADS_CONTEXT } from '../../support/heads/logs-of-heads.js';
import { headLogger } from '../../../src/heads/head-logger.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { allEvents, leavesOf, sealed } from '../../support/seals/sealed-logs.js';
import { ApiWorld, type Call, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ companies: register.file }));
afterAll(() => register.remove());
const key = forAllTests(() => world.customer());

const call = (path: string, more: Call = {}): Promise<Reply> => world.call(path, more, key);
const post = (path: string, more: Call = {}): Promise<Reply> => call(path, { method: 'POST', ...more });
const RESOLVE = `/v1/resolve?company_number=${ONE.number}&blocks=company_identity`;
const sha256 = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The lines of an answer's receipt, once its signature holds. */
function receipt({ headers }: Reply): string[] {
  const vkey = receiptVkey(loadSigningKey(world.settings.receiptKey, RECEIPTS));
  return openReceipt(headers.get('x-receipt'), [vkey]);
}

/** The type of the event that a receipt names, where the log has it with this leaf. */
async function eventOf([, , , , id, leaf]: readonly string[]): Promise<string> {
  const events = await allEvents(world.stores.eventStore);
  const found = leavesOf(events).find((text) => (JSON.parse(text) as { id: string }).id === id);
  expect(sha256('\u0000', found ?? '')).toBe(leaf);
  return (JSON.parse(found ?? '{}') as { type?: string }).type ?? 'none';
}

describe('the receipt of', () => {
  it('a resolve names its record, its units and its request', async () => {
    const answer = await call(RESOLVE);
    const lines = receipt(answer);
    expect(lines.slice(0, 4)).toEqual([
      'company-data receipt v1',
      answer.body['job_id'],
      sha256(`GET /v1/resolve\n{"blocks":["company_identity"],"company_number":"${ONE.number}"}`),
      answer.headers.get('x-billed-units'),
    ]);
    expect(await eventOf(lines)).toBe('RowsRecorded');
    expect(Date.now() - Date.parse(lines[8] ?? '')).toBeLessThan(60_000);
  });

  it('a resolve that can be taken over, one that is not stored and one that fails names their records', async () => {
    const keyed = await call(RESOLVE, { headers: { 'Idempotency-Key': 'keyed' } });
    const unstored = await call(`${RESOLVE}&store=false`);
    const failed = await call('/v1/resolve?company_name=Nobody+Has+This+Name+Zzzq');
    expect([keyed.status, unstored.status, failed.status]).toEqual([200, 200, 404]);
    for (const answer of [keyed, unstored, failed])
      expect(await eventOf(receipt(answer))).toBe('RowsRecorded');
    expect(receipt(failed)[3]).toBe('0');
  });

  it('a replay names the event of the answer that it repeats', async () => {
    const headers = { 'Idempotency-Key': 'twice' };
    const [first, second] = [await call(RESOLVE, { headers }), await call(RESOLVE, { headers })];
    expect([second.headers.get('idempotent-replayed'), second.headers.get('x-billed-units')]).toEqual([
      'true',
      '0',
    ]);
    expect(receipt(second).slice(0, 6)).toEqual(receipt(first).slice(0, 6));
    const [job, again] = [
      await call(`${RESOLVE}&wait=false`, { headers: { 'Idempotency-Key': 'job' } }),
      await call(`${RESOLVE}&wait=false`, { headers: { 'Idempotency-Key': 'job' } }),
    ];
    expect([job.status, again.status]).toEqual([202, 200]);
    expect(receipt(again).slice(4, 6)).toEqual(receipt(job).slice(4, 6));
    expect(await eventOf(receipt(job))).toBe('JobSubmitted');
  });

  it('a key of another request names nothing', async () => {
    await call(RESOLVE, { headers: { 'Idempotency-Key': 'mine' } });
    const other = await call(`${RESOLVE}&ref=other`, { headers: { 'Idempotency-Key': 'mine' } });
    expect([other.status, receipt(other)[1], ...receipt(other).slice(3, 6)]).toEqual([
      409,
      '-',
      '0',
      '-',
      '-',
    ]);
  });

  it('a submission and a cancel name their events, and asking again names the same', async () => {
    const rows = [{ company_number: ONE.number }, { company_name: 'Nobody' }];
    const submitted = await post('/v1/enrich/jobs', { body: { rows, blocks: ['company_identity'] } });
    const lines = receipt(submitted);
    expect([submitted.status, lines[1], lines[3]]).toEqual([202, submitted.body['job_id'], '0']);
    expect(await eventOf(lines)).toBe('JobSubmitted');
    const path = `/v1/enrich/jobs/${String(submitted.body['job_id'])}/cancel`;
    const [first, second] = [receipt(await post(path)), receipt(await post(path))];
    expect(first.slice(1, 3)).toEqual([submitted.body['job_id'], sha256(`POST ${path}\n{}`)]);
    expect(second.slice(4, 6)).toEqual(first.slice(4, 6));
    expect(await eventOf(first)).toBe('JobCancelRequested');
  });

  it('a cancel without effect names no event', async () => {
    const job = String((await call(RESOLVE)).body['job_id']);
    const ended = receipt(await post(`/v1/enrich/jobs/${job}/cancel`));
    expect([ended[1], ended[4], ended[5]]).toEqual([job, '-', '-']);
    for (const id of ['job_01JDXB8Z5N0000000000000001', 'x']) {
      const unknown = await post(`/v1/enrich/jobs/${id}/cancel`);
      expect([unknown.status, receipt(unknown)[1], receipt(unknown)[4]]).toEqual([404, '-', '-']);
    }
  });
});

it('answers that record nothing by a fault of the request, and those of other operations, have none', async () => {
  const job = String((await call(RESOLVE)).body['job_id']);
  for (const [path, status] of [
    ['/v1/resolve?company_number=1', 400],
    [`/v1/enrich/jobs/${job}`, 200],
    ['/v1/whoami', 200],
  ] as const) {
    const answer = await call(path);
    expect([path, answer.status, answer.headers.get('x-receipt')]).toEqual([path, status, null]);
  }
});

it('names the last seal within seconds', async () => {
  const seal = await sealed(world.stores.eventStore);
  await new Promise((resolve) => setTimeout(resolve, 0));
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  await call(RESOLVE);
  jest.restoreAllMocks();
  const until = Date.now() + 20_000;
  let lines = receipt(await call(RESOLVE));
  while (lines[6] !== String(seal?.leaves) && Date.now() < until) lines = receipt(await call(RESOLVE));
  expect(lines.slice(6, 8)).toEqual([
    String(seal?.leaves),
    Buffer.from(seal?.root ?? '', 'hex').toString('base64'),
  ]);
});

describe('the proof of a receipt', () => {
  const proofOf = (id: string, by = key): Promise<Reply> => world.call(`/receipts/${id}/proof`, {}, by);
  const logAll = async (): Promise<void> => {
    await sealed(world.stores.eventStore);
    const ports = { store: world.stores.eventStore, clock: systemClock, entropy: systemEntropy() };
    await headLogger(world.settings, ports).catchUp(HEADS_CONTEXT);
  };

  it('leads from the leaf to the seal and to a checkpoint, in a first seal and in a later one', async () => {
    for (const round of [1, 2]) {
      const lines = receipt(await call(`${RESOLVE}&ref=${round}`));
      const id = lines[4] ?? '';
      const early = await proofOf(id);
      expect([early.status, early.headers.get('retry-after')]).toEqual([503, '10']);
      await logAll();
      const { status, body } = await proofOf(id);
      expect(status).toBe(200);
      const vkey = await (await fetch(`${world.api.url}/log/vkey`)).text();
      provenReceipt(lines, body as unknown as ReceiptProof, vkey);
    }
  });

  it('is given for submissions and cancels, and to nobody else', async () => {
    const rows = [{ company_number: ONE.number }];
    const submitted = receipt(
      await post('/v1/enrich/jobs', { body: { rows, blocks: ['company_identity'] } }),
    );
    const cancelled = receipt(await post(`/v1/enrich/jobs/${submitted[1] ?? ''}/cancel`));
    await logAll();
    const stranger = await world.customer();
    for (const [, , , , id = ''] of [submitted, cancelled]) {
      expect((await proofOf(id)).status).toBe(200);
      expect((await proofOf(id.toUpperCase())).status).toBe(200);
      expect((await proofOf(id, stranger)).status).toBe(404);
    }
    expect((await fetch(`${world.api.url}/receipts/${submitted[4] ?? ''}/proof`)).status).toBe(401);
    for (const id of [
      'x',
      '-',
      '00000000-0000-8000-8000-000000000000',
      'ffffffff-ffff-8fff-8fff-ffffffffffff',
    ])
      expect([id, (await proofOf(id)).status]).toEqual([id, 404]);
  });

  it('is given for receipts of a replaced key too, and the new key signs within seconds', async () => {
    const bytes = async (path: string): Promise<Buffer> =>
      Buffer.from(await (await fetch(`${world.api.url}/log/${path}`)).arrayBuffer());
    await logAll();
    const header = async (): Promise<string> => (await call(RESOLVE)).headers.get('x-receipt') ?? '';
    const old = await header();
    const operators = await OperatorServicesFactory.open(world.settings, world.stores);
    const { vkey, retired } = await replaceReceiptKey(
      operators.servicesFor({ actor: 'operator', requestId: 'cli-receipts' }),
    );
    await operators.close();
    expect(() => openReceipt(old, [vkey])).toThrow('no key of receipts');
    const later = performance.now() + 10_000;
    jest.spyOn(performance, 'now').mockReturnValue(later);
    await call(RESOLVE);
    jest.restoreAllMocks();
    const isOfNext = (note: string): boolean => {
      try {
        return openReceipt(note, [vkey]).length > 0;
      } catch {
        return false;
      }
    };
    let next = await header();
    for (const until = Date.now() + 20_000; !isOfNext(next) && Date.now() < until;) next = await header();
    await logAll();
    const log = (await bytes('vkey')).toString();
    const named = receiptKeysIn((await monitored(bytes, log)).entries);
    expect(new Set(named)).toEqual(new Set([...retired, vkey]));
    for (const note of [old, next]) {
      const lines = openReceipt(note, named);
      provenReceipt(lines, (await proofOf(lines[4] ?? '')).body as unknown as ReceiptProof, log);
    }
  });
});
