/**
 * `npm run bench:sites`: crawls made-up sites of ten pages on loopback through the crawler's process, beside
 * bare undici that only fetches the same pages: sites and pages a second, processor time a page, memory a
 * crawl. Then a service answers `whoami` with no crawl and with some fifty at once. Arguments: `--sites N`
 * (default 150), `--kilobytes N` a page (30), `--seconds N` of each `whoami` (10).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { inParallel } from '../packages/platform/src/tasks/in-parallel.js';
import { SiteCrawler } from '../packages/enrichment/src/sites/crawler/site-crawler.js';
import type { SiteHosts } from '../packages/enrichment/src/sites/fetch/site-hosts.js';
import { suggestedHosts } from '../packages/enrichment/src/sites/search/derived-hosts.js';
import { companies } from '../src/processes/demo/rows.js';
import { sampleRegister } from '../src/processes/demo/samples.js';
import { machine, markdown, ms, table, whole } from './support/figures.js';
import { childBytes, childCpuSeconds } from './support/process-family.js';
import { metricsOf, startBenchService, stopBenchService } from './support/service-process.js';
import { probed, type ProbeFigures } from './support/steady-probe.js';

const CRAWLS_AT_ONCE = 50;
/** Each looks at up to four hosts at once. */
const RESOLVES_AT_ONCE = 13;
const WHOAMIS_A_SECOND = 100;
const PATHS = [
  '',
  'contact',
  'legal',
  'terms',
  'about',
  'privacy',
  'team',
  'cookies',
  'our-story',
  'conditions',
];

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '150' },
    kilobytes: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '10' },
  },
});

interface Web {
  readonly port: number;
  readonly child: ChildProcess;
}

async function startWeb(): Promise<Web> {
  const script = join(__dirname, 'support', 'bare-web.js');
  const child = spawn(process.execPath, [script, values.kilobytes], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<number>((resolve) =>
    child.stdout?.once('data', (text: Buffer) => resolve(Number(text.toString()))),
  );
  return { port, child };
}

const listed = (hosts: readonly string[], { port }: Web): SiteHosts =>
  Object.fromEntries(
    hosts.map((host) => [host, { address: '127.0.0.1', port, tls: false, mx: [], txt: [], ns: [] }]),
  );

interface Figures {
  readonly sites: number;
  readonly pages: number;
  readonly seconds: number;
  /** Milliseconds of processor time a page, in all threads of this process and in the crawler's. */
  readonly cpu: number;
  /** The most that both held beyond what was held before, in MB. */
  readonly memory: number;
}

/** @param work reads one site, and says how many pages it has */
async function measured(
  hosts: readonly string[],
  { child }: Web,
  work: (host: string) => Promise<number>,
): Promise<Figures> {
  const others = [child.pid ?? 0];
  const held = (): number => process.memoryUsage.rss() + childBytes(others);
  const before = held();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, held())), 50);
  const [cpu, from] = [process.cpuUsage(), performance.now()];
  let pages = 0;
  await inParallel(hosts, CRAWLS_AT_ONCE, async (host) => {
    const read = await work(host);
    pages += read;
  });
  clearInterval(watch);
  const { user, system } = process.cpuUsage(cpu);
  const children = childCpuSeconds(others) * 1_000;
  return {
    sites: hosts.length,
    pages,
    seconds: (performance.now() - from) / 1_000,
    cpu: ((user + system) / 1_000 + children) / pages,
    memory: (most - before) / 1e6,
  };
}

async function bare(hosts: readonly string[], web: Web): Promise<Figures> {
  const { port } = web;
  const dispatcher = new Agent({ connections: CRAWLS_AT_ONCE });
  const figures = await measured(hosts, web, async (host) => {
    for (const path of PATHS) {
      const { body } = await request(`http://127.0.0.1:${port}/${path}`, { dispatcher, headers: { host } });
      await body.arrayBuffer();
    }
    return PATHS.length;
  });
  await dispatcher.close();
  return figures;
}

