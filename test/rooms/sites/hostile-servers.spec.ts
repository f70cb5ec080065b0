/** Whatever a server does, an exchange with it ends, within its time and its bytes, with a fault of the closed list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConnector } from 'undici';
import { FETCH_FAULTS, FetchError } from '../../../packages/enrichment/src/sites/fetch/fetch-fault.js';
import { follow, type Followed } from '../../../packages/enrichment/src/sites/fetch/follow.js';
import {
  CLIENT_LIMITS,
  SiteClient,
  type ClientLimits,
} from '../../../packages/enrichment/src/sites/fetch/site-client.js';
import { html, RawServer, type Serve } from '../../support/sites/raw-server.js';
import type { Ending } from './hostile-server.js';
import { HOSTILE_SERVERS, HOSTILE_TLS } from './hostile-servers.js';

jest.setTimeout(240_000);

const PAGE_BYTES = 256 * 1024;
const WIRE_BYTES = 1024 * 1024;
/** A server that is poured out over loopback may send so much between two looks at the wire. */
const MAX_SENT = 256 * 1024 * 1024;
/** Of those that never end by themselves; the others have all the time that a busy machine may need. */
const SHORT_MS = 150;
const LONG_MS = 60_000;

const certificate = (name: string): Buffer => readFileSync(join(__dirname, '../../fixtures/tls', name));
const CA = [certificate('ca.pem')];

const nobody = { addresses: () => Promise.reject(new FetchError('dns_not_found')) };
const terms = { accept: '*/*', most: PAGE_BYTES, signal: new AbortController().signal };
const isListed = (host: string): boolean => host === 'hostile.co.uk';

async function met(
  server: RawServer,
  limits: Partial<ClientLimits>,
  scheme = 'http',
): Promise<Followed | FetchError> {
  const client = new SiteClient({
    names: nobody,
    hosts: { 'hostile.co.uk': server.host },
    userAgent: 'test',
    enterAddress: async () => async () => undefined,
    limits: { ...CLIENT_LIMITS, wireBytes: WIRE_BYTES, ...limits },
    dial: buildConnector({ timeout: 10_000, ca: CA }),
  });
  try {
    return await follow(client, new URL(`${scheme}://hostile.co.uk/`), { ...terms, isListed });
  } catch (error) {
    if (error instanceof FetchError) return error;
    throw error;
  } finally {
    client.close();
  }
}

const endingOf = (end: Followed | FetchError): Ending | FetchError =>
  end instanceof FetchError
    ? FETCH_FAULTS.includes(end.fault)
      ? (end.fault as Ending)
      : end
    : end.answer.truncated
      ? 'read in part'
      : 'read';

async function endOf(serve: Serve, exchangeMs: number) {
  let sent = 0;
  const server = await RawServer.start((socket, request) => {
    socket.on('close', () => (sent += socket.bytesWritten));
    serve(socket, request);
  });
  const end = await met(server, { exchangeMs });
  await server.close();
  return { end, sent };
}

describe.each(Object.entries(HOSTILE_SERVERS))('a server that is %s', (_kind, servers) => {
  it.each(servers.map((server) => [server.what, server] as const))('%s', async (_what, { serve, ends }) => {
    const { end, sent } = await endOf(serve, ends.includes('timed_out') ? SHORT_MS : LONG_MS);
    expect(ends).toContain(endingOf(end));
    expect(sent).toBeLessThan(MAX_SENT);
    if (!(end instanceof FetchError)) expect(end.answer.body.length).toBeLessThanOrEqual(PAGE_BYTES);
  });
});

describe('a server over TLS', () => {
  const key = certificate('site.key.pem');
  const started = (name: string): Promise<RawServer> =>
    RawServer.start((socket) => socket.end(html('<p>safe</p>')), {
      tls: { key, cert: certificate(`${name}.pem`) },
    });

  it('is read where its certificate holds', async () => {
    const server = await started('site');
    expect(await met(server, { exchangeMs: LONG_MS }, 'https')).toMatchObject({ answer: { status: 200 } });
    await server.close();
  });

  it.each(HOSTILE_TLS.map((server) => [server.what, server] as const))(
    'that %s',
    async (_what, { certificate: name, tls }) => {
      const server = await started(name);
      expect(await met(server, { exchangeMs: LONG_MS }, 'https')).toMatchObject({
        fault: 'tls_invalid',
        tls,
      });
      await server.close();
    },
  );

  /** What stands at its port speaks no TLS at all. */
  const plain = async (serve: Serve, limits: Partial<ClientLimits>): Promise<Followed | FetchError> => {
    const server = await RawServer.start(serve, { greets: true });
    const end = await met(server, limits, 'https');
    await server.close();
    return end;
  };

  it('that speaks plain HTTP', async () => {
    const spoken = plain((socket) => socket.end(html('<p>plain</p>')), { exchangeMs: LONG_MS });
    expect(await spoken).toMatchObject({ fault: 'tls_invalid', tls: 'tls_handshake' });
  });

  it('that never shakes hands', async () => {
    expect(await plain(() => undefined, { exchangeMs: SHORT_MS })).toMatchObject({ fault: 'timed_out' });
  });
});

describe('a connection that is kept open', () => {
  it('carries the next exchange, and is opened anew where it ended meanwhile', async () => {
    let connections = 0;
    let requests = 0;
    const server = await RawServer.start((socket) => {
      requests += 1;
      if (requests === 2) socket.end(html('<p>last</p>'));
      else if (requests === 3 && connections === 1) socket.destroy();
      else socket.write(html('<p>kept</p>'));
    });
    server.onConnection(() => (connections += 1));
    const client = new SiteClient({
      names: nobody,
      hosts: { 'hostile.co.uk': server.host },
      userAgent: 'test',
      enterAddress: async () => async () => undefined,
      limits: { ...CLIENT_LIMITS, exchangeMs: LONG_MS },
    });
    for (let page = 0; page < 4; page++) {
      const answer = await client.exchange({ ...terms, url: new URL(`http://hostile.co.uk/${page}`) });
      expect(answer.status).toBe(200);
    }
    expect(connections).toBe(2);
    client.close();
    await server.close();
  });
});
