/**
 * The console in a real browser: the story of a disputed row, and axe on every page. `WRITE_DOCS=1` writes
 * the pictures of docs/console.md. Where this machine has no Chromium it says so in one line.
 */
import 'reflect-metadata';
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { PUBLIC_PAGES, PAGES } from '../../src/console/pages/index.js';
import { companies } from '../../packages/enrichment/src/sources/companies/companies.source.js';
import { sourceFolder } from '../../packages/enrichment/src/sources/kit/editions/edition.js';
import { ImportNotes } from '../../packages/enrichment/src/sources/kit/editions/import-note.js';
import { RejectList } from '../../packages/enrichment/src/sources/kit/editions/import-outcome.js';
import { importRegister } from '../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { LANES } from '../../projections/define-projection.js';
import { driveLanesToHead } from '../../src/operator/operator.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import { consolePage, pictureOf } from '../support/browser/console-page.js';
import { faultsOf, LAUNCH, withBrowser } from '../support/browser/in-browser.js';
import { StandInIssuer } from './stand-in-issuer.js';
import { freePort } from '../support/fleet.js';
import { csvFile, manyRows } from '../support/basic-company-data.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, PASSWORD } from '../support/worlds/console-world.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

/** Routes that answer with a part of a page, a file, or the way to a page. */
const NO_PAGES: ReadonlySet<string> = new Set([
  // Looked at below, where the console has an address for passkeys.
  '/passkeys',
  '/sign-in/passkey',
  '/glance',
  '/adjustments/:adjustment/promise',
  '/jobs.csv',
  '/accounts/:account/usage/:month/:format',
  '/explain.csv',
  '/jobs/:job/results.csv',
  '/keys/:key/requests.csv',
  '/jobs/:job/progress',
  '/jobs/:job/rows',
  '/tasks/:task',
  '/editions/imports',
  '/accounts/:account/statements/:month',
  '/accounts/:account/statements/:month/:form',
]);

/** The forms that the page of an account leads to. */
const TERMS_AND_ACCESS = [
  ...['prices', 'price-list', 'contracts', 'withdrawals', 'month-rules', 'budget'],
  ...['contact', 'blocks', 'option', 'keys', 'link', 'unlink'],
];

type Example = readonly [name: string, path: string];

/** An address of every other route, with the name of its picture. */
function examplesOf(
  { account, job, today }: Customer,
  of: { readonly adjustment: string; readonly request: string },
): Readonly<Record<string, readonly Example[]>> {
  return {
    '/': [['start', '/']],
    '/service': [['service', '/service']],
    '/statements': [['statements-of', '/statements']],
    '/search': [
      ['found', '/search?q=Example'],
      ['found-nothing', '/search?q=nobody'],
    ],
    '/accounts': [['accounts', '/accounts']],
    '/accounts/new': [['new-account', '/accounts/new']],
    '/accounts/:account': [['account', `/accounts/${account}`]],
    '/keys/:key': [['key', '/keys/abcdefghijkl']],
    '/jobs': [['jobs', '/jobs']],
    '/jobs/:job': [
      ['job', `/jobs/${job}`],
      ['nothing', '/jobs/job_01JDXB8Z5N0000000000000007'],
    ],
    '/jobs/:job/results': [['results', `/jobs/${job}/results`]],
    '/jobs/:job/errors': [['errors', `/jobs/${job}/errors`]],
    '/jobs/:job/rows/:row': [['row', `/jobs/${job}/rows/2`]],
    '/requests/:request': [['request', `/requests/${of.request}`]],
    '/explain': [
      ['bill-of', '/explain'],
      ['bill', `/explain?account=${account}&day=${today}`],
    ],
    '/charges/:charge': [['a-charge', `/charges/${rowEventId(job, 0, 'RowCharged')}`]],
    '/events/:stream/:revision': [['event', `/events/job-${job}/0`]],
    '/companies/:number': [['company', '/companies/10000000']],
    '/adjustments/new': [['adjust', `/adjustments/new?job=${job}&row=4`]],
    ...Object.fromEntries(
      TERMS_AND_ACCESS.map((act) => [
        `/accounts/:account/${act}/new`,
        [[`new-${act}`, `/accounts/${account}/${act}/new`]] as const,
      ]),
    ),
    '/adjustments/:adjustment/reverse/new': [['reverse', `/adjustments/${of.adjustment}/reverse/new`]],
    '/repricings/new': [['reprice', `/repricings/new?job=${job}`]],
    '/credits/new': [['credit', `/credits/new?account=${account}`]],
    '/adjustments/:adjustment': [['an-adjustment', `/adjustments/${of.adjustment}`]],
    '/accounts/:account/statements': [['statements', `/accounts/${account}/statements`]],
    '/verify-statement': [['verify', '/verify-statement']],
    '/replay': [['replay', '/replay']],
    '/invariants': [['invariants', '/invariants']],
    '/projections': [['read-models', '/projections']],
    '/editions': [['editions', '/editions']],
    '/blocks': [['blocks', '/blocks']],
    '/suppressions': [['suppressions', '/suppressions']],
  };
}

