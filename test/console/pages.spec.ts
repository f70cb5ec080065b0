import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { PAGES } from '../../src/console/pages/index.js';
import { requestBatches } from '../../src/investigate/request-log/request-batches.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { companies } from '../../packages/enrichment/src/sources/companies/companies.source.js';
import { lockSource, sourceFolder } from '../../packages/enrichment/src/sources/kit/editions/edition.js';
import {
  importNoteOf,
  ImportNotes,
  type ImportNote,
} from '../../packages/enrichment/src/sources/kit/editions/import-note.js';
import { RejectList } from '../../packages/enrichment/src/sources/kit/editions/import-outcome.js';
import { importRegister } from '../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { writeSyncNote } from '../../packages/enrichment/src/sources/kit/publication/sync-note.js';
import { OPERATOR_ROLES, type OperatorRole } from '../../src/streams/operators/operator-role.js';
import { activeIn, HOSTILE } from '../support/browser/hostile-html.js';
import { csvFile, manyRows } from '../support/basic-company-data.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const BIDI = '\u202e';
const LONG = 'ÄÖ'.repeat(5_000);

const world = forAllTests(() => ConsoleWorld.open());
let customer: Customer;
const browsers = new Map<OperatorRole, Browser>();
const as = (role: OperatorRole): Browser => {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`nobody is signed in as ${role}`);
  return browser;
};

beforeAll(async () => {
  const ref = (row: number): string => (row % 2 === 0 ? HOSTILE : LONG);
  customer = await aCustomer(world, { name: HOSTILE.slice(0, 150), email: 'a@example.co.uk', ref });
  for (const role of OPERATOR_ROLES) browsers.set(role, await world.signedIn(`${role}-person`, role));
  await as('billing').send('/reason', { reason: HOSTILE });
});

