/** The pages of the documentation in a real browser: a call tried from them, where the key goes, and axe on each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { faultsOf, LAUNCH, withBrowser } from '../support/browser/in-browser.js';
import { ApiWorld, type IssuedKey } from '../support/worlds/api-world.js';

/** Sections that are made as others are: axe reads them in the long run alone, since it takes seconds for them. */
const LIKE_OTHERS = '#registered_address ~ section';
const LONG = process.env['TEST_LONG'] === '1';
const OPENED = LONG ? 'details' : 'details.more, #domain details';
/** Pages that axe reads; in the long run it reads the page of every operation. */
const PAGES = ['/docs', '/docs/blocks', '/docs/errors', '/docs/schemas/Job'];

/** `PICTURES=folder` keeps what the pages look like. */
const { PICTURES } = process.env;

let world: ApiWorld;
let key: IssuedKey;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const troubles: string[] = [];
const requests: Request[] = [];

async function opened(): Promise<Page> {
  const made = await context.newPage();
  made.on('pageerror', (error) => troubles.push(error.message));
  made.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  made.on('request', (request) => requests.push(request));
  return made;
}

async function picture(name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), await page.screenshot());
}

/** The form of an operation, on the page that the menu leads to. */
async function formOf(operation: string): Promise<Locator> {
  await page.locator(`#menu a[href="/docs/operations/${operation}"]`).click();
  const form = page.locator(`#${operation}`);
  await form.locator('form').waitFor();
  return form;
}

/** Sends what stands in the form, and gives what is told of the answer. */
async function send(form: Locator): Promise<string> {
  await form.locator('.answer').evaluate('(answer) => answer.replaceChildren()');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.locator('.outcome').waitFor();
  return form.locator('.answer').innerText();
}

/** The paths of the pages that axe reads. */
async function pages(): Promise<string[]> {
  const entries = (await (await fetch(`${world.api.url}/docs/search.json`)).json()) as { path: string }[];
  const operations = entries.map(({ path }) => path).filter((path) => /^\/docs\/operations\/\w+$/.test(path));
  expect(operations.length).toBeGreaterThan(9);
  return [...PAGES, ...(LONG ? operations : operations.filter((path) => path.endsWith('/resolve')))];
}

