/**
 * `npm run bench:console -- --data DIR`: how long each page of the console takes on a long log, over a data directory that
 * `npm run bench:audit -- --events 10000000 --data DIR` has written. Each page is asked once, then again and again; no
 * network is between. What is looked at is recorded, as it always is: use a copy.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConsoleServer } from '../src/console/server.js';
import { addUser } from '../src/operator/console/users.js';
import { StandingOperator } from '../src/operator/standing-operator.js';
import { systemEntropy } from '../src/platform/secrets/entropy.js';
import { openStores } from '../src/platform/stores/stores.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import { loadSettings } from '../src/settings/settings.js';
import { operatorActor } from '../src/streams/envelope.js';
import { rowEventId } from '../src/streams/rows/rows.events.js';
import { machine, ms, quantile, table, whole } from './support/figures.js';
import { BUSY, type WrittenLog } from './support/valid-log.js';

const AIM_MS = 300;
const TIMES = 9;
const PASSWORD = 'a password of the bench';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const dataDir = values.data ?? '';

const pagesOf = ({ largest }: WrittenLog): readonly string[] => {
  const job = `/jobs/${largest.id}`;
  const charge = rowEventId(largest.id, largest.rows - 2, 'RowCharged');
  return [
    '/',
    '/accounts',
    `/accounts/${BUSY.account}`,
    `/accounts/${BUSY.account}?month=${BUSY.month}`,
    `/accounts/${BUSY.account}/statements`,
    `/keys/${largest.key}`,
    job,
    `${job}/progress`,
    `${job}/results?from=125000`,
    `${job}/errors`,
    `${job}/rows/${largest.rows - 2}`,
    `/charges/${charge}`,
    `/events/job-${largest.id}/0`,
    `/requests/req_bench_${largest.day}`,
    `/explain?account=${BUSY.account}&month=${BUSY.month}`,
    `/explain?account=${BUSY.account}&day=${BUSY.month}-15`,
    `/explain?job=${largest.id}`,
    `/explain?key=${largest.key}`,
    '/search?q=benchkey',
    '/invariants',
    '/projections',
    '/editions',
    '/blocks',
    '/replay',
  ];
};

async function signedIn(server: ConsoleServer, link: string): Promise<string> {
  const form = { link: new URL(link).searchParams.get('link') ?? '', password: PASSWORD, again: PASSWORD };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/welcome',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return `console_session=${answer.cookies[0]?.value ?? ''}`;
}

async function timed(server: ConsoleServer, url: string, cookie: string): Promise<[number, number]> {
  const started = performance.now();
  const { statusCode } = await server.app.inject({ method: 'GET', url, headers: { cookie } });
  return [performance.now() - started, statusCode];
}

async function main(): Promise<void> {
  const written = JSON.parse(readFileSync(join(dataDir, 'written-log.json'), 'utf8')) as WrittenLog;
  console.log(`${machine()}\n${whole(written.events)} logical events`);
  const settings = loadSettings({ DATA_DIR: dataDir });
  const stores = await openStores({ ...settings, hosting: 'thread' });
  const operators = await StandingOperator.open(settings, stores);
  const logger = createLogger({ logLevel: 'error' });
  const server = new ConsoleServer({ operators, logger, entropy: systemEntropy(), issuer: null });
  await server.app.ready();
  const operator = operators.as({ actor: operatorActor('bench'), requestId: 'bench' });
  const cookie = await signedIn(server, (await addUser(operator, 'bench', 'admin')).link);
  const lines: string[][] = [];
  for (const url of pagesOf(written)) {
    const [first, status] = await timed(server, url, cookie);
    const took: number[] = [];
    for (let turn = 0; turn < TIMES && first < 10 * AIM_MS; turn++)
      took.push((await timed(server, url, cookie))[0]);
    const middle = took.length === 0 ? first : quantile(took, 0.5);
    const slowest = Math.max(first, ...took);
    const verdict = middle < AIM_MS ? 'met' : 'NOT MET';
    lines.push([url.slice(0, 60), String(status), ms(first), ms(middle), ms(slowest), verdict]);
  }
  console.log(table(['page', 'status', 'first', 'median', 'slowest', `${AIM_MS} ms`], lines));
  await server.app.close();
  await operators.close();
  await stores.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