const adjustment = { why: 'goodwill', note: 'a <b>note</b> that is "quoted"' };
const linksIn = (text: string): string[] =>
  [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

/** Every page that can be reached by links from the start and from the customer, once. Files are no pages. */
async function walk(browser: Browser, most: number): Promise<Map<string, { status: number; text: string }>> {
  const seen = new Map<string, { status: number; text: string }>();
  const kinds = new Map<string, number>();
  const job = `/jobs/${customer.job}`;
  const waiting = [
    '/',
    '/search?q=a%40example.co.uk',
    `/accounts/${customer.account}`,
    job,
    `${job}/rows/0`,
    `${job}/rows/1`,
  ];
  while (waiting.length > 0) {
    const url = waiting.shift() ?? '/';
    const kind = url.replace(/[0-9A-Za-z]*[0-9][0-9A-Za-z-]*/g, 'x').slice(0, 30);
    if (seen.has(url) || /^\/assets|\.csv(?:\?|$)/.test(url) || (kinds.get(kind) ?? 0) >= most) continue;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const { status, text: all, headers } = await browser.open(url);
    // A browser saves a file and runs nothing in it.
    const text = headers['content-disposition'] === undefined ? all : '';
    seen.set(url, { status, text });
    waiting.push(...linksIn(text));
  }
  return seen;
}

describe('hostile names, refs, notes and reasons', () => {
  it('are shown inert on every page', async () => {
    const form = { job: customer.job, row: '0', account: '', from: '', to: '', block: '', ...adjustment };
    const made = await as('billing').act('/adjustments', form);
    expect(made.location).toMatch(/^\/adjustments\/adj_/);
    const pages = await walk(as('billing'), 3);
    pages.set('the adjustment', await as('billing').open(made.location ?? ''));
    expect(pages.size).toBeGreaterThan(25);
    const bad = [...pages].flatMap(([url, { text }]) => activeIn(text).map((what) => `${url}: ${what}`));
    expect(bad).toEqual([]);
    const unseen = [...pages].filter(([, { text }]) => /[\u202e\u2066\u0007\u001b]/.test(text));
    expect(unseen.map(([url]) => url)).toEqual([]);
    const statuses = [...pages].filter(([, { status }]) => ![200, 303, 404].includes(status));
    expect(statuses.map(([url, { status }]) => [url, status])).toEqual([]);
    const all = [...pages.values()].map(({ text }) => text).join('\n');
    for (const shown of ['&lt;script&gt;alert(1)', '\\u202eevil', 'a &lt;b&gt;note', '(10,000 characters)'])
      expect(all).toContain(shown);
  });

  it.each([`${HOSTILE} and more`, LONG.slice(0, 2_000), '', '%', '../../etc', 'job_', "' or 1=1"])(
    'in the search box find nothing, and say so: %j',
    async (asked) => {
      const { status, text } = await as('support').open(`/search?q=${encodeURIComponent(asked)}`);
      expect(status).toBe(404);
      expect(text).not.toContain('<script>alert');
    },
  );

  it.each([
    '/jobs/x',
    '/jobs/job_0/rows/x',
    '/accounts/1',
    '/keys/%3Cscript%3E',
    '/events/a-b/99',
    '/charges/1',
    '/explain?account=x',
    '/explain?job=1&day=x',
    '/companies/x',
    '/tasks/x',
    '/requests/%00',
    '/accounts/1001/statements/x',
    '/adjustments/x',
    '/%E0%A4%A',
  ])('in an address are no fault of the service: %s', async (url) => {
    const { status } = await as('admin').open(url);
    expect([400, 404]).toContain(status);
  });
});

describe('the page of a key', () => {
  const key = '/keys/abcdefghijkl';

  it('shows requests of any days, kinds and statuses, page by page to the last, and as CSV', async () => {
    const { operator } = world.world;
    const at = (minute: number) => `2026-11-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
    await operator.stores.coordination.putMany(
      requestBatches(
        Array.from({ length: 30 }, (_, minute) => ({
          ...{ time: at(minute), request_id: `req_p${minute}`, key_id: 'abcdefghijkl', account_id: 1001 },
          ...{ method: 'GET', path: `/v1/x${minute}`, status: minute === 7 ? 429 : 200, detail: null },
          ...{ job_id: null, replayed: false, traceparent: null },
        })),
      ),
    );
    const day = 'from=2026-11-01&to=2026-11-01';
    const first = (await as('support').open(`${key}?${day}`)).text;
    expect(first).toContain('1 to 25 of 30');
    expect(first).toContain('/requests/req_p29');
    const last = (await as('support').open(`${key}?${day}&page=2`)).text;
    expect(last).toContain('26 to 30 of 30');
    expect(last).toContain('/requests/req_p0"');
    const refused = (await as('support').open(`${key}?${day}&status=429&only=refused`)).text;
    expect(refused).toContain('1 to 1 of 1');
    expect((await as('support').open(`${key}?from=2026-11-02&to=2026-11-03`)).text).toContain('None.');
    const csv = (await as('support').open(`${key}/requests.csv?${day}`)).text.trim().split('\r\n');
    expect(csv).toHaveLength(31);
    expect(csv[8]).toBe(`${at(7)},${at(7)},1,refused,req_p7,,GET,/v1/x7,429,`);
  });

  it('goes back 100,000 lines, and then says what to choose', async () => {
    expect((await as('support').open(`${key}?page=4000`)).status).toBe(200);
    const { status, text } = await as('support').open(`${key}?page=4001`);
    expect([status, text]).toEqual([400, expect.stringContaining('Choose fewer days, a kind or a status.')]);
  });

  it('has the jobs of the key, and refuses what is no day, kind or status', async () => {
    expect((await as('support').open(key)).text).toContain(`/jobs/${customer.job}`);
    for (const wrong of ['from=x', 'only=x', 'status=x', 'page=x'])
      expect((await as('support').open(`${key}?${wrong}`)).status).toBe(404);
  });
});

describe('the list of jobs', () => {
  it('is the same on the page of an account and by itself, and as CSV', async () => {
    for (const path of [
      `/accounts/${customer.account}`,
      `/jobs?account=${customer.account}`,
      '/jobs?failures=yes',
    ])
      expect((await as('support').open(path)).text).toContain(`/jobs/${customer.job}`);
    const { text } = await as('support').open(`/jobs.csv?account=${customer.account}&state=completed`);
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^${customer.account},${customer.job},`));
    expect((await as('support').open('/jobs?account=999')).status).toBe(404);
  });
});

it('the charges of a bill have pages, a jump and a file, and keep the bill that they are of', async () => {
  const bill = `/explain?job=${customer.job}&block=industry`;
  const { text } = await as('billing').open(`${bill}&size=100&from=1`);
  const [, charges = ''] = text.split('aria-label="Filter charges"');
  expect(charges).toContain('Jump to row');
  expect(charges).toContain(`<input type="hidden" name="job" value="${customer.job}"`);
  expect(charges).toContain('<input type="hidden" name="size" value="100"');
  const [, total = ''] = /1 to \d+ of (\d+)/.exec(charges) ?? [];
  const [link] = linksIn(charges).filter((path) => path.startsWith('/explain.csv'));
  const csv = (await as('billing').open(link ?? '')).text.trim().split('\r\n');
  expect(csv).toHaveLength(Number(total) + 1);
  expect(csv[0]).toBe('time,job_id,row,units,amount,currency,blocks,late,charge_id,stream,revision,position');
  const all = (await as('billing').open(`/explain?account=${customer.account}`)).text;
  expect(all).toContain('Jump to charge number');
  expect((await as('billing').open(`${bill}&from=x`)).status).toBe(404);
});

