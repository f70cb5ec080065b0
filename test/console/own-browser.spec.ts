/**
 * What a customer sees, in a real browser: from the link in a mail to the page, and axe on every page.
 * `WRITE_DOCS=1` writes the pictures of docs/console.md. Where this machine has no Chromium it says so in one
 * line.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { OWN_PAGES } from '../../src/console/own/pages/index.js';
import { issueApiKey } from '../../src/operator/keys/keys.js';
import { issueStatement } from '../../src/operator/statements/issue-statements.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { consolePage, pictureOf } from '../support/browser/console-page.js';
import { faultsOf, LAUNCH, withBrowser } from '../support/browser/in-browser.js';
import { aSubmission } from '../support/logs/job-builders.js';
import { BOTH } from '../support/logs/row-stories.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld } from '../support/worlds/console-world.js';

/** Routes that answer with a part of a page or a file. */
const NO_PAGES: ReadonlySet<string> = new Set([
  '/jobs/:job/progress',
  '/jobs.csv',
  '/usage/:month/:format',
  '/jobs/:job/rows.csv',
  '/jobs/:job/errors.csv',
  '/jobs/:job/skipped.csv',
  '/statements/list',
  '/statements/:month',
  '/statements/:month/:form',
]);

let world: ConsoleWorld;
let customer: Customer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let base: string;
/** Another site, as a reader of mails is, with the link. */
let mail: Server;
let troubles: string[];

/** All that fake timers replace but `Date`. */
const NO_CLOCKS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

const picture = (name: string): Promise<void> => pictureOf(page, name);

/** Issued by an operator, of the month that is then over; its file lies elsewhere. */
async function aStatement(): Promise<void> {
  const { account, today } = customer;
  const { operator, settings } = world.world;
  const file = join(settings.dataDir, 'issued.ndjson');
  const now = new Date(Date.now() + 40 * 86_400_000);
  const wish = { account, month: today.slice(0, 7), file, now, onProgress: () => undefined };
  // Its head bears the time of the clock, and no complete statement is issued before its month is over.
  jest.useFakeTimers({ now, doNotFake: NO_CLOCKS });
  await issueStatement(operator, wish).finally(() => jest.useRealTimers());
}

/** Use of some days and keys, beside the customer's own of today. */
async function someUse(): Promise<void> {
  const { operator, log } = world.world;
  const { key_id } = await issueApiKey(operator, customer.account, {
    name: 'nightly list',
    environment: 'live',
    scopes: ['read', 'enrich'],
    max_rows: 5_000,
    requests_per_minute: 120,
    resolve_per_minute: 10,
  });
  const now = Date.now();
  for (const [index, days] of [21, 16, 15, 9, 7, 3, 1].entries()) {
    log.time = new Date(now - days * 86_400_000).toISOString();
    const job_id = `job_01JDXB8Z5N000000000000010${index}` as JobId;
    const of = {
      account_id: customer.account,
      job_id,
      ...(index % 2 === 0 ? { key_id: key_id } : {}),
    };
    await log.run(aSubmission(12 + 7 * index, 50, of), () => BOTH);
  }
}

