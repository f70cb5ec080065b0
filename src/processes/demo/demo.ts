/**
 * `npm run demo`: submits real UK companies as a job, and shows results, errors and a bill that the event log
 * explains. It uses only the command line and the HTTP interface, as a newcomer would. `--once` stops the
 * service at the end. `--sites` shows how websites are judged instead.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorsPage, Job } from '../../../packages/client/src/index.js';
import { safeLine } from '../../../packages/words/src/text/safe-text.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import { SHOWN_BLOCKS, excerpt, type CompanyRow } from './company-excerpt.js';
import { loadRegister } from './register.js';
import { askedRows, namedCompany } from './rows.js';
import { call, openDemoAccount, startService, stopService, type Service } from './service.js';
import { demonstrateSites } from './sites/sites-demo.js';
import { cli, cliJson, heading, say, sayDimly, showCli } from './terminal.js';

const BLOCKS = ['company_identity', 'registered_address', 'filing_status', 'industry'];

/** Two companies whose answers ship: one has an owner, one has many charges and nobody who controls it. */
const SHOWN_COMPANIES = ['00227590', '03867954'];

interface DemoKeys {
  readonly live: string;
  readonly second: string;
}

const MAX_LINE_LENGTH = 150;

/** A row for a screen: one line for each field and block, cut at `MAX_LINE_LENGTH` characters. */
function condensed(row: object): string[] {
  const line = (name: string, value: unknown): string => {
    const text = `${name}: ${JSON.stringify(value)}`;
    return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
  };
  return Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
    name === 'blocks' && typeof value === 'object' && value !== null
      ? ['blocks:', ...Object.entries(value).map(([key, envelope]) => `  ${line(key, envelope)}`)]
      : [line(name, value)],
  );
}

/** Polls, as often as the answers say, until the job ends or `enough` returns true. */
async function follow(
  service: Service,
  key: string,
  jobId: string,
  enough?: (job: Job) => boolean,
): Promise<Job> {
  let printedRows = -1;
  for (;;) {
    const { body: job } = await call<Job>(service, key, `/v1/enrich/jobs/${jobId}`);
    if (job.counts.processed !== printedRows) {
      printedRows = job.counts.processed;
      say(
        `  ${job.status.padEnd(10)} ${thousands(printedRows).padStart(7)} of ${thousands(job.counts.total)} rows`,
      );
    }
    if (job.results_ready || enough?.(job) === true) return job;
    await pause(Math.min(job.retry_after_ms ?? 200, 200));
  }
}

async function prepare(dataDir: string): Promise<DemoKeys> {
  heading(
    '1. Load the register: a small sample of the national file, and what the register answered of four companies',
  );
  await loadRegister(dataDir);

  heading('2. Open an account and issue two keys (the secret is shown once, only its hash is kept)');
  const { id, issue } = await openDemoAccount(dataDir);
  const [live, second] = [await issue('production'), await issue('rotation')];
  const prices = [...BLOCKS, ...SHOWN_BLOCKS].flatMap((block) => ['--price', `${block}=0.0200`]);
  const today = new Date().toISOString().slice(0, 10);
  await cli(['prices', 'agree', '--account', id, '--currency', 'GBP', '--from', today, ...prices], dataDir);
  say(`  account ${id}, keys ${live.slice(0, 21)}_… and ${second.slice(0, 21)}_…`);
  return { live, second };
}

/** @returns the job of the first company's row */
async function askAboutCompanies(service: Service, keys: DemoKeys): Promise<string> {
  heading(
    '4. Ask about two companies: who owns them, who runs them, what they have charged to whom, how many work there',
  );
  const jobs: string[] = [];
  for (const number of SHOWN_COMPANIES) {
    const path = `/v1/resolve?company_number=${number}&blocks=${SHOWN_BLOCKS.join(',')}`;
    sayDimly(`GET ${path}`);
    const { body: row, headers } = await call<CompanyRow>(service, keys.live, path);
    for (const line of excerpt(row)) say(`  ${line}`);
    say(
      `    ${countText(Number(headers.get('x-billed-units') ?? NaN), 'unit')} billed for ${SHOWN_BLOCKS.length} blocks`,
    );
    jobs.push(row.job_id);
  }
  return jobs[0] ?? '';
}

async function runFirstJob(service: Service, keys: DemoKeys): Promise<string> {
  heading('5. Submit a list: by number, by name, and some rows that are wrong');
  const request = {
    method: 'POST',
    headers: { 'x-idempotency-key': randomUUID() },
    body: { rows: askedRows(4000), blocks: BLOCKS },
  };
  const submitted = await call<Job>(service, keys.live, '/v1/enrich/jobs', request);
  const jobId = submitted.body.job_id;
  say(
    `  ${submitted.status} ${jobId} ${submitted.body.status}, ${thousands(submitted.body.counts.total)} rows`,
  );
  const job = await follow(service, keys.live, jobId);
  const { succeeded, not_found, failed } = job.counts;
  say(`  ${thousands(succeeded)} delivered, ${not_found} not found, ${failed} failed`);

  heading('6. A page of results, and what went wrong with reasons');
  const page = await call<{ results: object[]; remaining: number }>(
    service,
    keys.live,
    `/v1/enrich/jobs/${jobId}/results?limit=1`,
  );
  for (const line of condensed(page.body.results[0] ?? {})) say(`  ${line}`);
  sayDimly(`  ... ${thousands(page.body.remaining)} more rows`);
  const errors = await call<ErrorsPage>(service, keys.live, `/v1/enrich/jobs/${jobId}/errors?limit=6`);
  for (const { row, ref, reason, detail = '' } of errors.body.errors) {
    say(`  row ${String(row).padStart(4)}  ${ref.padEnd(10)} ${reason.padEnd(24)} ${detail}`);
  }

  heading('7. The same request again, with the other key: the same job, nothing runs, nothing is billed');
  const repeated = await call<Job>(service, keys.second, '/v1/enrich/jobs', request);
  say(
    `  ${repeated.status} ${repeated.body.job_id}  Idempotent-Replayed: ${repeated.headers.get('idempotent-replayed') ?? 'no'}`,
  );
  return jobId;
}

