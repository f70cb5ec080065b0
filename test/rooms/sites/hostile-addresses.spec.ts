/** No address that isn't public is ever connected to: as it stands, by a name server's answer, or behind a redirect. */
import { connect } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from '../../../packages/platform/src/http-client/public-address.js';
import { follow } from '../../../packages/enrichment/src/sites/fetch/follow.js';
import { SiteClient } from '../../../packages/enrichment/src/sites/fetch/site-client.js';
import { SiteNames } from '../../../packages/enrichment/src/sites/fetch/site-names.js';
import { siteUrl } from '../../../packages/enrichment/src/sites/fetch/site-url.js';
import { DnsServer, NXDOMAIN, type DnsAnswer } from '../../support/sites/dns-server.js';
import { html, RawServer } from '../../support/sites/raw-server.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { HOSTILE_URLS, PRIVATE_ADDRESSES, PUBLIC_ADDRESSES } from './hostile-addresses.js';

const dns = forAllTests(() => DnsServer.start());
const names = forAllTests(
  () => new SiteNames({ servers: [dns.address], hosts: {}, timeoutMs: 5_000, tries: 2 }),
);
const server = forAllTests(() => RawServer.start((socket) => socket.end(answer)));
let answer: string;
/** Addresses that were dialled. */
let dialled: string[];
const clients: SiteClient[] = [];

