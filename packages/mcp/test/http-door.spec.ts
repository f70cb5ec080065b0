/** Who may come in over HTTP. */
import { request } from 'node:http';
import { HttpDoor } from '../src/transport/http.js';
import { WrongSetting, settingsOf, type HttpSettings } from '../src/settings.js';
import { productServer } from './product-server.js';

const SECRET = 's'.repeat(32);
const doors: HttpDoor[] = [];
afterEach(() => Promise.all(doors.splice(0).map((door) => door.close())));

async function opened(more: Partial<HttpSettings> = {}): Promise<URL> {
  const usual = { host: '127.0.0.1', port: 0, allowedHosts: [], allowedOrigins: [], secret: null };
  const door = new HttpDoor(productServer('/nowhere'), { ...usual, ...more });
  doors.push(door);
  return new URL(await door.open());
}

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};

/** `fetch` sets `Host` by itself. */
const asked = (url: URL, headers: Record<string, string>, body: object = INITIALIZE, method = 'POST') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const accept = 'application/json, text/event-stream';
      const asking = request(url, {
        method,
        headers: { accept, 'content-type': 'application/json', ...headers },
      });
      asking.once('error', reject);
      asking.once('response', (response) => {
        let text = '';
        response.on('data', (piece) => (text += String(piece)));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      asking.end(method === 'POST' ? JSON.stringify(body) : undefined);
    },
  );

describe('over HTTP', () => {
  it.each([
    ['a name that leads here', { host: 'evil.example:80' }, 403],
    ['a page of another host', { origin: 'https://evil.example' }, 403],
    ['a page without a host', { origin: 'null' }, 403],
    ['a page of this machine', { origin: 'http://localhost:8080' }, 200],
    ['a program', {}, 200],
  ])('%s', async (_who, headers, status) => {
    expect((await asked(await opened(), headers)).status).toBe(status);
  });

  it('names and pages that are allowed come in, and only these', async () => {
    const url = await opened({ allowedHosts: ['data.example'], allowedOrigins: ['app.example'] });
    const statusOf = async (headers: Record<string, string>) => (await asked(url, headers)).status;
    expect(await statusOf({ host: 'data.example', origin: 'https://app.example' })).toBe(200);
    expect(await statusOf({ host: 'data.example.evil', origin: 'https://app.example' })).toBe(403);
  });

  it.each([
    ['no secret', {}, 401],
    ['a wrong one', { authorization: `Bearer ${SECRET}x` }, 401],
    ['another scheme', { authorization: `Basic ${SECRET}` }, 401],
    ['the secret', { authorization: `Bearer ${SECRET}` }, 200],
  ])('with %s where one is set', async (_which, headers, status) => {
    expect((await asked(await opened({ secret: SECRET }), headers)).status).toBe(status);
  });

  it('keeps sessions apart, and forgets one that is ended', async () => {
    const url = await opened();
    const ids = await Promise.all([1, 2].map(async () => (await asked(url, {})).headers['mcp-session-id']));
    expect(new Set(ids).size).toBe(2);
    const [id = ''] = ids.flat();
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const headers = { 'mcp-session-id': String(id), 'mcp-protocol-version': '2025-11-25' };
    expect((await asked(url, headers, list)).text).toContain('find_company');
    expect((await asked(url, {}, list)).status).toBe(400);
    expect((await asked(url, headers, {}, 'DELETE')).status).toBe(200);
    expect((await asked(url, headers, list)).status).toBe(404);
    expect((await asked(new URL('/other', url), {})).status).toBe(404);
  });
});

describe('settings', () => {
  const ENV = { COMPANY_DATA_URL: 'http://127.0.0.1:3000/v1/', COMPANY_DATA_KEY: 'k' };
  const refused = (words: string[], env: Record<string, string> = ENV): unknown => {
    try {
      return settingsOf(words, env);
    } catch (error) {
      return error instanceof WrongSetting ? error.message : error;
    }
  };

  it('have caps before anybody sets one', () => {
    expect(settingsOf([], ENV)).toMatchObject({
      http: null,
      serves: {
        who: 'customer',
        settings: {
          ...{ url: 'http://127.0.0.1:3000', repeat: 'day' },
          caps: { call: { units: 100 }, session: { units: 500 }, day: { units: 1000, amount: null } },
          askAbove: { units: 50, amount: null },
        },
      },
    });
  });

  it('are flags before they are of the environment', () => {
    const env = {
      ...ENV,
      COMPANY_DATA_MCP_MAX_UNITS_PER_DAY: '7',
      COMPANY_DATA_MCP_MAX_AMOUNT_PER_DAY: '2.50',
    };
    const words = ['--max-units-per-day', '9', '--ask-above-units', 'none', '--http', '--port', '0'];
    expect(settingsOf(words, env)).toMatchObject({
      http: { host: '127.0.0.1', port: 0, secret: null },
      serves: {
        settings: {
          caps: { day: { units: 9, amount: { digits: 250n, scale: 2 } } },
          askAbove: { units: null },
        },
      },
    });
  });

  it.each([
    ['a cap that is no number', ['--max-units-per-day', '1e3'], ENV, /whole number or none/],
    ['an amount below 0', ['--max-amount-per-day=-1'], ENV, /is an amount/],
    ['an unknown flag', ['--max-unit-per-day', '1'], ENV, /Unknown option/],
    ['no key', [], { COMPANY_DATA_URL: 'http://a' }, /COMPANY_DATA_KEY is missing/],
    ['no address', [], { COMPANY_DATA_KEY: 'k' }, /not the address/],
    ['an operator beside a key', ['--operator'], ENV, /never served beside a customer's key/],
    ['an operator over HTTP without a secret', ['--operator', '--http'], {}, /COMPANY_DATA_MCP_SECRET/],
    ['another address without a secret', ['--http', '--host', '0.0.0.0'], ENV, /COMPANY_DATA_MCP_SECRET/],
    ['a short secret', ['--http'], { ...ENV, COMPANY_DATA_MCP_SECRET: 'x' }, /fewer than 16/],
    ['a repeat of a week', ['--repeat', 'week'], ENV, /day or session/],
  ])('refuse %s', (_what, words, env, sentence) => {
    expect(refused(words, env)).toMatch(sentence);
  });
});