withBrowser('a customer’s own account is')('a customer’s own account in a browser', () => {
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    customer = await aCustomer(world, {
      name: 'Example Enrichment Ltd',
      email: 'data@example.co.uk',
      ref: (row) => `crm-${row}`,
    });
    await someUse();
    await aStatement();
    base = await world.listen();
    const link = `${base}${await world.ownLink(customer.account)}`;
    mail = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<a href="${link}">Your account</a>`),
    ).listen(0, '127.0.0.1');
    await once(mail, 'listening');
    browser = await chromium.launch(LAUNCH);
    ({ context, page, troubles } = await consolePage(browser));
  });
  afterAll(async () => {
    await browser.close();
    mail.close();
    await world.close();
  });

  it('opens from a link in a mail of another site, and its secret is in no address, history or referrer', async () => {
    const referrers: (string | undefined)[] = [];
    page.on('request', (request) => void referrers.push(request.headers()['referer']));
    // Another site, to the browser too.
    await page.goto(`http://localhost:${(mail.address() as AddressInfo).port}/`);
    await page.getByRole('link', { name: 'Your account' }).click();
    // The page that the link leads to takes the secret out of its own address.
    await page.waitForURL(`${base}/own/open`);
    await page.getByRole('button', { name: 'Open the account' }).click();
    await page.waitForURL(`${base}/own`);
    expect(await page.locator('main').innerText()).toContain('Example Enrichment Ltd');
    await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).click();
    await page.goBack();
    expect(page.url()).toBe(`${base}/own`);
    expect(referrers.join()).not.toContain('svc_own_');
    expect(await page.evaluate<number>('history.length')).toBeLessThanOrEqual(5);
  });

  it('has nothing for axe to find on any page, no page wider than a phone, and none that breaks its own policy', async () => {
    const { job } = customer;
    const examples: Readonly<Record<string, readonly [name: string, path: string]>> = {
      '': ['own-account', '/own'],
      '/jobs': ['own-jobs', '/own/jobs'],
      '/jobs/:job': ['own-job', `/own/jobs/${job}`],
      '/jobs/:job/rows': ['own-rows', `/own/jobs/${job}/rows`],
      '/statements': ['own-statements', '/own/statements'],
      '/verify-statement': ['own-verify', '/own/verify-statement'],
    };
    const routes = OWN_PAGES.map(({ path }) => path).filter((path) => !NO_PAGES.has(path));
    expect(Object.keys(examples).sort()).toEqual(routes.sort());
    troubles.length = 0;
    const found: string[] = [];
    for (const [name, path] of Object.values(examples)) {
      await page.goto(`${base}${path}`);
      found.push(...(await faultsOf(page, name, { look: picture })));
    }
    expect(found).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('gives the failed rows of a job as a file', async () => {
    await page.goto(`${base}/own/jobs/${customer.job}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Rows that failed' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`errors-${customer.job}.csv`);
    expect(readFileSync(await download.path(), 'utf8')).toContain('not_matched');
  });

  it('gives a statement, makes its file again, and checks it without sending it anywhere', async () => {
    await page.goto(`${base}/own/statements`);
    await page.getByRole('link', { name: 'make the file' }).click();
    const link = page.getByRole('link', { name: 'signed file' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const statement = readFileSync(await download.path());
    await page.goto(`${base}/own/verify-statement`);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/assets/icon.svg')) sent.push(request.url());
    });
    const file = { name: 'statement.ndjson', mimeType: 'application/x-ndjson', buffer: statement };
    await page.setInputFiles('#file', file);
    await page.locator('#result .fine').waitFor();
    expect(await page.locator('#result').innerText()).toContain('as it was signed: every byte of it');
    expect(sent).toEqual([]);
  });

  it('shows a job that runs move on without being loaded again', async () => {
    const { log } = world.world;
    log.time = new Date().toISOString();
    const running = aSubmission(4, 2, {
      account_id: customer.account,
      job_id: 'job_01JDXB8Z5N0000000000000009' as JobId,
    });
    await log.submit(running);
    await log.work(running, 0, ['not_matched', 'not_matched']);
    await page.goto(`${base}/own/jobs/${running.job_id}`);
    expect(await page.locator('.progress').innerText()).toContain('2 of 4 rows');
    await log.work(running, 1, ['not_matched', 'not_matched']);
    await page.getByText('4 of 4 rows').waitFor();
  });

  it('can be read without scripts', async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    });
    const without = await plain.newPage();
    await without.goto(`${base}/own`);
    expect(await without.locator('main').innerText()).toContain('company_identity');
    await plain.close();
  });

  it('is closed by leaving, and says to whoever comes back what may be done, with nothing for axe to find', async () => {
    await page.goto(`${base}/own`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
    await page.goBack();
    expect(await page.locator('main').innerText()).toContain('open your link again');
    expect(await faultsOf(page, 'own-nothing', { look: picture })).toEqual([]);
  });
});
