/** Every metric that the service shows, from running processes: each role with some work done, and `register follow`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RegisterApiProcess } from '../../packages/register-api-stand-in/src/index.js';
import { PUBLISHER_SETTINGS } from '../../src/settings/source-settings.js';
import { variablesOf } from '../../src/settings/setting-forms.js';
import { ROLES } from '../../src/settings/settings.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/fleet.js';
import { companyNumbers } from '../support/sample-register.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { ROOT } from './compose-file.js';

/** Of each metric its labels with the values that were seen; `le` of the buckets included. */
export type Scrape = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Nobody answers there. */
const NOWHERE = 'http://127.0.0.1:9';
const NO_PUBLISHER = Object.fromEntries(
  Object.keys(variablesOf(PUBLISHER_SETTINGS))
    .filter((name) => name.endsWith('_URL'))
    .map((name) => [name, NOWHERE]),
);

export async function scrapeOfService(): Promise<Scrape> {
  const register = await RegisterApiProcess.start({ heartbeatMs: 20 });
  const settings = {
    REGISTER_API_KEY: RegisterApiProcess.key,
    REGISTER_API_URL: register.url,
    REGISTER_STREAM_KEY: RegisterApiProcess.streamKey,
    REGISTER_STREAM_URL: register.url,
    NEWS_API_URL: NOWHERE,
    CONSOLE_PORT: '0',
    ...NO_PUBLISHER,
  };
  const world = await ProcessWorld.create({ plans: { service: { roles: ROLES } }, settings });
  try {
    await world.fleet.startAll();
    await work(world, register);
    const followed = await scrapeOfFollow(world.cli.dataDir, settings);
    const text = await settled(`${world.fleet.get('service').metricsUrl}/metrics`);
    return seriesOf(`${text}\n${followed}`);
  } finally {
    await world.remove();
    await register.stop();
  }
}

/** A reading that is fetched, kept and served again, one that fails, a job, and the same job asked for again. */
async function work(world: ProcessWorld, register: RegisterApiProcess): Promise<void> {
  const { account, key } = await world.account('Watched');
  await world.cli.json('accounts', 'budget', String(account), '--month-units', '100000');
  await world.cli.json('accounts', 'blocks', String(account), '--enable', 'news_signals');
  const client = world.client(key, 'service');
  const [number = ''] = companyNumbers();
  await register.control.answerWith(number, 'officers', { items: [] });
  for (const blocks of ['officers', 'officers,news_signals'])
    await client.ask(`/v1/resolve?company_number=${number}&blocks=${blocks}`);
  for (const _again of [1, 2])
    await client.ask('/v1/enrich/jobs', {
      method: 'POST',
      headers: { 'x-idempotency-key': 'watched' },
      body: { blocks: ['company_identity'], rows: [{ company_number: number }] },
    });
}

/** Once all that comes later has come: the worker's job, what the role `sync` looked for, the check's word. */
const settled = (url: string): Promise<string> =>
  eventually('all metrics', async () => {
    const text = await (await fetch(url)).text();
    const there = [
      /^worker_jobs_ended_total\{/m,
      /^sync_looks_total\{/m,
      /^register_sync_failures\{/m,
      /^invariant_check_age_seconds /m,
    ];
    return there.every((metric) => metric.test(text)) ? text : undefined;
  });

async function scrapeOfFollow(dataDir: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const port = String(await freePort());
  const follow = spawn(
    process.execPath,
    [join(ROOT, 'bin', 'company-data.js'), 'register', 'follow', '--source', 'charges'],
    {
      env: { ...settings, PATH: process.env['PATH'], DATA_DIR: dataDir, METRICS_PORT: port },
      stdio: 'ignore',
    },
  );
  try {
    return await eventually('register follow', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
      const text = (await answer?.text()) ?? '';
      return /^follow_silent_seconds\{/m.test(text) ? text : undefined;
    });
  } finally {
    follow.kill('SIGKILL');
    await once(follow, 'exit');
  }
}

function seriesOf(text: string): Scrape {
  const series = new Map<string, Map<string, Set<string>>>();
  for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const seen = series.get(metric) ?? new Map<string, Set<string>>();
    series.set(metric, seen);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      seen.set(label, (seen.get(label) ?? new Set()).add(value));
  }
  return series;
}
