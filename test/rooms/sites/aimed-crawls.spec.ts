/**
 * The crawler can't be turned against a server: whatever names an attacker makes up, and wherever its zone points them, the
 * machine behind them is asked over few connections at once, and over each with pauses.
 */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { buildConnector } from 'undici';
import { crawlSite } from '../../../packages/enrichment/src/sites/crawl/crawl-site.js';
import {
  CONNECTIONS,
  CoordinatedTraffic,
} from '../../../packages/enrichment/src/sites/crawl/site-traffic.js';
import { FetchError } from '../../../packages/enrichment/src/sites/fetch/fetch-fault.js';
import { SiteNames } from '../../../packages/enrichment/src/sites/fetch/site-names.js';
import { readPage } from '../../../packages/enrichment/src/sites/page/read-page.js';
import { DnsServer } from '../../support/sites/dns-server.js';
import { MemoryCoordination } from '../../support/stores/memory-coordination.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { CRAWL_LIMITS, type CrawlLimits } from '../../../packages/enrichment/src/sites/crawl/site-visit.js';

const VICTIM = '93.184.216.34';
const CRAWLS = 12;
const PROCESSES = 3;
const PAGE = `<title>A page</title><p>${'We mend pumps and valves. '.repeat(20)}<a href="/contact">contact</a>`;

/** The machine that all addresses lead to. */
class Victim {
  readonly server: Server;
  respond: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  /** By machine: connections that are open, the most that were, and when its requests came. */
  private readonly seen = new Map<string, { open: number; most: number; times: number[] }>();
  private readonly machines = new Map<number, string>();

  constructor(private readonly machineOf: (address: string) => string) {
    this.server = createServer((request, response) => {
      this.at(this.machines.get(request.socket.remotePort ?? 0) ?? '').times.push(performance.now());
      this.respond(request, response);
    }).listen(0, '127.0.0.1');
  }

  /** Nothing speaks TLS there. */
  readonly dial: buildConnector.connector = ({ hostname, protocol }, callback) => {
    if (protocol === 'https:') return callback(new Error('refused'), null);
    const machine = this.machineOf(hostname);
    const at = this.at(machine);
    at.most = Math.max(at.most, (at.open += 1));
    const socket = connect((this.server.address() as AddressInfo).port, '127.0.0.1', () => {
      this.machines.set(socket.localPort ?? 0, machine);
      callback(null, socket);
    });
    socket.on('error', (error) => callback(error, null)).once('close', () => (at.open -= 1));
  };

  at(machine: string) {
    const at = this.seen.get(machine) ?? { open: 0, most: 0, times: [] };
    this.seen.set(machine, at);
    return at;
  }

  /** The most requests of a machine within a second. */
  mostInASecond(machine: string): number {
    const { times } = this.at(machine);
    return Math.max(...times.map((from) => times.filter((t) => t >= from && t < from + 1_000).length));
  }
}

const dns = forAllTests(() => DnsServer.start());
let victim: Victim;
afterEach(async () => {
  victim.server.closeAllConnections();
  await once(victim.server.close(), 'close');
});

/** All hosts at once, spread over processes that share one Coordination; how each crawl ended. */
async function attacked(
  hostOf: (number: number) => string,
  limits: Partial<CrawlLimits> = {},
): Promise<string[]> {
  const coordination = new MemoryCoordination();
  const names = new SiteNames({ servers: [dns.address], hosts: {}, timeoutMs: 10_000, tries: 1 });
  const traffic = Array.from({ length: PROCESSES }, (_, n) => new CoordinatedTraffic(coordination, `${n}`));
  const crawls = Array.from({ length: CRAWLS }, (_, number) =>
    crawlSite(hostOf(number), {
      ...{ names, hosts: {}, contact: 'us@us.example', dial: victim.dial, allows: () => true },
      traffic: traffic[number % PROCESSES] ?? new CoordinatedTraffic(coordination, 'none'),
      clock: { now: () => new Date('2026-11-25T10:00:00Z') },
      readPage: async (page) => readPage(page),
      limits: { ...CRAWL_LIMITS, pages: 1, ...limits },
    }).then(
      ({ state }) => state,
      (error: unknown) => (error instanceof FetchError ? error.fault : String(error)),
    ),
  );
  const ends = await Promise.all(crawls);
  names.close();
  return ends;
}