describe('the search box', () => {
  it.each([
    [() => customer.job, () => `/jobs/${customer.job}`],
    [() => `${customer.job} 3`, () => `/jobs/${customer.job}/rows/3`],
    [() => String(customer.account), () => `/accounts/${customer.account}`],
    [() => 'a@example.co.uk', () => `/accounts/${customer.account}`],
    [() => 'svc_live_abcdefghijkl_', () => '/keys/abcdefghijkl'],
    [() => `${customer.account} 2026-11`, () => `/accounts/${customer.account}/statements`],
    [() => '35618cc1-6f33-81f5-94d0-16b3a3fb2c4b', () => '/charges/35618cc1-6f33-81f5-94d0-16b3a3fb2c4b'],
  ])('goes where the thing is', async (asked, place) => {
    const found = await as('support').open(`/search?q=${encodeURIComponent(asked())}`);
    expect([found.status, found.location]).toEqual([303, place()]);
  });
});

describe('roles', () => {
  const acts = PAGES.filter(
    ({ method, path }) => method === 'POST' && !['/sign-out', '/reason'].includes(path),
  );
  const table = acts.flatMap((page) =>
    OPERATOR_ROLES.map((role) => [role, page.path, page.roles.includes(role)] as const),
  );

  it.each(table)('%s, %s: %s', async (role, path, may) => {
    const url = path.replace(':job', customer.job).replace(':account', '1').replace(':adjustment', 'adj_0');
    const { status } = await as(role).send(url, { rows: 'x' });
    if (may) expect(status).not.toBe(403);
    else expect(status).toBe(403);
  });

  it('of support and billing do what the page of decisions says', () => {
    const rolesOf = (path: string) => acts.find((page) => page.path === path)?.roles;
    expect(rolesOf('/adjustments')).toEqual(['billing', 'admin']);
    expect(rolesOf('/jobs/:job/dispute')).toEqual(['billing', 'admin']);
    expect(rolesOf('/accounts/:account/statements')).toEqual(['billing', 'admin']);
    expect(rolesOf('/replay')).toEqual(['admin']);
    expect(rolesOf('/invariants')).toEqual(['admin']);
  });
});

it('an admin suppresses an officer by name and shows them again; no page and no event holds the name', async () => {
  const admin = as('admin');
  const suppressed = async (): Promise<string> => (await admin.open('/suppressions')).text;
  const statuses = [];
  for (const form of [
    { name: 'Jane Zebedee' },
    { name: 'Jane Zebedee', born: '1970' },
    { name: '', born: '1970-05' },
    { value: HOSTILE },
  ])
    statuses.push((await admin.send('/suppressions', form)).status);
  expect(statuses).toEqual([400, 404, 404, 404]);
  expect(await suppressed()).toContain('Nothing is suppressed.');
  await admin.send('/suppressions', { name: 'Mrs Jane Zebedee', born: '1970-05', appointed: '2020-01-02' });
  const text = await suppressed();
  expect(text.match(/person_name, since/g)).toHaveLength(2);
  expect(text).not.toContain('Zebedee');
  expect((await as('support').open('/suppressions')).text).not.toContain('<select');
  const { eventStore } = world.world.operator.stores;
  const { events } = await eventStore.readAll({ after: LOG_START, categories: ['suppressions'] });
  const told = events.map(({ data }) => Buffer.from(data).toString('utf8')).join();
  expect(told).not.toMatch(/zebedee/i);
  // A keyed hash and what it is keyed with may hold any digits.
  expect(told.replace(/"(?:value_hash|secret)":"[0-9a-f]+"/g, '')).not.toMatch(/1970/);
  for (const [, id = ''] of text.matchAll(/<option value="([0-9a-f]{16})"/g))
    await admin.send('/suppressions/lift', { id, confirmed: 'yes' });
  expect(await suppressed()).toContain('Nothing is suppressed.');
});

