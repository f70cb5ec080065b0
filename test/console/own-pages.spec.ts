/** What a customer sees of the own account, and that it is all of theirs and nothing of another's. */
import 'reflect-metadata';
import { OWN_PAGES } from '../../src/console/own/pages/index.js';
import { adjustAccountCharges } from '../../src/operator/adjustments/adjust-charges.js';
import { openCustomerAccount } from '../../src/operator/accounts/change-account.js';
import { eraseJob } from '../../src/operator/jobs/job-acts.js';
import { issueApiKey, revokeApiKey } from '../../src/operator/keys/keys.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import { activeIn, HOSTILE } from '../support/browser/hostile-html.js';
import { aSubmission, KEY } from '../support/logs/job-builders.js';
import { BOTH } from '../support/logs/row-stories.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, type Answered, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const OTHER_JOB = 'job_01JDXB8Z5N0000000000000002' as JobId;
const NO_JOB = 'job_01JDXB8Z5N0000000000000003' as JobId;

const world = forAllTests(() => ConsoleWorld.open());
let customer: Customer;
let other: AccountId;
let browser: Browser;
let issued: { readonly key: string; readonly key_id: KeyId };
beforeAll(async () => {
  customer = await aCustomer(world, {
    name: 'Bean & <Co>',
    email: 'data@bean.example',
    ref: (row) => `crm-${row}`,
  });
  const { operator, log } = world.world;
  other = await openCustomerAccount(operator, { name: 'Pea Ltd', email: 'data@pea.example' }, ['industry']);
  log.time = new Date().toISOString();
  await log.run(aSubmission(8, 4, { account_id: other, job_id: OTHER_JOB }));
  issued = await issueApiKey(operator, customer.account, {
    name: 'second',
    environment: 'live',
    scopes: ['read'],
    max_rows: 5_000,
    requests_per_minute: 120,
    resolve_per_minute: 7,
  });
  browser = await world.customerOf(customer.account);
});

