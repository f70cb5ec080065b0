/**
 * `npm run bench:console -- --data DIR`: how long each page of the console takes on a long log, over a data directory that
 * `npm run bench:audit -- --events 10000000 --data DIR` has written. Each page is asked once, then again and again; no
 * network is between. What is looked at is recorded, as it always is: use a copy. `--only TEXT` asks the pages whose path has
 * it. Processor time is of the whole process, its store threads too. `--whoami SECONDS` then asks a service over the same
 * directory `whoami`, with nobody at its console and with two who open page after page.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConsoleServer } from '../src/console/server.js';
import { addUser } from '../src/operator/staff/users.js';
import { StandingOperator } from '../src/operator/operator.js';
import { systemEntropy } from '../src/platform/secrets/entropy.js';
import { systemClock } from '../src/platform/time/clock.js';
import { openStores } from '../src/platform/stores/stores.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import { createProjectorRole } from '../src/processes/projector-role.js';
import { loadSettings } from '../src/settings/settings.js';
import { operatorActor } from '../src/streams/envelope.js';
import { rowEventId } from '../src/streams/rows/rows.events.js';
import { machine, ms, quantile, table, whole } from './support/figures.js';
import { BUSY, type WrittenLog } from './support/valid-log.js';
import { whoamiBeside } from './support/whoami-beside.js';

const AIM_MS = 300;
const TIMES = 9;
const PASSWORD = 'a password of the bench';

const { values } = parseArgs({
  options: { data: { type: 'string' }, only: { type: 'string', default: '' }, whoami: { type: 'string' } },
});
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

interface Asked {
  readonly took: number;
  readonly cpu: number;
  readonly status: number;
}

/** In milliseconds. */
async function timed(server: ConsoleServer, url: string, cookie: string): Promise<Asked> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { statusCode } = await server.app.inject({ method: 'GET', url, headers: { cookie } });
  const { user, system } = process.cpuUsage(before);
  return { took: performance.now() - started, cpu: (user + system) / 1_000, status: statusCode };
}

async function lineOf(server: ConsoleServer, url: string, cookie: string): Promise<string[]> {
  const first = await timed(server, url, cookie);
  const all = [first];
  while (all.length <= TIMES && first.took < 10 * AIM_MS) all.push(await timed(server, url, cookie));
  const later = all.length === 1 ? all : all.slice(1);
  const middle = quantile(
    later.map(({ took }) => took),
    0.5,
  );
  const cpu = quantile(
    later.map(({ cpu }) => cpu),
    0.5,
  );
  const slowest = Math.max(...all.map(({ took }) => took));
  const verdict = middle < AIM_MS ? 'met' : 'NOT MET';
  return [url.slice(0, 60), String(first.status), ms(first.took), ms(middle), ms(slowest), ms(cpu), verdict];
}

async function main(): Promise<void> {
  const written = JSON.parse(readFileSync(join(dataDir, 'written-log.json'), 'utf8')) as WrittenLog;
  console.log(`${machine()}\n${whole(written.events)} logical events`);
  const settings = loadSettings({ DATA_DIR: dataDir });
  const stores = await openStores({ ...settings, hosting: 'thread' });
  const operators = await StandingOperator.open(settings, stores);
  const logger = createLogger({ logLevel: 'error' });
  // As in a running service: a page that reads what a look before it wrote doesn't drive the lanes itself.
  const projector = createProjectorRole(stores, logger);
  await projector.start();
  const server = new ConsoleServer({
    settings,
    operators,
    logger,
    clock: systemClock,
    entropy: systemEntropy(),
    issuer: null,
  });
  await server.app.ready();
  const operator = operators.as({ actor: operatorActor('bench'), requestId: 'bench' });
  const cookie = await signedIn(server, (await addUser(operator, 'bench', 'admin')).link);
  const lines: string[][] = [];
  for (const url of pagesOf(written).filter((page) => page.includes(values.only)))
    lines.push(await lineOf(server, url, cookie));
  const head = ['page', 'status', 'first', 'median', 'slowest', 'processor', `${AIM_MS} ms`];
  console.log(table(head, lines));
  await server.app.close();
  await operators.close();
  await projector.stop();
  await stores.close();
  if (values.whoami !== undefined)
    console.log(await whoamiBeside(dataDir, pagesOf(written), Number(values.whoami)));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