/** Over each connection one request in 200 ms at most, and one more within a second that begins with one. */
const requestsInASecond = (connections: number): number => connections * 6;

const ADDRESS_OF = (address: string): string => address;

describe('crawls of many made-up names', () => {
  it.each([
    ['under one domain', (n: number) => `made-up-${n}.bramley.co.uk`],
    ['under domains of their own', (n: number) => `made-up-${n}.co.uk`],
  ])('%s that all lead to one address are few at once, with pauses between', async (_which, hostOf) => {
    victim = new Victim(ADDRESS_OF);
    dns.serve((_name, type) => (type === 'A' ? [VICTIM] : []));
    expect(await attacked(hostOf)).toEqual(Array(CRAWLS).fill('read'));
    expect(victim.at(VICTIM).most).toBeLessThanOrEqual(CONNECTIONS.address);
    expect(victim.mostInASecond(VICTIM)).toBeLessThanOrEqual(requestsInASecond(CONNECTIONS.address));
  });

  it('are few at once where each has an address of its own in one network', async () => {
    victim = new Victim((address) => address.replace(/::.*/, ''));
    dns.serve((name, type) => (type === 'AAAA' ? [`2a01:4f8:1:2::${/\d+/.exec(name)?.[0] ?? 'a'}`] : []));
    await attacked((n) => `made-up-${n}.co.uk`);
    expect(victim.at('2a01:4f8:1:2').times.length).toBeGreaterThan(0);
    expect(victim.at('2a01:4f8:1:2').most).toBeLessThanOrEqual(CONNECTIONS.address);
  });

  it('are few at once at one domain, whatever addresses its hosts have', async () => {
    victim = new Victim(() => 'all');
    dns.serve((name, type) => (type === 'A' ? [`93.184.216.${/\d+/.exec(name)?.[0] ?? '250'}`] : []));
    await attacked((n) => `made-up-${n}.bramley.co.uk`);
    expect(victim.at('all').times.length).toBeGreaterThan(0);
    expect(victim.at('all').most).toBeLessThanOrEqual(CONNECTIONS.domain);
  });

  it('are few at once where sites of the attacker send us there', async () => {
    victim = new Victim(ADDRESS_OF);
    victim.respond = ({ headers: { host } }, response) => {
      const own = host?.startsWith('made-up') === true;
      response.writeHead(own ? 302 : 200, { 'content-type': 'text/html', location: 'http://bramley.co.uk/' });
      response.end(own ? '' : PAGE);
    };
    dns.serve((name, type) => (type === 'A' ? [`93.184.216.${/\d+/.exec(name)?.[0] ?? '250'}`] : []));
    await attacked((n) => `made-up-${n}.co.uk`);
    expect(victim.at('93.184.216.250').times.length).toBeGreaterThan(0);
    expect(victim.at('93.184.216.250').most).toBeLessThanOrEqual(CONNECTIONS.host);
  });

  it('say nothing of a site where they found no room in time', async () => {
    victim = new Victim(ADDRESS_OF);
    dns.serve((_name, type) => (type === 'A' ? [VICTIM] : []));
    const ends = await attacked((n) => `made-up-${n}.bramley.co.uk`, { patienceMs: 0 });
    expect(ends).toContain('no_room');
    expect(ends).not.toContain('unreachable');
  });

  it('are more at once at an address of a content network, and not altogether free', async () => {
    victim = new Victim(ADDRESS_OF);
    dns.serve((_name, type) => (type === 'A' ? ['104.16.1.1'] : []));
    await attacked((n) => `site-${n}.co.uk`);
    const { most } = victim.at('104.16.1.1');
    expect(most).toBeGreaterThan(CONNECTIONS.address);
    expect(most).toBeLessThanOrEqual(CONNECTIONS.addressOfContentNetwork);
  });
});
