/** A customer's own statements, with a key of the account. GET never issues one. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptStatementPath } from '../../../src/billing/statements/kept-file.js';
import { OperatorServicesFactory } from '../../../src/operator/operator.js';
import { issueStatement } from '../../../src/operator/statements/issue-statements.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { keepAskers } from '../../../packages/platform/src/tasks/asker.js';
import { eventually } from '../../support/eventually.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { ApiWorld, type IssuedKey, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher(), judged: false }));
const key = forAllTests(() => world.customer());
const other = forAllTests(() => world.customer());
const month = new Date().toISOString().slice(0, 7);

/** The file is no single JSON text. */
async function call(
  path: string,
  by: IssuedKey | null = key,
  more: Record<string, string> = {},
  method = 'GET',
): Promise<Reply> {
  const authorization: Record<string, string> = by === null ? {} : { authorization: `Bearer ${by.key}` };
  const response = await fetch(`${world.api.url}${path}`, { method, headers: { ...authorization, ...more } });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, body, text };
}
const kept = (account = key.account): string => keptStatementPath(world.settings.dataDir, account, month);
const head = async (): Promise<string> =>
  (await world.stores.eventStore.readAll({ after: LOG_START, limit: 5_000 })).position;

async function issue(account = key.account, days = 40): Promise<string> {
  const operators = await OperatorServicesFactory.open(world.settings, world.stores);
  const file = join(world.settings.dataDir, `issued-${account}.ndjson`);
  const now = new Date(Date.now() + days * 86_400_000);
  const operator = operators.servicesFor({ actor: 'operator', requestId: 'cli-statements' });
  await issueStatement(operator, { account, month, file, now, onProgress: () => undefined });
  await operators.close();
  return readFileSync(file, 'utf8');
}

let text: string;
beforeAll(async () => {
  const rows = ['00000001', '00000005'].map((company_number) => ({ company_number }));
  await world.ranJob(key, rows, ['industry', 'company_identity']);
});

it('there is none before one is issued, nor while only a partial one is', async () => {
  expect((await call('/statements')).body).toEqual({ statements: [] });
  const before = await head();
  expect((await call(`/statements/${month}`)).status).toBe(404);
  expect(await head()).toBe(before);
  await issue(key.account, 0);
  expect((await call(`/statements/${month}`)).status).toBe(404);
  expect((await call('/statements')).body).toEqual({ statements: [] });
});

describe('a complete statement', () => {
  beforeAll(async () => {
    text = await issue();
  });

  it('is sent as it was signed, and listed with its sum', async () => {
    const { status, text: sent, headers } = await call(`/statements/${month}`);
    expect([status, sent]).toEqual([200, text]);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    const sum = createHash('sha256').update(text).digest('hex');
    const { body } = await call('/statements');
    expect(body).toEqual({
      statements: [
        { month, state: 'complete', issued_at: expect.stringMatching(/Z$/) as unknown, sha256: sum },
      ],
    });
  });

  it('has an entity tag, and 304 for who has it', async () => {
    const tag = (await call(`/statements/${month}`)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^(?:W\/)?"/);
    const again = await call(`/statements/${month}`, key, { 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await call(`/statements/${month}`, key, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is sent whatever form the client asks for, and by HEAD without a body', async () => {
    const accepted = await call(`/statements/${month}`, key, { accept: 'application/x-ndjson' });
    expect([accepted.status, accepted.text]).toEqual([200, text]);
    const { status, text: nothing } = await call(`/statements/${month}`, key, {}, 'HEAD');
    expect([status, nothing]).toEqual([200, '']);
  });

  it('counts in the rate limit of the key', async () => {
    const left = ({ headers }: Reply): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const first = left(await call('/statements'));
    expect(left(await call(`/statements/${month}`))).toBe(first - 1);
  });

  it('is never another account’s', async () => {
    expect((await call(`/statements/${month}`, other)).status).toBe(404);
    expect((await call('/statements', other)).body).toEqual({ statements: [] });
  });

  it.each([
    '2020-01',
    '2026-13',
    'latest',
    '..',
    '%2e%2e%2fevents.db',
    `${month}.ndjson`,
    `${month}%00`,
    '__proto__',
  ])('is not found under %s', async (wrong) => {
    expect((await call(`/statements/${wrong}`)).status).toBe(404);
  });

  it('needs a key with read scope, and no other method', async () => {
    expect((await call(`/statements/${month}`, null)).status).toBe(401);
    expect((await call('/statements', null)).status).toBe(401);
    const writer = await world.key(key.account, { scopes: ['enrich'] });
    expect((await call(`/statements/${month}`, writer)).status).toBe(403);
    expect((await call('/statements', key, {}, 'POST')).status).toBe(405);
    expect((await call(`/statements/${month}`, key, {}, 'DELETE')).status).toBe(405);
  });

  it.each([
    ['gone', (path: string) => rmSync(path)],
    ['cut off', (path: string) => writeFileSync(path, text.slice(0, 200))],
    ['another month’s', (path: string) => writeFileSync(path, text.replaceAll(month, '2020-01'))],
  ])('is made again where its file is %s: 503 until then, and nothing is issued', async (_what, spoil) => {
    // A store was slow a moment ago: requests' work ends with their clients, and this work must not.
    keepAskers();
    const before = await head();
    spoil(kept());
    const quiet = await call(`/statements/${month}`, key, {}, 'HEAD');
    expect(quiet.status).toBe(503);
    expect((await call('/statements')).body).toMatchObject({ statements: [{ sha256: null }] });
    const first = await call(`/statements/${month}`);
    expect(first.status).toBe(503);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(first.body['detail']).toBe('unavailable');
    const again = await eventually('the file is there again', async () => {
      const reply = await call(`/statements/${month}`);
      return reply.status === 200 ? reply : undefined;
    });
    expect(again.text).toBe(text);
    expect(await head()).toBe(before);
  });

  it('is no part of the published interface', async () => {
    const { body } = await call('/openapi.json', null);
    expect(Object.keys(body['paths'] as object).filter((path) => !path.startsWith('/v1'))).toEqual([]);
  });
});