type Edges = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** A register with a row that was left out. */
async function anImport(dataDir: string): Promise<void> {
  const folder = new TemporaryFolder();
  const rows = [...manyRows(400), { CompanyNumber: '1.23E+07' }];
  const file = folder.write('BasicCompanyData-2026-11-01.csv', csvFile(rows));
  await importRegister({ source: companies, files: [file], dataDir });
  folder.remove();
}

/** An import that runs and was heard of just now. */
function aRunningImport(dataDir: string): void {
  mkdirSync(sourceFolder(dataDir, 'psc'), { recursive: true });
  const snapshot = 'psc-snapshot-2026-11-20.zip';
  const of = { dataDir, source: 'psc', files: [snapshot] };
  const read = { rows: 4_200_000, rejected: 0, bytes: 700_000_000, bytes_total: 2_100_000_000 };
  new ImportNotes(of, new RejectList()).noteProgress({ ...read, file: snapshot, phase: 'reading' });
}

let adjustment = '';
let world: ConsoleWorld;
let customer: Customer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let base: string;
let troubles: string[];

const picture = (name: string): Promise<void> => pictureOf(page, name);

async function open(path: string): Promise<void> {
  await page.goto(`${base}${path}`);
}
const textOf = (selector: string): Promise<string> => page.locator(selector).innerText();

