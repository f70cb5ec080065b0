/**
 * A journey with everything a client could put a secret into, on a service that logs all it can: afterwards no secret
 * stands in its logs, in the log of events or in any file that it wrote.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { CommandLineOn } from '../../support/cli.js';
import { eventually } from '../../support/eventually.js';
import { smallRegister } from '../../support/small-register.js';

const PROGRAM = join(__dirname, '..', '..', '..', 'bin', 'company-data.js');
/** A busy machine takes its time to start a process. */
const START_MS = 60_000;
const IDEMPOTENCY_KEY = 'order-4711-of-a-customer';
const WRONG_SECRET = 'Wr0ngS3cret'.padEnd(40, 'x');
const SETTINGS = {
  LOG_LEVEL: 'trace',
  KEY_HASH_SECRET: 'a-key-hash-secret-of-the-deployment-0001',
  CURSOR_SECRET: 'a-cursor-secret-of-the-deployment-000001',
};

const register = smallRegister();
const cli = new CommandLineOn('inside', SETTINGS);
let child: ChildProcess;
let url: string;
let key: string;
let secret: string;

const printed = (): string => readFileSync(join(cli.dataDir, 'printed.txt'), 'utf8');

beforeAll(async () => {
  await cli.json('register', 'import', '--source', 'companies', register.file);
  await cli.json('accounts', 'create', '--email', 'who@example.co.uk', '--name', 'Who Ltd');
  ({ key } = await cli.json<{ key: string }>('keys', 'issue', '--account', '1001', '--name', 'k'));
  secret = key.slice(-40);
  const file = openSync(join(cli.dataDir, 'printed.txt'), 'w');
  child = spawn(process.execPath, [PROGRAM, 'serve', '--json'], {
    env: { ...SETTINGS, PATH: process.env['PATH'], DATA_DIR: cli.dataDir, PORT: '0' },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  url = await eventually('the address', () => /"url":"([^"]+)"/.exec(printed())?.[1], START_MS);
  await eventually('readiness', async () => (await fetch(`${url}/readyz`)).ok, START_MS);
});
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  cli.remove();
  register.remove();
});

const send = async (path: string, { headers = {}, ...init }: RequestInit = {}): Promise<number> => {
  const authorization = `Bearer ${key}`;
  const response = await fetch(`${url}${path}`, { headers: { authorization, ...headers }, ...init });
  await response.arrayBuffer();
  return response.status;
};

/** Bytes that are no request, with the key in them. */
const sendBroken = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.end(`GET /v1/whoami HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nX: \u0000\r\n\r\n`),
    );
    socket.on('error', reject).on('close', () => resolve());
    socket.resume();
  });

async function journey(): Promise<void> {
  const idempotent = { 'x-idempotency-key': IDEMPOTENCY_KEY };
  const submission = {
    method: 'POST',
    headers: { ...idempotent, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: [{ company_number: '01234567' }], blocks: ['company_identity'] }),
  };
  expect(await send('/v1/whoami')).toBe(200);
  expect(await send('/v1/enrich/jobs', submission)).toBe(202);
  expect(await send('/v1/enrich/jobs', submission)).toBe(200);
  expect(await send('/v1/resolve?company_number=01234567', { headers: idempotent })).toBe(409);
  expect(await send('/v1/resolve?company_number=01234567&blocks=company_identity')).toBe(200);
  expect(await send(`/v1/resolve?company_number=01234567&x=${key}`)).toBe(400);
  expect(await send(`/v1/${key}`)).toBe(404);
  expect(await send(`/v1/enrich/jobs/${key}/results?cursor=${key}`)).toBe(404);
  // A field that holds a whole key is refused.
  expect(await send(`/v1/usage?job_id=${key}`)).toBe(400);
  const strange = { 'x-request-id': key, 'user-agent': key, cookie: `k=${key}`, referer: `https://x/${key}` };
  expect(await send('/v1/blocks', { headers: strange })).toBe(200);
  const wrong = key.replace(secret, WRONG_SECRET);
  expect(await send('/v1/whoami', { headers: { authorization: `Bearer ${wrong}` } })).toBe(401);
  expect(await send('/v1/whoami', { headers: { authorization: key } })).toBe(401);
  expect(await send(`/${key}`)).toBe(404);
  await sendBroken();
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('secrets', () => {
  it('stand in no log, no event and no file of the service', async () => {
    await journey();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await cli.json('events', 'export', join(cli.dataDir, 'events.ndjson'));

    const keyId = key.split('_')[2] ?? '';
    // The searched files do hold what may be known: else this would prove nothing.
    const files = new Map(filesUnder(cli.dataDir).map((file) => [file, readFileSync(file)]));
    const holding = (text: string): string[] =>
      [...files].flatMap(([file, bytes]) => (bytes.includes(text) ? [file] : []));
    expect(holding(keyId)).toEqual(
      expect.arrayContaining([join(cli.dataDir, 'printed.txt'), join(cli.dataDir, 'events.ndjson')]),
    );
    const secrets = [secret, WRONG_SECRET, IDEMPOTENCY_KEY, SETTINGS.KEY_HASH_SECRET, SETTINGS.CURSOR_SECRET];
    for (const text of secrets) expect([text, holding(text)]).toEqual([text, []]);
  });
});
