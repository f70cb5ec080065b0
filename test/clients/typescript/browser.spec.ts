/**
 * The package in a real browser, against the running service: through the customer's own server, which has the key. The
 * service itself lets no page of another origin call it. Where this machine has no Chromium it says so in one line.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CompanyData } from '../../../packages/client/src/index.js';
import { LAUNCH, withBrowser } from '../../support/browser/in-browser.js';
import { CustomerProject } from '../../support/client/customer-project.js';
import { companyNumbers } from '../../support/sample-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';

const NOBODY = '99999998';
const NUMBERS = [...companyNumbers().slice(0, 6), NOBODY];

withBrowser('the client in TypeScript is')('the package in a browser', () => {
  const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));
  const project = forAllTests(() => new CustomerProject());
  const server = forAllTests(() => createServer((asked, answer) => void served(asked, answer)));
  let browser: Browser;
  let page: Page;
  let key: string;

  /** What a customer's own server does: its page, the package, and calls that it makes with the key in the page's place. */
  async function served(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    if (path.startsWith('/v1/')) return forwarded(asked, answer, path);
    const [, file] = /^\/client\/(\w[\w-]*\.js)$/.exec(path) ?? [];
    answer.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript');
    answer.end(
      file === undefined ? '<!doctype html>' : readFileSync(project.file(`packages/client/dist/${file}`)),
    );
  }

  async function forwarded(asked: IncomingMessage, answer: ServerResponse, path: string): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of asked) pieces.push(piece as Buffer);
    const headers = new Headers({ authorization: `Bearer ${key}` });
    for (const name of ['content-type', 'content-encoding', 'x-idempotency-key']) {
      const value = asked.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const method = asked.method ?? 'GET';
    const body = method === 'POST' ? Buffer.concat(pieces) : null;
    const got = await fetch(world.fleet.urlOf('service') + path, { method, headers, body });
    answer.writeHead(got.status, { 'content-type': 'application/json' }).end(await got.text());
  }

  /** What these words of the page come to. */
  const inPage = <T>(words: string): Promise<T> =>
    page.evaluate<T>(
      `(async () => { const { CompanyData } = await import('/client/index.js'); ${words} })()`,
    );

  beforeAll(async () => {
    await world.fleet.startAll();
    ({ key } = await world.account('Browser'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    browser = await chromium.launch(LAUNCH);
    page = await browser.newPage();
    // An address with a port: it listens on one.
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(() => browser.close());

  it('resolves a company and runs a list through the own server, without the key', async () => {
    const told = await inPage<object>(`
      const client = new CompanyData({ url: location.origin, key: '' });
      const { matched } = await client.resolve({ company_number: '${NUMBERS[0]}', blocks: ['industry'] });
      const rows = ${JSON.stringify(NUMBERS)}.map((company_number) => ({ ref: company_number, company_number }));
      const refs = [];
      for await (const { ref } of client.jobs.submit(rows, { blocks: ['industry'], rowsPerJob: 3 })) refs.push(ref);
      const error = await client.resolve({ company_number: '${NOBODY}', blocks: ['industry'] }).catch(({ code }) => code);
      return { number: matched.company_number, refs, error };`);
    expect(told).toEqual({ number: NUMBERS[0], refs: NUMBERS, error: 'not_matched' });
  });

  it('is given no answer by the service itself, which no page of another origin may call', async () => {
    const url = world.fleet.urlOf('service');
    const told = await inPage<string>(`
      const client = new CompanyData({ url: '${url}', key: '${key}', patience: 0 });
      return client.whoami().catch(({ code }) => code);`);
    expect(told).toBe('no_answer');
    await expect(new CompanyData({ url, key }).whoami()).resolves.toMatchObject({
      scopes: ['read', 'enrich'],
    });
  });
});