it('a look is an event with who, at what and why, and what is fetched again is none', async () => {
  await as('support').send('/reason', { reason: 'ticket 4711' });
  const looks = async (): Promise<object[]> => {
    const { eventStore } = world.world.operator.stores;
    const { events } = await eventStore.readAll({ after: LOG_START, categories: ['support'], limit: 5_000 });
    return events
      .map(({ data }) => JSON.parse(Buffer.from(data).toString()) as { operator: string })
      .filter(({ operator }) => operator === 'support-person');
  };
  const before = (await looks()).length;
  for (const url of [
    `/accounts/${customer.account}`,
    `/jobs/${customer.job}`,
    `/jobs/${customer.job}/rows/2`,
    `/jobs/${customer.job}/results`,
  ])
    expect((await as('support').open(url)).status).toBe(200);
  await as('support').open(`/jobs/${customer.job}/progress`);
  expect((await looks()).slice(before)).toMatchObject(
    [
      { kind: 'account', account_id: customer.account },
      { kind: 'job', job_id: customer.job },
      { kind: 'row', job_id: customer.job, row: 2 },
      { kind: 'rows', job_id: customer.job, from: 0 },
    ].map((about) => ({ about, reason: 'ticket 4711' })),
  );
});

it('an adjustment is previewed without being written, written once, and found again', async () => {
  const form = { job: customer.job, row: '2', account: '', from: '', to: '', block: '', ...adjustment };
  const preview = await as('billing').send('/adjustments/preview', form);
  for (const said of ['before and after', 'Charged', 'Earlier adjustments', 'Owed after it'])
    expect(preview.text).toContain(said);
  const made = await as('billing').act('/adjustments', form);
  const again = await as('billing').act('/adjustments', form);
  expect(again.location).toBe(made.location);
  expect((await as('billing').send('/adjustments/preview', { ...form, note: 'other' })).text).toContain(
    'Nothing is left to take back',
  );
});

it('a price is corrected from the page of the job: previewed with both sides, written once, reversed', async () => {
  expect((await as('billing').open(`/jobs/${customer.job}`)).text).toContain('Correct a price');
  const shown = await as('billing').open(`/repricings/new?job=${customer.job}`);
  expect(shown.text).toContain(`value="${customer.job}"`);
  const which = { job: customer.job, row: '', account: '', from: '', to: '', block: 'industry' };
  const form = { ...which, price: '0.001', ...adjustment };
  const preview = await as('billing').send('/repricings/preview', form);
  for (const said of [
    'Owed before it',
    'This entry',
    'Owed after it',
    'A unit before',
    'A unit after',
    '>0.001 ',
  ])
    expect(preview.text).toContain(said);
  const made = await as('billing').act('/repricings', form);
  const again = await as('billing').act('/repricings', form);
  expect([made.status, again.location]).toEqual([303, made.location]);
  const path = made.location ?? '';
  expect((await as('support').open(path)).text).toContain('Repricing');
  const reversed = await as('billing').act(`${path}/reverse`, adjustment);
  expect(reversed.status).toBe(303);
  const refused = await as('billing').send('/repricings/preview', { ...form, block: '' });
  expect([refused.status, refused.text.includes('Block whose price was wrong</a>: Choose one.')]).toEqual([
    400,
    true,
  ]);
});

it('a credit is previewed with both sides, granted once, found again and reversed', async () => {
  const form = { account: String(customer.account), amount: '2.50', currency: 'gbp', ...adjustment };
  const preview = await as('billing').send('/credits/preview', form);
  for (const said of [
    'Owed before it',
    'This entry',
    '-2.50',
    'Owed after it',
    'This month (UTC), before and after',
  ])
    expect(preview.text).toContain(said);
  const unconfirmed = await as('billing').send('/credits', form);
  expect(unconfirmed.text).toContain('it was not confirmed');
  const made = await as('billing').act('/credits', form);
  const again = await as('billing').act('/credits', form);
  expect([made.status, again.location]).toEqual([303, made.location]);
  const path = made.location ?? '';
  expect((await as('billing').open(path)).text).toContain('Reverse the credit');
  const reversed = await as('billing').act(`${path}/reverse`, adjustment);
  expect((await as('support').open(reversed.location ?? '')).text).toContain('2.50 GBP');
  expect((await as('support').open(path)).text).toContain('reversed');
  expect((await as('billing').open(`/accounts/${customer.account}`)).text).toContain('Grant a credit');
});

it.each([
  [{ amount: '-1' }, 'is not an amount above 0'],
  [{ currency: 'EUR' }, 'is billed in GBP'],
  [{ account: 'x' }, 'is not an account id'],
  [{ why: 'because' }, 'Choose one of the reasons'],
])('a credit with %j is refused with a sentence', async (change, said) => {
  const form = { account: String(customer.account), amount: '1', currency: 'GBP', ...adjustment };
  expect((await as('billing').send('/credits/preview', { ...form, ...change })).text).toContain(said);
});

