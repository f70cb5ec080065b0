/**
 * The console in a real browser: the story of a disputed row, and axe on every page. `WRITE_DOCS=1` writes the pictures
 * of docs/console.md. Where this machine has no Chromium it says so in one line.
 */
import 'reflect-metadata';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { StandInIssuer } from './stand-in-issuer.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, PASSWORD } from '../support/worlds/console-world.js';

jest.setTimeout(120_000);

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** In the dark only colours differ. */
const CONTRAST = "{ runOnly: ['color-contrast'] }";
/** Pictures are small: they show what is where. */
const SCALE = process.env['WRITE_DOCS'] === undefined ? 1 : 0.75;
const PICTURES = join(__dirname, '../../docs/console');
const withBrowser = CHROMIUM === undefined ? describe.skip : describe;
if (CHROMIUM === undefined)
  process.stdout.write(
    'skipped: the console is not opened in a browser, since no Chromium is installed here\n',
  );

let world: ConsoleWorld;
let customer: Customer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let base: string;
const troubles: string[] = [];

async function open(path: string): Promise<void> {
  await page.goto(`${base}${path}`);
}
const textOf = (selector: string): Promise<string> => page.locator(selector).innerText();

withBrowser('the console in a browser', () => {
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    customer = await aCustomer(world, {
      name: 'Example Enrichment Ltd',
      email: 'data@example.co.uk',
      ref: (row) => `crm-${row}`,
    });
    await world.server.app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(world.server.app.server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: SCALE });
    page = await context.newPage();
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
    await open(`/welcome?link=${await world.linkFor('billing-person', 'admin')}`);
    await page.fill('#password', PASSWORD);
    await page.fill('#again', PASSWORD);
    await page.getByRole('button', { name: 'Choose it and sign in' }).click();
    await page.waitForURL(`${base}/`);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it('tells why a row was billed, adjusts it, issues the statement, and names the line that somebody changed', async () => {
    await page.fill('#why', 'ticket 4711');
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('searchbox').fill(`${customer.job} 2`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/rows\/2$/);
    expect(await textOf('main')).toContain('Billed: it was delivered with the row.');
    await page.locator('a[href^="/charges/"]').first().click();
    expect(await textOf('main')).toContain('0.0200 GBP');
    await picture('charge');
    await page.locator('a[href^="/events/rows-"]').first().click();
    expect(await textOf('main')).toContain('RowCharged');

    await open(`/jobs/${customer.job}/rows/2`);
    await page.getByRole('link', { name: 'Adjust this row' }).click();
    await page.selectOption('#reason-code', 'wrong_match');
    await page.fill('#note', 'it was another company');
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(await textOf('main')).toContain('Owed then');
    await picture('preview');
    await page.getByLabel('I have read both sides').check();
    await page.getByRole('button', { name: 'Write the adjustment' }).click();
    await page.waitForURL(/\/adjustments\/adj_/);
    expect(await textOf('main')).toContain('-0.035 GBP');
    await picture('adjustment');

    const month = customer.today.slice(0, 7);
    await open(`/accounts/${customer.account}/statements`);
    await page.getByRole('button', { name: 'Issue it' }).click();
    await page.getByRole('link', { name: 'download' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'download' }).click(),
    ]);
    const statement = readFileSync(await download.path(), 'utf8');
    expect(statement).toContain('it was another company');

    await open('/verify-statement');
    const sent: string[] = [];
    // The browser asks for the page's picture when it likes.
    page.on('request', (request) => {
      if (!request.url().endsWith('/assets/icon.svg')) sent.push(`${request.method()} ${request.url()}`);
    });
    const check = async (text: string): Promise<string> => {
      await page.setInputFiles('#file', {
        name: `statement-${month}.ndjson`,
        mimeType: 'application/x-ndjson',
        buffer: Buffer.from(text),
      });
      await page.locator('#result .fine, #result .trouble').waitFor();
      return textOf('#result');
    };
    expect(await check(statement)).toContain('as it was signed: every byte of it');
    await picture('verify-statement');
    const tampered = statement
      .split('\n')
      .map((line, at) => (at === 4 ? line.replace(/"row":\d+/, '"row":39') : line));
    expect(await check(tampered.join('\n'))).toContain('Line 5 was changed.');
    await picture('tampered-statement');
    expect(sent).toEqual([]);
  });

  it('shows a job that runs move on without being loaded again', async () => {
    const { log } = world.world;
    const running = {
      ...(await import('../support/logs/job-builders.js')).aSubmission(4, 2),
      account_id: customer.account,
    };
    const job = { ...running, job_id: 'job_01JDXB8Z5N0000000000000009' as typeof running.job_id };
    await log.submit(job);
    await log.work(job, 0, ['not_matched', 'not_matched']);
    await open(`/jobs/${job.job_id}`);
    expect(await textOf('.progress')).toContain('2 of 4 rows');
    await log.work(job, 1, ['not_matched', 'not_matched']);
    await page.getByText('4 of 4 rows').waitFor();
  });

  it('has nothing for axe to find on any page, no page wider than a phone, and none that breaks its own policy', async () => {
    const pages: readonly (readonly [string, string])[] = [
      ['start', '/'],
      ['accounts', '/accounts'],
      ['account', `/accounts/${customer.account}`],
      ['key', '/keys/abcdefghijkl'],
      ['job', `/jobs/${customer.job}`],
      ['results', `/jobs/${customer.job}/results`],
      ['errors', `/jobs/${customer.job}/errors`],
      ['row', `/jobs/${customer.job}/rows/2`],
      ['bill', `/explain?account=${customer.account}&day=${customer.today}`],
      ['event', `/events/job-${customer.job}/0`],
      ['adjust', `/adjustments/new?job=${customer.job}&row=4`],
      ['statements', `/accounts/${customer.account}/statements`],
      ['replay', '/replay'],
      ['invariants', '/invariants'],
      ['read-models', '/projections'],
      ['editions', '/editions'],
      ['blocks', '/blocks'],
      ['nothing', '/jobs/job_01JDXB8Z5N0000000000000007'],
    ];
    troubles.length = 0;
    const found: string[] = [];
    for (const [name, path] of pages) {
      await open(path);
      await picture(name);
      found.push(...(await violations('{}')).map((what) => `${name}: ${what}`));
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await violations(CONTRAST)).map((what) => `${name}, dark: ${what}`));
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 375, height: 800 });
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > 375) found.push(`${name} is ${width} wide on a phone`);
      await picture(`${name}-narrow`);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(found).toEqual([]);
    // The one that isn't there is told by the browser as an error.
    expect(troubles.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('can be read without scripts', async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    });
    const without = await plain.newPage();
    await without.goto(`${base}/accounts/${customer.account}`);
    expect(await without.locator('main').innerText()).toContain('company_identity');
    await without.goto(`${base}/verify-statement`);
    expect(await without.locator('main').innerText()).toContain('This page needs scripts');
    await plain.close();
  });

  it('lets somebody in who comes from an issuer on another site, and goes where they wanted to', async () => {
    const issuer = await StandInIssuer.start();
    const other = await ConsoleWorld.open(issuer.settings);
    const theirs = await browser.newContext();
    try {
      issuer.person = { sub: '1', email: 'alice@example.co.uk', email_verified: true };
      await other.linkFor('alice@example.co.uk', 'support');
      await other.server.app.listen({ port: 0, host: '127.0.0.1' });
      const at = `http://127.0.0.1:${(other.server.app.server.address() as AddressInfo).port}`;
      const tab = await theirs.newPage();
      await tab.goto(`${at}/editions`);
      await tab.getByRole('link', { name: 'Sign in through' }).click();
      await tab.waitForURL(`${at}/editions`);
      expect(await tab.locator('header').innerText()).toContain('alice@example.co.uk (support)');
      await tab.getByRole('button', { name: 'Sign out' }).click();
      await tab.getByRole('link', { name: 'sign out there too' }).waitFor();
    } finally {
      await theirs.close();
      await other.close();
      await issuer.stop();
    }
  });

  async function violations(options: string): Promise<string[]> {
    await page.evaluate(AXE);
    return page.evaluate<string[]>(
      `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))`,
    );
  }

  async function picture(name: string): Promise<void> {
    if (process.env['WRITE_DOCS'] === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(join(PICTURES, `${name}.png`), await page.screenshot());
  }
});