withBrowser('the documentation is')('the documentation in a browser', () => {
  beforeAll(async () => {
    world = await ApiWorld.start({ worker: 'register' });
    key = await world.customer({ key: { resolve_per_minute: 3 } });
    browser = await chromium.launch(LAUNCH);
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await opened();
    await page.goto(`${world.api.url}/docs`);
  });
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  it('sends a call with the key, shows the command for it, and what came back', async () => {
    await page.fill('#key', key.key);
    const resolve = await formOf('resolve');
    await resolve.getByLabel('company_number').fill('11990344');
    await resolve.getByRole('group', { name: 'blocks' }).getByText('registered_address').click();
    expect(await resolve.locator('.sample').innerText()).toBe(
      `curl -i '${world.api.url}/v1/resolve?company_number=11990344&blocks=company_identity' \\\n  -H "Authorization: Bearer $KEY"`,
    );
    await resolve.getByLabel('company_number').press('Enter');
    await resolve.locator('.outcome').waitFor();
    // The form is higher than the screen, and its answer stands below it.
    expect((await resolve.locator('.outcome').boundingBox())?.y).toBeLessThan(700);
    const told = await resolve.locator('.answer').innerText();
    expect(told).toMatch(/^200 in \d+ ms\. Billed: 1 unit\./);
    expect(told).toContain('"company_number": "11990344"');
    await resolve.locator('.answer summary').click();
    expect(await resolve.locator('.answer details').innerText()).toContain('quote it to support');
    await picture('try-resolve');
  });

  it('submits the job of the example, and puts its id where a job is asked for', async () => {
    expect(await send(await formOf('submitJob'))).toContain(
      'The job is accepted. It will be finished, whatever happens.',
    );
    await formOf('getJob');
    const job = await page.locator('#getJob-job_id').inputValue();
    expect(job).toMatch(/^job_/);
    // The key is still in its field, though the page is another.
    expect(await page.inputValue('#key')).toBe(key.key);
    await world.ended(key, job);
    expect(await send(await formOf('getResults'))).toContain('"crm-2"');
  });

  it('explains a refusal: what its code means, which field is wrong, and when to come back', async () => {
    const resolve = await formOf('resolve');
    await resolve.getByLabel('company_number').fill('6400');
    const wrong = await send(resolve);
    expect(wrong).toContain("company_number: '6400' has 4 digits");
    const code = resolve.locator('.answer a', { hasText: 'invalid_company_number' });
    expect(await code.getAttribute('href')).toBe('/docs/errors#invalid_company_number');
    expect(wrong).toContain("try '00006400'");
    expect(await resolve.locator('.outcome').innerText()).toContain('400 in');
    await resolve.getByLabel('company_number').fill('00000000');
    await send(resolve);
    const spent = await send(resolve);
    expect(spent).toContain('The allowance of this minute is spent');
    expect(spent).toMatch(/Ask again in \d+ seconds/);
    await picture('try-refused');
  });

  it('shows what an answer holds as text, whatever it is', async () => {
    const submit = await formOf('submitJob');
    const ref = '<img src=x onerror="document.title=1">\u202ereversed';
    await submit
      .getByRole('textbox', { name: 'Body' })
      .fill(JSON.stringify({ rows: [{ ref, company_number: '11990344' }], blocks: ['company_identity'] }));
    await send(submit);
    const results = await formOf('getResults');
    await world.ended(key, await page.locator('#getResults-job_id').inputValue());
    expect(await send(results)).toContain(String.raw`<img src=x onerror=\"document.title=1\">\u202ereversed`);
    expect(await results.locator('.answer img').count()).toBe(0);
    expect(await page.title()).toContain('Company Data API');
  });

  it('shows the call as code for the clients, in the language that was chosen before', async () => {
    const resolve = await formOf('resolve');
    await resolve.getByLabel('company_number').fill('11990344');
    await resolve.getByRole('button', { name: 'Python' }).click();
    expect(await resolve.locator('.sample').innerText()).toContain(
      'client.resolve(company_number="11990344", blocks=["registered_address", "company_identity"])',
    );
    const submit = await formOf('submitJob');
    expect(await submit.locator('.sample').innerText()).toContain('client.jobs.create(');
  });

  it('finds a place by its name, and goes there without loading the tab anew', async () => {
    await page.evaluate('window.sameTab = true');
    await page.fill('#search-field', 'min conf');
    const first = page.locator('#search-results a').first();
    expect(await first.innerText()).toContain('min_confidence');
    await first.click();
    await page.locator('#parameter-min_confidence').waitFor();
    expect(new URL(page.url()).hash).toBe('#parameter-min_confidence');
    await page.goBack();
    await page.locator('#submitJob').waitFor();
    expect(await page.evaluate<boolean>('window.sameTab')).toBe(true);
    await page.fill('#search-field', 'no such thing at all');
    await page.getByText('Nothing has this name.').waitFor();
  });

  it('says of a redirect that it was not followed, and sends no key where none is needed', async () => {
    expect(await send(await formOf('getDescription'))).toContain('it was not followed');
    const asked = requests.filter((request) => request.url().endsWith('/v1/openapi.json'));
    expect(await Promise.all(asked.map((request) => request.headerValue('authorization')))).toEqual([null]);
  });

  it('keeps the key in the field of this tab alone', async () => {
    const urls = requests.map((request) => request.url());
    expect(urls.filter((url) => !url.startsWith(`${world.api.url}/`))).toEqual([]);
    const holding = await Promise.all(
      requests.map(async (request) => {
        const headers = JSON.stringify(await request.allHeaders());
        const told = `${request.url()}${request.postData() ?? ''}`;
        return { path: new URL(request.url()).pathname, inHeader: headers.includes(key.key), told };
      }),
    );
    expect(holding.filter(({ told }) => told.includes(key.key))).toEqual([]);
    const carried = holding.filter(({ inHeader }) => inHeader).map(({ path }) => path);
    expect(carried.filter((path) => !path.startsWith('/v1/'))).toEqual([]);
    expect(carried.length).toBeGreaterThan(5);
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML])',
    );
    expect(kept).not.toContain(key.key);
    await page.reload();
    expect(await page.inputValue('#key')).toBe('');
    expect(await send(await formOf('whoami'))).toContain('The key is missing, or does not work.');
  });

  it('asks no other host and runs no script of another, nor any within the page', async () => {
    const refused = await page.evaluate<string>(
      `fetch('https://example.com/').then(() => 'sent', () => 'refused')`,
    );
    expect(refused).toBe('refused');
    const ran = await page.evaluate<boolean>(
      `(() => { const made = document.createElement('script'); try { made.text = 'window.ran = true'; document.head.append(made); } catch {} return window.ran === true; })()`,
    );
    expect(ran).toBe(false);
  });

  it('has nothing for axe to find on any page, with forms and examples open, and none wider than a phone', async () => {
    const found: string[] = [];
    const all = await pages();
    expect(all).toContain('/docs');
    for (const path of all) {
      page = await opened();
      const before = troubles.length;
      await page.goto(`${world.api.url}${path}`);
      await page.evaluate(`for (const part of document.querySelectorAll('${OPENED}')) part.open = true`);
      await page.evaluate("window.scrollTo(0, document.querySelector('.try')?.offsetTop ?? 0)");
      const name = path.slice(1).replaceAll('/', '-');
      const faults = await faultsOf(page, name, { look: picture, ...(LONG ? {} : { leftOut: LIKE_OTHERS }) });
      found.push(...faults, ...troubles.slice(before));
      await page.close();
    }
    expect(found).toEqual([]);
  });

  it('can be read without scripts, and then shows no form', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const without = await plain.newPage();
    await without.goto(`${world.api.url}/docs/operations/resolve`);
    expect(await without.locator('main').innerText()).toContain('The form that sends a call needs scripts');
    expect(await without.locator('form:visible, #key:visible').count()).toBe(0);
    await plain.close();
  });
});