it('a bundle of evidence comes as one file, and is recorded', async () => {
  const bundle = await as('billing').send(`/jobs/${customer.job}/dispute`, {
    rows: '0, 2',
    reason: 'ticket 4711',
  });
  expect([bundle.status, bundle.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(bundle.text.slice(0, 2)).toBe('PK');
});

it('the start shows the service at a glance, and is fetched again by itself', async () => {
  const { text } = await as('admin').open('/');
  expect(text).toContain('hx-get="/glance"');
  expect((await as('support').open('/service')).text).toContain('hx-get="/glance"');
  const part = await as('support').open('/glance');
  for (const said of ['Open jobs', 'Rows a second', 'Rows that failed', 'Editions in force', 'Live lookups'])
    expect([text.includes(said), part.text.includes(said)]).toEqual([true, true]);
  expect(part.text).not.toContain('<main');
});

describe('imports', () => {
  const dataDir = (): string => world.world.settings.dataDir;
  const editions = async (): Promise<string> => (await as('support').open('/editions')).text;
  const files = forAllTests(() => new TemporaryFolder());

  it('show how far one is while it runs, fetched again until it has ended', async () => {
    const rejects = new RejectList();
    rejects.addUnreadable('other_company');
    mkdirSync(sourceFolder(dataDir(), 'psc'), { recursive: true });
    const notes = new ImportNotes({ dataDir: dataDir(), source: 'psc', files: ['/in/psc.txt'] }, rejects);
    const read = { file: 'psc.txt', rows: 1_234, rejected: 0, bytes: 50, bytes_total: 200 };
    notes.noteProgress({ ...read, phase: 'reading' });
    const running = await editions();
    expect(running).toContain('1,234');
    expect(running).toMatch(/<progress max="200" value="50"/);
    expect(running).toContain('hx-get="/editions/imports"');
    expect(running).toContain('<code>other_company</code>');
    const refused = {
      source: 'psc',
      error: 'corrupt_archive',
      detail: 'cut off',
      rejected: 0,
      rejects: [],
    } as const;
    notes.ended({ outcome: 'refused', ...refused });
    const { text } = await as('support').open('/editions/imports');
    expect(text).toContain('cut off');
    expect(text).not.toContain('hx-get');
  });

  it('tell what could not be fetched from its publisher, and why', async () => {
    expect(await editions()).not.toContain('Not fetched');
    const failure = { error: 'page_changed', detail: `lists no <b>file</b>` };
    writeSyncNote(dataDir(), 'psc', { looked_at: '2026-11-26T08:00:00.000Z', failure, failures: 3 });
    expect(await editions()).toContain('lists no &lt;b&gt;file&lt;/b&gt;');
    writeSyncNote(dataDir(), 'psc', { failure: null, failures: 0 });
    expect(await editions()).not.toContain('Not fetched');
  });

  it('list the rows that were left out with file, line and why, and what is hostile in them inert', async () => {
    const bad = { CompanyNumber: `<img src=x>${BIDI}evil` };
    const file = files.write('x<b>-2024-07-01.csv', csvFile([...manyRows(200), bad]));
    const seen: (ImportNote | null)[] = [];
    const onProgress = (): void => void seen.push(importNoteOf(dataDir(), 'companies'));
    const outcome = await importRegister({
      source: companies,
      files: [file],
      dataDir: dataDir(),
      onProgress,
    });
    expect(outcome).toMatchObject({ outcome: 'imported', rejected: 1 });
    expect(seen[0]).toMatchObject({ state: 'running', files: ['x<b>-2024-07-01.csv'] });
    const text = await editions();
    expect(text).toContain('Rows left out of companies');
    expect(text).toContain('x&lt;b&gt;-2024-07-01.csv');
    expect(text).toContain('<span class="figure">202</span>');
    expect(text).toContain('&lt;img src=x&gt;\\u202eevil');
    expect([activeIn(text), /[\u202e\u2066\u0007\u001b]/.test(text)]).toEqual([[], false]);
  });

  it('say why one was refused, and keep quiet about one that never began', async () => {
    const file = files.write('y-2024-07-02.csv', 'no header of theirs\n');
    await importRegister({ source: companies, files: [file], dataDir: dataDir() });
    const note = importNoteOf(dataDir(), 'companies');
    expect(note).toMatchObject({ state: 'refused', imported: null, rejected: 0 });
    expect(await editions()).toContain('refused');
    const lock = lockSource(dataDir(), 'companies');
    const second = await importRegister({ source: companies, files: [file], dataDir: dataDir() });
    lock?.release();
    expect(second).toMatchObject({ outcome: 'refused', error: 'import_running' });
    expect(importNoteOf(dataDir(), 'companies')).toEqual(note);
  });
});
