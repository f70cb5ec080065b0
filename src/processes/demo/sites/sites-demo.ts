/**
 * `npm run demo -- --sites`: shows how a website is proved to be a company's own. The companies are real,
 * their sites are made up and served on loopback. Nothing is asked of the internet. One site is accepted, one
 * goes to review, one is rejected.
 */
import { join } from 'node:path';
import { countText } from '../../../../packages/words/src/text/formats.js';
import { suggestedHosts } from '../../../../packages/enrichment/src/index.js';
import { loadRegister } from '../register.js';
import { call, openDemoAccount, startService, stopService, type Service } from '../service.js';
import { heading, say, sayDimly, showCli } from '../terminal.js';
import { MADE_UP_SITES, type MadeUpSite } from './made-up-sites.js';
import { SITE_BLOCKS, siteExcerpt, type SiteRow } from './site-excerpt.js';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The sources that name companies, their officers and their websites. */
const SOURCES = ['companies', 'officers', 'pay_gap'];
const BLOCKS = ['domain_validation', ...SITE_BLOCKS];

/** No name server listens here, so hosts that `SITE_HOSTS` doesn't list are never resolved. */
const NO_NAME_SERVER = '127.0.0.1:9';

/** The hosts that the names of these companies suggest. Most are real sites of others. */
const guessedHosts = (): string[] =>
  MADE_UP_SITES.flatMap(({ company_name }) => suggestedHosts(company_name));

interface SitesDemo {
  readonly service: Service;
  readonly key: string;
  readonly web: LoopbackWeb;
}

async function showVerdict({ company_number, story }: MadeUpSite, { service, key, web }: SitesDemo) {
  const before = web.requests.length;
  const path = `/v1/resolve?company_number=${company_number}&blocks=${BLOCKS.join(',')}&discover=domain`;
  say();
  say(story);
  sayDimly(`GET ${path}`);
  const { body: row, headers } = await call<SiteRow>(service, key, path);
  for (const line of siteExcerpt(row)) say(`  ${line}`);
  const requests = web.requests.slice(before);
  say(`    ${requests.length} requests were made: ${requests.join(' ')}`);
  say(`    ${countText(Number(headers.get('x-billed-units')), 'unit')} billed for ${BLOCKS.length} blocks`);
}

/** Resolves a company by its site, from the kept crawl. */
async function showByWebsite({ host }: MadeUpSite, { service, key, web }: SitesDemo): Promise<void> {
  const before = web.requests.length;
  const path = `/v1/resolve?domain=${host}&blocks=domain`;
  sayDimly(`GET ${path}`);
  const { body } = await call<{ matched: SiteRow['matched'] & { matched_on: string } }>(service, key, path);
  const { company_name, company_number, matched_on } = body.matched;
  say(`  ${company_name}, ${company_number}, matched on ${matched_on}`);
  say(`  ${web.requests.length - before} requests were made: the crawl is kept for 30 days`);
}

async function tour(demo: SitesDemo, dataDir: string): Promise<void> {
  heading(
    '4. Ask for their websites: those on record, else hosts that the names suggest. Each is read and judged',
  );
  for (const site of MADE_UP_SITES) await showVerdict(site, demo);
  const [accepted] = MADE_UP_SITES;
  heading('5. The other way round: a row that names the company by its website');
  if (accepted !== undefined) await showByWebsite(accepted, demo);
  heading('6. Check every invariant of the log');
  await showCli(['verify'], dataDir);
}

/** @param isStoppedAtEnd false: the service runs on until SIGINT or SIGTERM */
export async function demonstrateSites(dataDir: string, isStoppedAtEnd: boolean): Promise<void> {
  heading(
    '1. Load the register: a small sample of the national file, and a public record that names websites',
  );
  await loadRegister(dataDir, SOURCES);
  heading('2. Open an account and issue a key');
  const key = await (await openDemoAccount(dataDir)).issue('production');

  heading('3. Serve the made-up websites on loopback, and start the service with a crawler');
  const web = await LoopbackWeb.start(MADE_UP_SITES);
  const hosts = join(dataDir, 'site-hosts.json');
  web.writeHosts(hosts, guessedHosts());
  const settings = {
    CRAWLER_CONTACT: 'https://us.example/crawler',
    SITE_HOSTS: hosts,
    DNS_SERVERS: NO_NAME_SERVER,
  };
  say(`  ${MADE_UP_SITES.map(({ host }) => host).join(', ')}`);
  const service = await startService(dataDir, settings);
  const end = async (): Promise<void> => {
    await stopService(service);
    await web.stop();
  };
  process.once('SIGINT', () => void end()).once('SIGTERM', () => void end());
  await tour({ service, key, web }, dataDir).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  if (isStoppedAtEnd) return end();
  say();
  say(`The service is still running, with its made-up web. KEY=${key}`);
  const [site] = MADE_UP_SITES;
  say(
    `  curl -s -H "Authorization: Bearer $KEY" '${service.url}/v1/resolve?domain=${site?.host ?? ''}&blocks=domain_validation'`,
  );
}

/** Nothing listens at this address. */
const CLOSED_ADDRESS = '127.0.0.1:9';

/** Serves made-up websites on loopback, and writes the file of their hosts for the setting `SITE_HOSTS`. */
class LoopbackWeb {
  /** `host/path` of each request, in order. */
  readonly requests: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly sites: readonly MadeUpSite[],
  ) {}

  static async start(sites: readonly MadeUpSite[]): Promise<LoopbackWeb> {
    const server = createServer((request, response) => {
      const { host = '' } = request.headers;
      const path = request.url ?? '/';
      web.requests.push(`${host}${path}`);
      const page = sites.find((site) => site.host === host)?.pages[path];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page ?? 'Not found');
    });
    const web = new LoopbackWeb(server, sites);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return web;
  }

  /**
   * Writes the file that `SITE_HOSTS` names.
   * @param closedHosts hosts to map to an address that answers nothing, so that no real site is asked
   */
  writeHosts(file: string, closedHosts: readonly string[]): void {
    const { port } = this.server.address() as AddressInfo;
    const closedEntries = closedHosts.map((host) => [host, { address: CLOSED_ADDRESS }]);
    const servedEntries = this.sites.map(({ host }) => [
      host,
      { address: `127.0.0.1:${port}`, mx: [`mail.${host}`] },
    ]);
    writeFileSync(file, JSON.stringify(Object.fromEntries([...closedEntries, ...servedEntries]), null, 2));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