const seen = async (path: string): Promise<string> => {
  const { status, text } = await browser.open(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
};
/** What a reader sees of it. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the page of the account', () => {
  it('shows use by day, block and key as charts that the server drew, and in figures', async () => {
    const page = await seen('/own');
    expect(page).toContain('Units by day and block');
    expect(page.match(/<svg/g)?.length).toBeGreaterThanOrEqual(4);
    const text = plain(page);
    expect(text).toContain('Delivered rows 27');
    expect(text).toContain('Units by block company_identity 27 · 0.54 GBP industry 20 · 0.30 GBP');
    expect(text).toContain(`Units by key ${KEY} 47 · 0.84 GBP`);
    expect(text).toContain(`${customer.today} 27 47 0.84 GBP`);
    expect(page).not.toMatch(/href="\/(?!own|assets)/);
  });

  it('shows a month, those of no use too, and the last 30 days for what is no month', async () => {
    const month = customer.today.slice(0, 7);
    expect(plain(await seen(`/own?month=${month}`))).toContain('Delivered rows 27');
    const long = plain(await seen('/own?month=2020-02'));
    expect(long).toContain('Usage, 2020-02-01 to 2020-02-29');
    expect(long).toContain('No usage on these days.');
    for (const wrong of ['2026-13', 'x', '', '2026-11-01', '%00', '9999-99'])
      expect(plain(await seen(`/own?month=${wrong}`))).toContain(`to ${customer.today}`);
  });

  it('shows keys by their ids with their limits, also once they are revoked, and no secret', async () => {
    const page = await seen('/own');
    expect(plain(page)).toContain(`${issued.key_id} second live: read 120 7 5,000`);
    expect(plain(page)).toContain(`${KEY} production live: read, enrich 600 60 250,000`);
    await revokeApiKey(world.world.operator, issued.key_id, 'a reason for operators');
    const later = await seen('/own');
    expect(plain(later)).toContain('revoked');
    for (const secret of [issued.key.slice(-40), 'secret_hash', 'a reason for operators'])
      expect(later).not.toContain(secret);
  });

  it('shows the name as text, and no e-mail address', async () => {
    const page = await seen('/own');
    expect(page).toContain('Bean &amp; &lt;Co&gt;');
    expect(page).not.toContain('data@bean.example');
  });
});

describe('jobs', () => {
  it('are listed with their counts, and as CSV', async () => {
    const page = plain(await seen('/own/jobs'));
    expect(page).toContain(`${customer.job} ${KEY} job completed 40 27 7 6`);
    const file = await browser.open('/own/jobs.csv');
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="jobs-${customer.account}.csv"`,
    });
    const [head, line, ...rest] = file.text.split('\r\n');
    expect(head).toBe(
      'job_id,key_id,operation,status,created_at,finished_at,total,processed,succeeded,not_found,failed,site_unreachable,blocks,skipped',
    );
    expect(line).toMatch(
      new RegExp(
        `^${customer.job},${KEY},enrich_job,completed,\\d.*Z,\\d.*Z,40,40,27,7,6,0,company_identity industry,0$`,
      ),
    );
    expect(rest).toEqual(['']);
  });

  it('are filtered, as CSV too, and never show those of another account', async () => {
    const { today } = customer;
    expect(await seen(`/own/jobs?from=${today}&to=${today}&failures=yes`)).toContain(customer.job);
    const others = [`key=${KEY}&account=${other}`, `account=${other}`, ''];
    for (const query of others) {
      expect(await seen(`/own/jobs?${query}`)).not.toContain(OTHER_JOB);
      expect((await browser.open(`/own/jobs.csv?${query}`)).text).not.toContain(OTHER_JOB);
    }
    for (const query of ['kind=resolve', 'to=2020-01-01', 'key=mnopqrstuvwx', 'page=2', 'state=running']) {
      expect(plain(await seen(`/own/jobs?${query}`))).toContain('No such job.');
      const { text } = await browser.open(
        `/own/jobs.csv?${query.replace('page=2', 'sort=rows&kind=resolve')}`,
      );
      expect(text).not.toContain(customer.job);
    }
    for (const wrong of ['state=x', 'from=x', 'page=-1', 'size=7', 'key=<b>'])
      expect((await browser.open(`/own/jobs?${wrong}`)).status).toBe(404);
  });

  it('show how far they are, and the rows that failed as CSV', async () => {
    const page = await seen(`/own/jobs/${customer.job}`);
    expect(plain(page)).toContain('40 of 40 rows have an answer.');
    expect(plain(page)).toContain('Rows that failed as a whole (13), as CSV');
    expect(plain(page)).toContain('Units 47 Amount 0.84 GBP');
    const { headers, text } = await browser.open(`/own/jobs/${customer.job}/errors.csv`);
    expect(headers['content-disposition']).toBe(`attachment; filename="errors-${customer.job}.csv"`);
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      'row,ref,company_number,company_name,domain,reason,retry_suggested,detail,candidates',
    );
    expect(lines.slice(1, 3)).toEqual(['3,r3,,,,not_matched,,,', '5,r5,,,,invalid_company_number,,,']);
    expect(lines).toHaveLength(15);
  });

  it('move on while they run, without a line of the log for each part', async () => {
    const { log } = world.world;
    const running = aSubmission(4, 2, {
      account_id: customer.account,
      job_id: 'job_01JDXB8Z5N0000000000000009' as JobId,
    });
    await log.submit(running);
    await log.work(running, 0, ['not_matched', 'not_matched']);
    const page = await seen(`/own/jobs/${running.job_id}`);
    expect(page).toContain(`hx-get="/own/jobs/${running.job_id}/progress"`);
    expect(plain(page)).toContain('Rows that failed as a whole so far (2), as CSV');
    await log.work(running, 1, ['not_matched', 'not_matched']);
    const part = await seen(`/own/jobs/${running.job_id}/progress`);
    expect(plain(part)).toContain('4 of 4 rows');
  });

  it('that were cancelled show failed and skipped rows apart, in figures and in files', async () => {
    const { log } = world.world;
    const cancelled = aSubmission(6, 2, {
      account_id: customer.account,
      job_id: 'job_01JDXB8Z5N000000000000000B' as JobId,
    });
    await log.submit(cancelled);
    const counts = await log.work(cancelled, 0, ['not_matched', 'invalid_company_number']);
    await log.job(cancelled, { type: 'JobCancelRequested', data: { key_id: cancelled.key_id } });
    await log.end(cancelled, counts, 4);
    const at = `/own/jobs/${cancelled.job_id}`;
    const page = plain(await seen(at));
    expect(page).toContain('2 of 6 rows have an answer.');
    expect(page).toContain('4 skipped by the cancel');
    expect(page).toContain('Rows that failed as a whole (2), as CSV');
    expect(page).toContain('Rows that the cancel skipped (4), as CSV');
    const rowsOf = async (file: string) =>
      (await seen(`${at}/${file}.csv`))
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]);
    expect(await rowsOf('errors')).toEqual(['0', '1']);
    expect(await rowsOf('skipped')).toEqual(['2', '3', '4', '5']);
    const [head = '', ...lines] = (await seen('/own/jobs.csv')).split('\r\n');
    const line = lines.find((each) => each.startsWith(cancelled.job_id))?.split(',') ?? [];
    expect(line[head.split(',').indexOf('skipped')]).toBe('4');
  });

  it('show what is owed of each row, also where no price was agreed', async () => {
    const { log, operator } = world.world;
    const unpriced = await openCustomerAccount(operator, { name: 'Oat Ltd', email: 'data@oat.example' }, [
      'industry',
    ]);
    const job = 'job_01JDXB8Z5N000000000000000C' as JobId;
    await log.run(aSubmission(2, 2, { account_id: unpriced, job_id: job }), () => BOTH);
    const words = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
    await adjustAccountCharges(operator, unpriced, { ...words, target: { job, row: 1, block: null } });
    const theirs = await world.customerOf(unpriced);
    const page = (await theirs.open(`/own/jobs/${job}/rows`)).text;
    const lines = page.split(/<\/?tr>/).map(plain);
    const ends = ['0 ', '1 '].map((row) => lines.find((line) => line.startsWith(row))?.slice(-33));
    expect(ends).toEqual([
      '2 no price agreed no price agreed',
      expect.stringMatching(/ 2 no price agreed 0 units$/),
    ]);
  });

  it('of which the rows are erased say so, and have no file', async () => {
    const { log, operator } = world.world;
    const erased = aSubmission(4, 2, {
      account_id: customer.account,
      job_id: 'job_01JDXB8Z5N000000000000000A' as JobId,
    });
    await log.run(erased, () => 'not_matched');
    await eraseJob(operator, erased.job_id, 'asked for');
    expect(plain(await seen(`/own/jobs/${erased.job_id}`))).toContain('The retention of the rows is over');
    expect((await browser.open(`/own/jobs/${erased.job_id}/errors.csv`)).status).toBe(404);
  });
});

describe('what is another account’s', () => {
  const ofJob = OWN_PAGES.map(({ path }) => path).filter((path) => path.includes(':job'));

  it.each(ofJob)('is answered as what is not there: /own%s', async (path) => {
    const ask = (job: string): Promise<Answered> => browser.open(`/own${path.replace(':job', job)}`);
    const [theirs, nobodys, senseless] = [await ask(OTHER_JOB), await ask(NO_JOB), await ask('x')];
    for (const answer of [theirs, nobodys, senseless])
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
        404,
        nobodys.text,
        'text/html; charset=utf-8',
      ]);
    expect(nobodys.text).not.toContain('job_');
  });

  it('stands on no page of this one', async () => {
    for (const path of ['', '/jobs', '/jobs.csv', `/jobs/${customer.job}`]) {
      const text = await seen(`/own${path}`);
      for (const word of [OTHER_JOB, 'Pea Ltd', String(other)]) expect(text).not.toContain(word);
    }
    const theirs = await world.customerOf(other);
    const page = (await theirs.open('/own')).text;
    expect(page).toContain('Pea Ltd');
    expect(page).not.toContain('Bean');
  });
});

describe('hostile names of customers', () => {
  const theirs = forAllTests(() => ConsoleWorld.open());

  it('are shown inert on every page', async () => {
    const name = HOSTILE.slice(0, 150);
    const { account, job } = await aCustomer(theirs, { name, email: 'a@bean.example', ref: () => HOSTILE });
    const request = { environment: 'live', scopes: ['read'], max_rows: null } as const;
    const rates = { requests_per_minute: 600, resolve_per_minute: 60 };
    await issueApiKey(theirs.world.operator, account, {
      ...request,
      ...rates,
      name: HOSTILE.slice(0, 150),
    });
    const visitor = await theirs.customerOf(account);
    const pages = OWN_PAGES.map(({ path }) => `/own${path.replace(':job', job).replace(/:\w+/, HOSTILE)}`);
    for (const path of [
      ...pages,
      `/own?month=${HOSTILE}`,
      `/own/jobs?before=${HOSTILE}`,
      `/own/${HOSTILE}`,
    ]) {
      const { text, headers } = await visitor.open(encodeURI(path));
      if (headers['content-type'] !== 'text/html; charset=utf-8') continue;
      expect([path, activeIn(text), /[\u202e\u2066\u0007\u001b]/.test(text)]).toEqual([path, [], false]);
    }
    expect((await visitor.open('/own')).text).toContain('&lt;script&gt;alert(1)');
  });
});