beforeEach(() => {
  dialled = [];
  answer = html('<p>reached</p>');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

/** Whatever is dialled leads to the one server on loopback. */
const dial: buildConnector.connector = ({ hostname }, callback) => {
  dialled.push(hostname);
  const socket = connect(server.port, '127.0.0.1', () => callback(null, socket));
  socket.on('error', (error) => callback(error, null));
};

/** A client with the product's own rule for what is dialled; the far end of every socket is on loopback. */
const enterAddress = async () => async (): Promise<void> => undefined;

function client(allows = isPublicAddress, hosts = {}): SiteClient {
  const made = new SiteClient({ names, hosts, userAgent: 'test', enterAddress, allows, dial });
  clients.push(made);
  return made;
}
const reachable = (address: string): boolean => address === '127.0.0.1' || isPublicAddress(address);

const terms = () => ({
  accept: '*/*',
  most: 1_000,
  signal: new AbortController().signal,
  isListed: (host: string) => host === 'listed.co.uk',
});
const page = (url: string) => ({ ...terms(), url: new URL(url) });

/** The zone of these addresses, each of its kind. */
function answers(...addresses: string[]): void {
  dns.serve((_name, type): DnsAnswer => {
    if (type !== 'A' && type !== 'AAAA') return [];
    return addresses.filter((address) => address.includes(':') === (type === 'AAAA'));
  });
}

const literal = (address: string): string => `http://${address.includes(':') ? `[${address}]` : address}/`;
const hostile = [
  ...PRIVATE_ADDRESSES.map(([address]) => literal(address)),
  ...HOSTILE_URLS.map(([url]) => url),
];

describe('an address that is not public', () => {
  it.each(PRIVATE_ADDRESSES)('%s (%s) is not one by the rule', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(PUBLIC_ADDRESSES)('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(hostile)('%s is not asked for', (url) => {
    const found = siteUrl(url, () => false);
    // A backslash is a slash to the web: the host before it is an ordinary one.
    expect(found === null || found.hostname === 'example.co.uk').toBe(true);
    expect(found?.port ?? '').toBe('');
  });

  it('is not dialled where it stands itself in the address', async () => {
    for (const [address] of PRIVATE_ADDRESSES)
      await expect(client().exchange(page(literal(address)))).rejects.toThrow('connection_failed');
    expect(dialled).toEqual([]);
  });

  it('is not dialled where a name server gives it, alone or among others', async () => {
    for (const [address] of PRIVATE_ADDRESSES) {
      for (const others of [[], ['93.184.216.34'], ['2606:4700::1111']]) {
        answers(address, ...others);
        await expect(client().exchange(page('http://named.co.uk/'))).rejects.toThrow('connection_failed');
      }
    }
    expect(dialled).toEqual([]);
  });

  it('is not followed to', async () => {
    const listed = client(reachable, { 'listed.co.uk': server.host });
    for (const url of hostile) {
      answer = `HTTP/1.1 302 Found\r\nLocation: ${url}\r\nContent-Length: 0\r\n\r\n`;
      dialled = [];
      const followed = follow(listed, new URL('http://listed.co.uk/'), terms());
      // To a browser, a backslash is a slash: the redirect goes to the host before it, which isn't there.
      const fault = url.includes('\\') ? 'dns_not_found' : 'redirect_refused';
      dns.serve(() => ({ code: 3 }));
      await expect(followed).rejects.toThrow(fault);
      expect(dialled).toEqual(['127.0.0.1']);
    }
  });

  it('is not followed to by name', async () => {
    const listed = client(reachable, { 'listed.co.uk': server.host });
    answer = 'HTTP/1.1 302 Found\r\nLocation: http://named.co.uk/\r\nContent-Length: 0\r\n\r\n';
    for (const [address] of PRIVATE_ADDRESSES) {
      if (address === '127.0.0.1') continue; // where the tests' servers are
      answers(address);
      await expect(follow(listed, new URL('http://listed.co.uk/'), terms())).rejects.toThrow(
        'connection_failed',
      );
    }
    expect(new Set(dialled)).toEqual(new Set(['127.0.0.1']));
  });

  it('is found out at the far end of the socket too', async () => {
    answers('93.184.216.34');
    await expect(client().exchange(page('http://named.co.uk/'))).rejects.toThrow('connection_failed');
    expect(dialled).toEqual(['93.184.216.34']);
  });

  it('is told like a port that is closed', async () => {
    const closed = await RawServer.start(() => undefined);
    const hosts = { 'closed.co.uk': closed.host };
    await closed.close();
    answers('10.0.0.5');
    const real = new SiteClient({ names, hosts, userAgent: 'test', enterAddress });
    clients.push(real);
    const told = async (host: string): Promise<unknown> =>
      real
        .exchange(page(`http://${host}/`))
        .catch((error: unknown) => ({ ...(error as object), message: (error as Error).message }));
    expect(await told('closed.co.uk')).toEqual(await told('private.co.uk'));
  });
});

describe('a name that changes its answer', () => {
  it('is looked up once a connection, and what was judged is what is dialled', async () => {
    let lookUps = 0;
    dns.serve((_name, type) => (type !== 'A' ? [] : lookUps++ === 0 ? ['93.184.216.34'] : ['10.0.0.5']));
    const one = client(reachable);
    expect((await one.exchange(page('http://named.co.uk/'))).status).toBe(200);
    for (let again = 0; again < 3; again++) {
      // The server ended the connection, so each of these needs another.
      await expect(one.exchange(page('http://named.co.uk/'))).rejects.toThrow('connection_failed');
    }
    expect(dialled).toEqual(['93.184.216.34']);
  });
});

describe('a name', () => {
  it('that is not there, that has no address, and of which the server can not tell', async () => {
    const cases: [DnsAnswer, string][] = [
      [{ code: 3 }, 'dns_not_found'],
      [[], 'dns_not_found'],
      [{ code: 2 }, 'dns_failed'],
      [{ code: 5 }, 'dns_failed'],
    ];
    for (const [given, fault] of cases) {
      dns.serve(() => given);
      await expect(client().exchange(page('http://named.co.uk/'))).rejects.toThrow(fault);
    }
  });

  it('whose server is silent is given up', async () => {
    dns.serve(() => 'silence');
    const impatient = new SiteNames({ servers: [dns.address], hosts: {}, timeoutMs: 30, tries: 1 });
    await expect(impatient.addresses('named.co.uk')).rejects.toThrow('dns_failed');
    impatient.close();
  });

  it('that settings list is never asked of a name server, nor is its www.', async () => {
    dns.asked.length = 0;
    const listed = client(isPublicAddress, { 'listed.co.uk': server.host });
    expect((await listed.exchange(page('http://listed.co.uk/'))).body.toString()).toBe('<p>reached</p>');
    await expect(listed.exchange(page('http://www.listed.co.uk/'))).rejects.toThrow('dns_not_found');
    await expect(listed.exchange(page('https://listed.co.uk/'))).rejects.toThrow('connection_failed');
    expect(dns.asked).toEqual([]);
  });
});

describe('what DNS says of a host', () => {
  it('is its mail servers, best first, its name servers and its texts', async () => {
    dns.serve((name, type) => {
      if (type === 'A') return ['93.184.216.34'];
      if (type === 'MX') return ['20 second.mail.co.uk', '10 First.mail.co.uk'];
      if (type === 'NS') return name === 'example.co.uk' ? ['ns1.dns.co.uk'] : [];
      return type === 'TXT' ? ['v=spf1 \u0007-all'] : [];
    });
    expect(await names.facts('shop.example.co.uk', 'example.co.uk')).toEqual({
      resolves: true,
      mx: ['first.mail.co.uk', 'second.mail.co.uk'],
      ns: ['ns1.dns.co.uk'],
      txt: ['v=spf1 \\u0007-all'],
    });
  });

  it('is the host itself for mail where it is there and names no server (RFC 5321)', async () => {
    dns.serve((_name, type) => (type === 'A' ? ['93.184.216.34'] : []));
    expect((await names.facts('example.co.uk', 'example.co.uk')).mx).toEqual(['example.co.uk']);
    dns.serve(() => NXDOMAIN);
    expect((await names.facts('example.co.uk', 'example.co.uk')).mx).toEqual([]);
  });

  it('is no mail server where it says so (RFC 7505), and unknown where it does not answer', async () => {
    dns.serve((_name, type) => (type === 'MX' ? ['0 .'] : { code: 2 }));
    expect(await names.facts('example.co.uk', 'example.co.uk')).toEqual({
      resolves: null,
      mx: [],
      ns: null,
      txt: null,
    });
  });
});
