import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Controller, Get, Module, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { systemClock } from '../time/clock.js';
import { systemEntropy } from '../secrets/entropy.js';
import { StoreUnavailableError } from '../event-store/event-store.js';
import { createLogger } from '../telemetry/logger.js';
import { Answer, failure, ok, unavailable } from './answer.js';
import { readBody } from './body.js';
import { EdgeAdapter } from './edge-adapter.js';
import type { Admission } from './gate.js';
import { Gate } from './gate.js';
import type { Operation } from './operation.js';
import { OpenRoute, DeclaredRoute } from './operation.js';
import { Pieces } from './pieces.js';

const LIMIT = 100_000;
const ADDRESS = { link: (path: string) => `https://api.example.com${path}` };
/** A byte that the reader of bodies refuses. */
const REFUSED = 0x21;
const operation = (more: Partial<Operation>): Operation => ({
  id: 'echo',
  scope: 'read',
  rateLimits: ['default'],
  body: 'none',
  ...more,
});

async function* brokenPieces(): AsyncGenerator<never> {
  yield* await Promise.reject<never[]>(new StoreUnavailableError('the store went away'));
}

@Controller()
class EchoController {
  @Get('v1/things/:id')
  @DeclaredRoute(operation({}))
  one(@Req() request: FastifyRequest): Answer {
    return ok({ id: (request.params as { id: string }).id });
  }

  @Post('v1/things')
  @DeclaredRoute(operation({ body: 'json' }))
  async size(@Req() request: FastifyRequest): Promise<Answer> {
    let bytes = 0;
    const refusal = await readBody(request, LIMIT, (chunk) => {
      bytes += chunk.length;
      return chunk.includes(REFUSED) ? unavailable() : null;
    });
    return refusal ?? new Answer({ status: 200, body: { bytes } });
  }

  @Post('v1/things/stop')
  @DeclaredRoute(operation({}))
  stop(): Answer {
    return ok({ stopped: true });
  }

  @Get('v1/open')
  @DeclaredRoute(operation({ scope: null }))
  open(): Answer {
    return ok({ open: true });
  }

  @Get('v1/work')
  @DeclaredRoute(operation({ head: false }))
  work(): Answer {
    return ok({ done: true });
  }

  @Get('v1/broken')
  @DeclaredRoute(operation({}))
  broken(): Answer {
    const headers = { 'Content-Type': 'application/x-ndjson' };
    return new Answer({ status: 200, body: new Pieces(brokenPieces()), headers, etag: 'e' });
  }