async function crawled(hosts: readonly string[], web: Web): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  const ceilings = { ofAccount: 1e9, ofDomain: 1e9 };
  const sites = { contact: 'bench@example.co.uk', hosts: listed(hosts, web), dnsServers: null, ceilings };
  const crawler = new SiteCrawler({ sites, stores: { dataDir, mongodbUrl: null } });
  try {
    return await measured(hosts, web, async (host) => {
      const done = await crawler.crawl({ host, priority: 'resolve' });
      return done.status === 'crawled' ? done.site.pages.length : 0;
    });
  } finally {
    await crawler.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Answers extends Pick<ProbeFigures, 'p50' | 'p99' | 'max'> {
  readonly crawlsPerSecond: number;
}

/** `whoami` of a service, with nothing else to do and then beside crawls. */
async function whoami(web: Web): Promise<readonly [Answers, Answers]> {
  const known = companies();
  const hosts = listed([...new Set(known.flatMap(({ name }) => suggestedHosts(name)))], web);
  const folder = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  const file = join(folder, 'hosts.json');
  const shown = Object.entries(hosts).map(([host, { address, port }]) => [
    host,
    { address: `${address}:${port}` },
  ]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(shown)));
  Object.assign(process.env, { CRAWLER_CONTACT: 'bench@example.co.uk', SITE_HOSTS: file });
  const service = await startBenchService(sampleRegister());
  const headers = { authorization: `Bearer ${service.key}` };
  const crawls = async (): Promise<number> =>
    (await metricsOf(service))('readings_fetched_total{kind="site"}') || 0;
  const asked = async (duration: number): Promise<Answers> => {
    const [before, from] = [await crawls(), performance.now()];
    const asking = { url: service.url, path: '/v1/whoami', headers };
    const figures = await probed({ ...asking, perSecond: WHOAMIS_A_SECOND, connections: 10 }, duration);
    if (figures.failed > 0) throw new Error(`${figures.failed} of the requests failed`);
    const seconds = (performance.now() - from) / 1_000;
    return { ...figures, crawlsPerSecond: ((await crawls()) - before) / seconds };
  };
  try {
    await asked(3);
    const quiet = await asked(Number(values.seconds));
    let over = false;
    const resolving = inParallel(known, RESOLVES_AT_ONCE, async ({ number }) => {
      if (over) return;
      const path = `/v1/resolve?company_number=${number}&blocks=domain_validation&discover=domain`;
      await (await fetch(`${service.url}${path}`, { headers })).arrayBuffer();
    });
    await asked(3);
    const beside = await asked(Number(values.seconds));
    over = true;
    await resolving;
    return [quiet, beside];
  } finally {
    await stopBenchService(service);
    rmSync(folder, { recursive: true, force: true });
  }
}

function printed(head: readonly string[], rows: readonly (readonly string[])[]): void {
  process.stdout.write(`${table(head, rows)}\n\n${markdown(head, rows)}\n`);
}

async function main(): Promise<void> {
  process.stdout.write(
    `${machine()}\n${values.sites} sites of ten pages of ${values.kilobytes} KB, ${CRAWLS_AT_ONCE} at once\n`,
  );
  const web = await startWeb();
  try {
    const hosts = Array.from({ length: Number(values.sites) }, (_, at) => `site-${at}.co.uk`);
    const runs: [string, Figures][] = [
      ['bare undici, fetching alone', await bare(hosts, web)],
      ['the crawler, one site', await crawled(hosts.slice(0, 1), web)],
      ['the crawler', await crawled(hosts, web)],
    ];
    const rows = runs.map(([name, { sites, pages, seconds, cpu, memory }]) => [
      name,
      (sites / seconds).toFixed(1),
      whole(pages / seconds),
      ms(cpu),
      `${whole(memory)} MB`,
      `${(memory / Math.min(sites, CRAWLS_AT_ONCE)).toFixed(1)} MB`,
    ]);
    printed(['', 'sites/s', 'pages/s', 'CPU a page', 'memory', 'a crawl'], rows);
    const [quiet, beside] = await whoami(web);
    const line = (name: string, { p50, p99, max, crawlsPerSecond }: Answers): string[] => [
      ...[name, ms(p50), ms(p99), ms(max), crawlsPerSecond.toFixed(1)],
    ];
    printed(
      [`whoami, ${WHOAMIS_A_SECOND} a second`, 'p50', 'p99', 'slowest', 'crawls/s'],
      [line('alone', quiet), line(`beside ${RESOLVES_AT_ONCE * 4} crawls at once`, beside)],
    );
  } finally {
    web.child.kill();
  }
}

void main();