withBrowser('the console is')('the console in a browser', () => {
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    customer = await aCustomer(world, {
      name: 'Example Enrichment Ltd',
      email: 'data@example.co.uk',
      ref: (row) => `crm-${row}`,
    });
    await anImport(world.world.settings.dataDir);
    await world.server.app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(world.server.app.server.address() as AddressInfo).port}`;
    browser = await chromium.launch(LAUNCH);
    ({ context, page, troubles } = await consolePage(browser));
    await open(`/welcome?link=${await world.linkFor('billing-person', 'admin')}`);
    await page.fill('#password', PASSWORD);
    await page.fill('#again', PASSWORD);
    await page.getByRole('button', { name: 'Save it and sign in' }).click();
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
    expect(await faultsOf(page, 'charge', { look: picture })).toEqual([]);
    await page.locator('a[href^="/events/rows-"]').first().click();
    expect(await textOf('main')).toContain('RowCharged');

    await open(`/jobs/${customer.job}/rows/2`);
    await page.locator('main').getByRole('link', { name: 'Adjust charges' }).click();
    await page.getByLabel('Reason', { exact: true }).selectOption('wrong_match');
    await page.getByLabel('Note, one line.').fill('it was another company');
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(await textOf('main')).toContain('Owed after it');
    expect(await faultsOf(page, 'preview', { look: picture })).toEqual([]);
    await page.getByLabel('I have read both sides').check();
    await page.getByRole('button', { name: 'Write the adjustment' }).click();
    await page.waitForURL(/\/adjustments\/adj_/);
    expect(await textOf('main')).toContain('-0.035 GBP');
    adjustment = page.url().split('/').at(-1) ?? '';
    expect(await faultsOf(page, 'adjustment', { look: picture })).toEqual([]);

    const month = customer.today.slice(0, 7);
    await open(`/accounts/${customer.account}/statements`);
    await page.getByRole('button', { name: 'Issue the statement' }).click();
    await page.getByRole('link', { name: 'signed file' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'signed file' }).click(),
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
    const told = await check(statement);
    expect(told).toContain('as it was signed: every byte of it');
    expect(told).toContain(`Account ${customer.account}, ${month}-01 to ${month}-`);
    expect(told).toMatch(/Payable: 0\.\d\d GBP\./);
    expect(await faultsOf(page, 'verify-statement', { look: picture })).toEqual([]);
    const tampered = statement
      .split('\n')
      .map((line, at) => (at === 4 ? line.replace(/"row":\d+/, '"row":39') : line));
    expect(await check(tampered.join('\n'))).toContain('Line 5 was changed.');
    expect(await faultsOf(page, 'tampered-statement', { look: picture })).toEqual([]);
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
    const examples = examplesOf(customer, { adjustment, request: world.world.log.requestId });
    const routes = PAGES.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(Object.keys(examples).sort()).toEqual(routes.filter((route) => !NO_PAGES.has(route)).sort());
    troubles.length = 0;
    const found: string[] = [];
    for (const [name, path] of Object.values(examples).flat()) {
      if (path === '/editions') aRunningImport(world.world.settings.dataDir);
      if (path === '/') await driveLanesToHead(world.world.operator, ...LANES);
      await open(path);
      found.push(...(await faultsOf(page, name, { look: picture })));
    }
    expect(found).toEqual([]);
    // Those that aren't there are told by the browser as an error.
    expect(troubles.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('tells the local time beside UTC, sorts a table by its heading, and closes an open menu', async () => {
    await open(`/accounts/${customer.account}`);
    await page.locator('dd time').first().hover();
    expect(await page.locator('dd time').first().getAttribute('title')).toMatch(/20\d\d.*\d:\d\d:\d\d/);
    const table = page.getByRole('region', { name: 'By block' });
    const units = (): Promise<string[]> => table.locator('tbody td:nth-child(2)').allInnerTexts();
    await table.getByRole('button', { name: 'Units' }).click();
    expect(await units()).toEqual(['20', '27']);
    await table.getByRole('button', { name: 'Units' }).click();
    expect(await units()).toEqual(['27', '20']);
    expect(await table.locator('th').nth(1).getAttribute('aria-sort')).toBe('descending');
    await page.locator('nav summary').first().click();
    expect(await page.locator('nav details[open]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('nav details[open]').count()).toBe(0);
  });

  it('shows a box to tick beside its words', async () => {
    await open(`/accounts/${customer.account}/budget/new`);
    const { box, words } = await page.evaluate<Record<'box' | 'words', Edges>>(`(() => {
      const box = document.querySelector('label > input[type=checkbox]');
      const words = document.createRange();
      words.selectNodeContents(box.parentElement.lastChild);
      return { box: box.getBoundingClientRect().toJSON(), words: words.getBoundingClientRect().toJSON() };
    })()`);
    expect(words.left).toBeGreaterThan(box.right);
    expect(words.left - box.right).toBeLessThan(box.right - box.left);
    expect(box.top).toBeLessThan(words.bottom);
    expect(box.bottom).toBeGreaterThan(words.top);
  });

  it('opens an account, switches its blocks and issues a key whose secret no other page shows', async () => {
    await open('/accounts');
    await page.getByRole('link', { name: 'Open an account' }).click();
    await page.getByLabel('Name of the customer').fill('Bean Ltd');
    await page.getByLabel('E-mail address').fill('data@bean.example');
    await page.getByLabel('Reason. It stays').fill('ticket 4711');
    await page.getByRole('button', { name: 'Open an account' }).click();
    await page.waitForURL(/\/accounts\/\d+$/);
    const account = page.url();

    await page.getByRole('link', { name: 'Switch blocks on and off' }).click();
    await page.getByLabel('charges', { exact: true }).uncheck();
    await page.getByLabel('planning', { exact: true }).check();
    await page.getByLabel('Reason. It stays').fill('ticket 4711');
    await page.getByRole('button', { name: 'Switch blocks on and off' }).click();
    await page.waitForURL(account);
    const shown = await textOf('main');
    expect([shown.includes('planning'), shown.includes(' charges,')]).toEqual([true, false]);

    await page.getByRole('link', { name: 'Issue a key' }).click();
    await page.getByLabel('Name of the key').fill('importer');
    await page.getByLabel('Most rows of a job').fill('many');
    await page.getByLabel('Reason. It stays').fill('ticket 4711');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    expect(await textOf('[role=alert]')).toContain("'many' is not a whole number from 1 to 250,000.");
    expect(await page.getByLabel('Name of the key').inputValue()).toBe('importer');
    await page.getByLabel('Most rows of a job').fill('1,000');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await page.getByText('Save this now').waitFor();
    await page.waitForLoadState();
    expect(await faultsOf(page, 'new-key', { look: picture })).toEqual([]);
    const secret = await textOf('.secret');
    expect(secret).toMatch(/^svc_live_[a-z0-9]{12}_\w+$/);
    await page.reload();
    await page.waitForURL(account);
    expect(await page.content()).not.toContain(secret);
  });

  it('has nothing for axe to find at the door', async () => {
    const stranger = await browser.newContext();
    const tab = await stranger.newPage();
    const link = await world.linkFor('somebody-new', 'support');
    const routes = PUBLIC_PAGES.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const found: string[] = [];
    for (const path of routes) {
      await tab.goto(`${base}${path}?link=${link}`);
      found.push(...(await faultsOf(tab, path)));
    }
    await stranger.close();
    expect(routes).toContain('/sign-in');
    expect(found).toEqual([]);
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
    const port = await freePort();
    const at = `http://127.0.0.1:${port}`;
    const other = await ConsoleWorld.open({ ...issuer.settings, CONSOLE_URL: at });
    const theirs = await browser.newContext();
    try {
      issuer.person = { sub: '1', email: 'alice@example.co.uk', email_verified: true };
      await other.linkFor('alice@example.co.uk', 'support');
      await other.server.app.listen({ port, host: '127.0.0.1' });
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

  it('asks for a passkey of the browser’s own authenticator after the password', async () => {
    const port = await freePort();
    const at = `http://localhost:${port}`;
    const other = await ConsoleWorld.open({ CONSOLE_URL: at, CONSOLE_PASSKEYS: 'required' });
    const theirs = await browser.newContext();
    const signIn = async (tab: Page): Promise<void> => {
      await tab.goto(`${at}/editions`);
      await tab.fill('#name', 'alice');
      await tab.fill('#password', PASSWORD);
      await tab.getByRole('button', { name: 'Sign in' }).click();
    };
    try {
      await other.signedIn('alice', 'support');
      await other.server.app.listen({ port, host: '127.0.0.1' });
      const tab = await theirs.newPage();
      const devtools = await theirs.newCDPSession(tab);
      await devtools.send('WebAuthn.enable');
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        automaticPresenceSimulation: true,
      } as const;
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      });
      await signIn(tab);
      await tab.waitForURL(/\/passkeys/);
      expect(await faultsOf(tab, 'passkeys')).toEqual([]);
      await tab.fill('#name', 'this machine');
      await tab.fill('#password', PASSWORD);
      await tab.getByRole('button', { name: 'Add a passkey' }).click();
      await tab.getByText('this machine').waitFor();
      await tab.getByRole('button', { name: 'Sign out' }).click();
      await signIn(tab);
      await tab.waitForURL(/\/sign-in\/passkey/);
      expect(await faultsOf(tab, 'show-a-passkey')).toEqual([]);
      await tab.getByRole('button', { name: 'Continue with a passkey' }).click();
      await tab.waitForURL(`${at}/editions`);
      expect(await tab.locator('h1').innerText()).toContain('Editions');
    } finally {
      await theirs.close();
      await other.close();
    }
  });
});