async function runCancelledJob(service: Service, keys: DemoKeys): Promise<void> {
  heading(
    '8. A larger job, cancelled midway: started rows are delivered, the rest is skipped and costs nothing',
  );
  const body = { rows: askedRows(60_000), blocks: BLOCKS };
  const { body: job } = await call<Job>(service, keys.live, '/v1/enrich/jobs', { method: 'POST', body });
  await follow(service, keys.live, job.job_id, ({ counts }) => counts.processed > counts.total / 5);
  await call<Job>(service, keys.live, `/v1/enrich/jobs/${job.job_id}/cancel`, { method: 'POST' });
  const endedJob = await follow(service, keys.live, job.job_id);
  const { counts } = endedJob;
  say(
    `  ${endedJob.status}: ${thousands(counts.succeeded)} delivered, ${thousands(counts.not_found + counts.failed)} failed, ${thousands(counts.total - counts.processed)} skipped`,
  );
}

async function explain(dataDir: string, accountId: string, jobId: string): Promise<void> {
  heading('9. The bill, and the log that explains what the first company cost');
  await showCli(['usage', 'show', '--account', accountId, '--by', 'block'], dataDir);
  await showCli(['investigate', 'row', jobId, '0'], dataDir);

  heading('10. Replay the log into a fresh read model and compare; then check every invariant');
  await showCli(['usage', 'rebuild'], dataDir);
  await showCli(['verify'], dataDir);
}

async function farewell(service: Service, keys: DemoKeys, jobId: string, dataDir: string): Promise<void> {
  heading('The service is still running. Try:');
  say(`  KEY=${keys.live}`);
  const lines = [
    `${service.url}/v1/whoami`,
    `'${service.url}/v1/resolve?company_name=${encodeURIComponent(namedCompany())}&blocks=company_identity,industry'`,
    `'${service.url}/v1/resolve?company_number=${SHOWN_COMPANIES[1] ?? ''}&blocks=charges,registry_events'`,
    `${service.url}/v1/enrich/jobs/${jobId}`,
    `'${service.url}/v1/enrich/jobs/${jobId}/results?limit=2'`,
    `'${service.url}/v1/usage?granularity=day'`,
  ];
  for (const line of lines) say(`  curl -s -H "Authorization: Bearer $KEY" ${line}`);
  say(`  docs: ${service.url}/docs   data: ${dataDir}   Ctrl-C ends it.`);
  const addUserCommand = ['console', 'users', 'add', 'demo', '--role', 'admin'];
  const { link } = await cliJson<{ link: string }>(addUserCommand, dataDir);
  say(
    `  The operator's console, where every figure above can be clicked down to its events. Choose a password at`,
  );
  say(`  ${link}`);
}

/** Shows everything that needs the running service. @returns the first job's id */
async function tour(service: Service, keys: DemoKeys, dataDir: string): Promise<string> {
  const resolvedJobId = await askAboutCompanies(service, keys);
  const jobId = await runFirstJob(service, keys);
  await runCancelledJob(service, keys);
  const who = await call<{ account: { id: number } }>(service, keys.live, '/v1/whoami');
  await explain(dataDir, String(who.body.account.id), resolvedJobId);
  return jobId;
}

async function demonstrate(dataDir: string, isStoppedAtEnd: boolean): Promise<void> {
  const startedAtMs = Date.now();
  const keys = await prepare(dataDir);
  heading('3. Start the service: API, worker, projector and console on the embedded stores');
  const service = await startService(dataDir);
  const end = (): void => void stopService(service).then(() => process.exit(0));
  process.once('SIGINT', end).once('SIGTERM', end);
  say(`  ${service.url} is ready`);

  const jobId = await tour(service, keys, dataDir).catch(async (error: unknown) => {
    await stopService(service);
    throw error;
  });
  sayDimly(`\nAll of that took ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.`);
  if (isStoppedAtEnd) return stopService(service);
  await farewell(service, keys, jobId, dataDir);
}

async function main(): Promise<void> {
  const dataDir = join(process.env['DATA_DIR'] ?? 'data', 'demo');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const show = process.argv.includes('--sites') ? demonstrateSites : demonstrate;
  await show(dataDir, process.argv.includes('--once'));
}

main().catch((error: unknown) => {
  process.stderr.write(`demo: ${safeLine(error instanceof Error ? error.message : String(error))}\n`);
  process.exit(1);
});