  @Get('alive')
  @OpenRoute()
  alive(): Answer {
    return ok({ alive: true });
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

class OneKey extends Gate {
  override async admit(request: FastifyRequest): Promise<Admission> {
    const known = request.headers.authorization === 'Bearer good';
    return { headers: {}, refusal: known ? null : failure(401, 'Who are you?') };
  }
}

let app: NestFastifyApplication;
let base: string;
let port: number;

beforeAll(async () => {
  const adapter = new EdgeAdapter({
    clock: systemClock,
    entropy: systemEntropy(),
    maxBodyBytes: LIMIT,
    trustedProxies: [],
    logger: createLogger({ logLevel: 'silent' }),
    address: ADDRESS,
  });
  app = await NestFactory.create<NestFastifyApplication>(EchoModule, adapter, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  adapter.useGate(new OneKey());
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
  port = Number(new URL(base).port);
});
afterAll(() => app.close());

const KEY = { authorization: 'Bearer good' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends these bytes and gives back all that comes until the other side closes. */
const raw = (bytes: string | Uint8Array): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

const bodyOf = (answer: string): Record<string, unknown> =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;

describe('the edge', () => {
  it("names every request with an id of its own, never the caller's", async () => {
    const answer = await fetch(`${base}/v1/things/a`, {
      headers: { ...KEY, 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each(['gzip', 'identity'])(
    'answers 503 in plain JSON where a body breaks before it began (%s)',
    async (coding) => {
      const answer = await fetch(`${base}/v1/broken`, { headers: { ...KEY, 'accept-encoding': coding } });
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ detail: 'unavailable' });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect([answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual([null, null]);
    },
  );

  it.each([
    ['GET', '/v1/things/a', {}, 401, 'Who are you?', undefined],
    ['GET', '/v1/nothing', {}, 401, 'Who are you?', undefined],
    ['GET', '/v1', {}, 401, 'Who are you?', undefined],
    ['GET', '/%761/things/a', {}, 401, 'Who are you?', undefined],
    ['DELETE', '/v1/things/a', {}, 401, 'Who are you?', undefined],
    ['GET', '/v1/%zz', {}, 401, 'Who are you?', undefined],
    ['GET', '/v1/nothing', KEY, 404, 'not_found', undefined],
    ['GET', '/v1/things/a/', KEY, 404, 'not_found', undefined],
    ['GET', '/v1/%zz', KEY, 404, 'not_found', undefined],
    ['GET', '/v1/things/', KEY, 404, 'not_found', undefined],
    ['DELETE', '/v1/things/a', KEY, 405, 'method_not_allowed', 'GET, HEAD'],
    ['PROPFIND', '/v1/things/a', KEY, 405, 'method_not_allowed', 'GET, HEAD'],
    ['OPTIONS', '/v1/things', KEY, 405, 'method_not_allowed', 'POST'],
    ['PURGE', '/v1/things', KEY, 405, 'method_not_allowed', 'POST'],
    ['POST', '/v1/open', {}, 405, 'method_not_allowed', 'GET, HEAD'],
    ['GET', '/nothing', {}, 404, 'not_found', undefined],
    ['POST', '/alive', {}, 405, 'method_not_allowed', 'GET, HEAD'],
  ])('%s %s with %j is %i %s', async (method, path, headers, status, detail, allow) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await raw(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}\r\n`,
    );
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    const { request_id, ...body } = bodyOf(answer);
    expect(request_id).toMatch(/^req_/);
    // A 401 says nothing else; every other body says what to do, and where it is described.
    const words = {
      message: expect.stringMatching(/^[A-Z].*\.$/) as unknown,
      docs: `https://api.example.com/docs/errors#${detail}`,
    };
    expect(body).toEqual(status === 401 ? { detail } : expect.objectContaining({ detail, ...words }));
    expect(/^allow: (.*)\r$/im.exec(answer)?.[1]).toBe(allow);
  });

  it('leads browsers from / to the documentation, and says to everybody else that nothing is there', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const at = async (path: string, accept: string, method = 'GET') => {
      const { status, headers } = await fetch(`${base}${path}`, {
        method,
        headers: { accept },
        redirect: 'manual',
      });
      return [status, headers.get('location')];
    };
    expect(await at('/', browser)).toEqual([302, '/docs']);
    expect(await at('/?from=mail', browser, 'HEAD')).toEqual([302, '/docs']);
    for (const accept of ['*/*', 'application/json', 'text/html;q=0.5, application/json'])
      expect(await at('/', accept)).toEqual([404, null]);
    expect(await at('/', browser, 'POST')).toEqual([404, null]);
    expect(await at('/index.html', browser)).toEqual([404, null]);
  });

  it('says what is there instead: paths, methods and forms of a body', async () => {
    const told = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${base}${path}`, { ...init, headers: { ...KEY, ...init.headers } });
      const { message, available } = (await answer.json()) as { message: string; available: string[] };
      return { status: answer.status, message, available };
    };
    expect(await told('/v1/thing')).toEqual({
      status: 404,
      message:
        'There is nothing at this path. Did you mean /v1/things, /v1/things/stop, /v1/things/{id}? available lists the paths that there are.',
      available: expect.arrayContaining(['GET /v1/things/{id}', 'POST /v1/things']) as unknown,
    });
    expect(await told('/v1/things', { method: 'DELETE' })).toMatchObject({
      status: 405,
      message: expect.stringContaining('POST') as unknown,
      available: ['POST'],
    });
    const sent = { method: 'POST', body: '{}' };
    expect(await told('/v1/things', { ...sent, headers: { 'content-type': 'text/csv' } })).toMatchObject({
      status: 415,
      message: expect.stringContaining('Send Content-Type: application/json.') as unknown,
      available: ['application/json'],
    });
    const packed = { 'content-type': 'application/json', 'content-encoding': 'br' };
    expect(await told('/v1/things', { ...sent, headers: packed })).toMatchObject({
      status: 415,
      message: expect.stringContaining('Content-Encoding: gzip') as unknown,
      available: ['gzip', 'identity'],
    });
  });

  it('answers HEAD where it answers GET, with its headers and no body', async () => {
    for (const path of ['/v1/things/a', '/v1/open', '/alive']) {
      const get = await fetch(`${base}${path}`, { headers: KEY });
      const answer = await fetch(`${base}${path}`, { method: 'HEAD', headers: KEY });
      const sizes = [get, answer].map(({ headers }) => headers.get('content-length'));
      expect([answer.status, await answer.text(), sizes[1]]).toEqual([200, '', sizes[0]]);
    }
  });

  it('takes no HEAD for a GET that does work', async () => {
    const answer = await fetch(`${base}/v1/work`, { method: 'HEAD', headers: KEY });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${base}/v1/work`, { headers: KEY })).status).toBe(200);
  });

  it('takes an id that does not decode, or is very long, as an id', async () => {
    for (const id of ['%', '%ff', 'a'.repeat(5000)]) {
      const answer = await fetch(`${base}/v1/things/${id}`, { headers: KEY });
      expect([answer.status, await answer.json()]).toEqual([200, { id }]);
    }
  });

  it('takes the absolute form of a target', async () => {
    const answer = await raw(`GET http://elsewhere/v1/open HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(bodyOf(answer)).toEqual({ open: true });
  });

  it.each([
    ['type', { 'content-type': 'text/plain' }, ['application/json', null]],
    ['encoding', { ...JSON_TYPE, 'content-encoding': 'br' }, [null, 'gzip']],
    ['type and encoding', { 'content-encoding': 'br' }, ['application/json', 'gzip']],
  ])('says what is taken in the place of a wrong %s, and of nothing else', async (_what, headers, taken) => {
    const answer = await fetch(`${base}/v1/things`, {
      method: 'POST',
      headers: { ...KEY, ...headers },
      body: Buffer.from('{}'),
    });
    const said = ['accept', 'accept-encoding'].map((name) => answer.headers.get(name));
    expect([answer.status, said]).toEqual([415, taken]);
  });

  it.each([
    ['no type', {}, 415],
    ['another type', { 'content-type': 'text/plain' }, 415],
    ['a type that is none', { 'content-type': ';;;' }, 415],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['a type with another beside it', { 'content-type': 'application/json, text/plain' }, 415],
    ['a kind of JSON', { 'content-type': 'application/problem+json' }, 415],
    ['an unknown encoding', { ...JSON_TYPE, 'content-encoding': 'br' }, 415],
    ['JSON', JSON_TYPE, 200],
    ['JSON with a parameter of its own', { 'content-type': 'application/json; version=1' }, 200],
    ['JSON with no coding', { ...JSON_TYPE, 'content-encoding': '' }, 200],
    ['JSON with its charset', { 'content-type': 'Application/JSON; charset="UTF-8"' }, 200],
  ])('reads a body of %s', async (_name, headers, status) => {
    const answer = await fetch(`${base}/v1/things`, {
      method: 'POST',
      headers: { ...KEY, ...headers },
      body: Buffer.from('{}'),
    });
    expect(answer.status).toBe(status);
  });

  it('refuses a body that is announced, sent or unpacked over the limit', async () => {
    const announced = await raw(
      `POST /v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`,
    );
    expect(announced).toContain('HTTP/1.1 413 ');
    const send = (body: Uint8Array, encoding = 'identity') =>
      fetch(`${base}/v1/things`, {
        method: 'POST',
        headers: { ...KEY, ...JSON_TYPE, 'content-encoding': encoding },
        body: new ReadableStream({
          start(controller) {
            controller.enqueue(body);
            controller.close();
          },
        }),
        duplex: 'half',
      });
    const outcomes = [
      await send(Buffer.alloc(LIMIT + 1)),
      await send(gzipSync(Buffer.alloc(LIMIT + 1)), 'gzip'),
      await send(gzipSync(Buffer.alloc(LIMIT)), 'gzip'),
      await send(gzipSync(Buffer.alloc(LIMIT)).subarray(0, 50), 'gzip'),
      await send(Buffer.from('no gzip'), 'gzip'),
    ];
    const bodies = await Promise.all(
      outcomes.map((outcome) => outcome.json() as Promise<{ detail?: string }>),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([413, 413, 200, 400, 400]);
    expect(bodies.map(({ detail }) => detail)).toEqual([
      'body_too_large',
      'body_too_large',
      undefined,
      'malformed_json',
      'malformed_json',
    ]);
  });

  it('reads no more of a body that was refused while it came', async () => {
    const send = (body: Uint8Array, encoding = 'identity') =>
      fetch(`${base}/v1/things`, {
        method: 'POST',
        headers: { ...KEY, ...JSON_TYPE, 'content-encoding': encoding },
        body,
      });
    const refused = Buffer.alloc(LIMIT).fill(REFUSED, 0, 1);
    expect((await send(refused)).status).toBe(503);
    expect((await send(gzipSync(refused), 'gzip')).status).toBe(503);
    expect((await send(Buffer.alloc(10))).status).toBe(200);
  });

  it('asks for the body only once the key was checked', async () => {
    const head = (key: string) =>
      `POST /v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
    expect(await raw(head('bad'))).toMatch(/^HTTP\/1.1 401 /);
    expect(await raw(`${head('good')}{}`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  it('asks for no body that is announced over the limit', async () => {
    const head = `POST /v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n`;
    expect(await raw(`${head}Content-Length: ${LIMIT + 1}\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 /);
    expect(await raw(`${head}Content-Encoding: br\r\nContent-Length: 2\r\n\r\n`)).toMatch(/^HTTP\/1.1 415 /);
  });

  it('ignores any body where none is asked for', async () => {
    const answer = await fetch(`${base}/v1/things/stop`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'x/;;' },
      body: Buffer.alloc(1000),
    });
    expect(answer.status).toBe(200);
  });

  const HOST = 'HTTP/1.1\r\nHost: x\r\n';
  it.each<[string, string, number, string, RegExp]>([
    ['bytes that are no request', 'nonsense\r\n\r\n', 400, 'request', /no method of HTTP/],
    ['a method that nobody knows', `get /v1/open ${HOST}\r\n`, 400, 'request', /in capitals/],
    ['a blank in the address', `GET /v1/things?name=a b ${HOST}\r\n`, 400, 'request', /percent-encoded/],
    [
      'a letter of no ASCII in the address',
      `GET /v1/things?name=é ${HOST}\r\n`,
      400,
      'request',
      /percent-encoded/,
    ],
    ['a bad header', `GET / ${HOST}Bad Header\r\n\r\n`, 400, 'request', /header/],
    ['oversized headers', `GET / ${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'request', /too large/],
    ['no host', 'GET /v1/open HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'host', /Host/],
    [
      'two lengths',
      `POST /v1/things ${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
      'content-length',
      /once/,
    ],
    [
      'a length that is no number',
      `POST /v1/things ${HOST}Content-Length: a\r\n\r\n`,
      400,
      'content-length',
      /number/,
    ],
    [
      'a length beside chunks',
      `POST /v1/things ${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'transfer-encoding',
      /without Content-Length/,
    ],
    [
      'chunks beside a length',
      `POST /v1/things ${HOST}Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n`,
      400,
      'content-length',
      /without Transfer-Encoding/,
    ],
    [
      'a chunk without a size',
      `POST /v1/things ${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'request',
      /chunk/,
    ],
    ['a tunnel', 'CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n', 400, 'request', /well-formed/],
  ])('answers %s in JSON that says what to mend', async (_name, bytes, status, field, fix) => {
    const answer = await raw(bytes);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toMatch(/x-request-id: req_/i);
    expect(bodyOf(answer)).toEqual({
      detail: 'invalid_request',
      message: expect.stringMatching(fix) as unknown,
      errors: { [field]: [expect.stringMatching(fix) as unknown] },
      errors_total: 1,
      docs: 'https://api.example.com/docs/errors#invalid_request',
      request_id: expect.stringMatching(/^req_/) as unknown,
    });
  });

  it('answers 304 to who has it already', async () => {
    const first = await fetch(`${base}/v1/things/a`, { headers: KEY });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/".+"$/);
    const again = (value: string, id = 'a') =>
      fetch(`${base}/v1/things/${id}`, { headers: { ...KEY, 'if-none-match': value } });
    const held = await again(`"other", ${tag}`);
    expect([held.status, await held.text(), held.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await again('*')).status).toBe(304);
    expect((await again(tag, 'b')).status).toBe(200);
  });
});

describe('a route that nobody thought about', () => {
  it('ends the start, named', async () => {
    @Controller('v1')
    class Forgetful {
      @Get('secret')
      secret(): string {
        return '';
      }
    }
    @Module({ controllers: [Forgetful] })
    class ForgetfulModule {}
    const adapter = new EdgeAdapter({
      clock: systemClock,
      entropy: systemEntropy(),
      maxBodyBytes: LIMIT,
      trustedProxies: [],
      logger: createLogger({ logLevel: 'silent' }),
      address: ADDRESS,
    });
    const careless = await NestFactory.create(ForgetfulModule, adapter, {
      logger: false,
      abortOnError: false,
    });
    await expect(careless.init()).rejects.toThrow('the route GET /v1/secret declares neither');
  });
});
