/** Forms of acts on what an account owes: filled in, previewed with both sides, confirmed, written once. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { openCustomerAccount } from '../../src/operator/accounts/change-account.js';
import { publishPriceList } from '../../src/operator/pricelists/price-lists.js';
import { Sealer } from '../../src/seals/sealer.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import { accountStream } from '../../src/streams/account/account.events.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, aSubmission } from '../support/logs/job-builders.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const LONG = process.env['TEST_LONG'] === '1';
const DAY_MS = 86_400_000;
const now = Date.now();
const dayBefore = (days: number): string => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
/** Three days on which the account was charged at a wrong price. */
const DAYS = [dayBefore(3), dayBefore(2), dayBefore(1)] as const;
const jobOf = (at: number): JobId => `job_01JDXB8Z5N000000000000000${at + 1}` as JobId;

const world = forAllTests(() => ConsoleWorld.open());
let clerk: Browser;
let other: Browser;
let support: Browser;

beforeAll(async () => {
  const { log } = world.world;
  log.time = `${dayBefore(4)}T12:00:00.000Z`;
  await log.openAccount();
  const prices = { company_identity: '0.02', industry: '0.03' };
  const data = { currency: 'GBP', from: dayBefore(4), prices };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
  for (const [at, day] of DAYS.entries()) {
    log.time = `${day}T12:00:00.000Z`;
    await log.run(aSubmission(3, 3, { job_id: jobOf(at) }));
  }
  const list = { name: 'standard', currency: 'GBP', prices: { industry: '0.05' }, reason: 'all customers' };
  await publishPriceList(world.world.operator, { ...list, dryRun: false });
  clerk = await world.signedIn('clara', 'billing');
  other = await world.signedIn('otto', 'billing');
  support = await world.signedIn('sue', 'support');
});

interface Written {
  readonly type: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was written on the account's charges and terms, the newest last. */
async function written(): Promise<readonly Written[]> {
  const { eventStore } = world.world.operator.stores;
  const categories = ['account', 'adjustments'];
  const { events } = await eventStore.readAll({ after: LOG_START, categories, limit: 5_000 });
  return events.map(({ type, metadata, data }) => ({
    type,
    actor: metadata['actor'] ?? '',
    data: JSON.parse(Buffer.from(data).toString()) as Written['data'],
  }));
}

const WHY = { why: 'price_error', note: 'as in the contract' };
const REPRICING = { account: String(ACCOUNT), from: DAYS[0], to: DAYS[2], block: 'industry', price: '0.01' };
const CREDIT = { account: String(ACCOUNT), amount: '1566.90', currency: 'GBP', ...WHY };

/** The first of a month of the next year. */
const NEXT_YEAR = `${new Date(now).getUTCFullYear() + 1}-03-01`;
const TO_COME = { currency: 'GBP', from: NEXT_YEAR, reason: 'as signed' };
const LIST_TO_COME = { from: NEXT_YEAR, reason: 'the list of all' };
const CONTRACT = { number: 'C-17', purchase_order: 'PO 4711' };
const terms = (act: string): string => `/accounts/${ACCOUNT}/${act}`;

/** Each act: its address, what a clerk fills in, the reason's field, and the event that it writes. */
const ACTS: readonly (readonly [name: string, path: string, form: Record<string, string>, type: string])[] = [
  ['adjust', '/adjustments', { job: jobOf(0), row: '1', block: '', ...WHY }, 'ChargeAdjusted'],
  ['reprice', '/repricings', { ...REPRICING, price: '0.02', ...WHY }, 'ChargesRepriced'],
  ['credit', '/credits', { ...CREDIT, amount: '3' }, 'CreditGranted'],
  ['set the budget', terms('budget'), { month_amount: '250.00', reason: 'as ordered' }, 'BudgetSet'],
  ['agree prices', terms('prices'), { ...TO_COME, 'price.industry': '0.04' }, 'PricesAgreed'],
  [
    'withdraw prices',
    terms('withdrawals'),
    { from: TO_COME.from, reason: 'a typing error' },
    'PricesWithdrawn',
  ],
  ['give a price list', terms('price-list'), { list: 'standard', ...LIST_TO_COME }, 'PricesAgreed'],
  ['agree a contract', terms('contracts'), { ...TO_COME, ...CONTRACT }, 'ContractAgreed'],
  [
    'agree month rules',
    terms('month-rules'),
    { ...TO_COME, free_units: '5', minimum: '50.00' },
    'MonthRulesAgreed',
  ],
];
const REASONS = ['why', 'note', 'reason'];

/** A clerk's browser over HTTP: it opens pages, and sends the form that a page shows. */
class Walker {
  private page = '';
  constructor(
    private readonly base: string,
    private readonly cookie: string,
  ) {}

  async open(path: string): Promise<string> {
    return this.ask(path, {});
  }

  /** Fills in the form that is sent to `action`, and follows to where it leads. */
  async submit(action: string, filled: Readonly<Record<string, string>>): Promise<string> {
    const form = this.page.split('<form').find((each) => each.includes(`action="${action}"`)) ?? '';
    const kept = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams({
      ...Object.fromEntries(kept.map(([, name = '', value = '']) => [name, value])),
      ...filled,
    });
    for (const name of Object.keys(filled)) expect(form).toContain(`name="${name}"`);
    return this.ask(action, { method: 'POST', body });
  }

  private async ask(path: string, request: RequestInit): Promise<string> {
    const answer = await fetch(`${this.base}${path}`, { ...request, headers: { cookie: this.cookie } });
    this.page = await answer.text();
    return this.page;
  }
}

it('a clerk corrects a wrong price of three days from end to end, and the statement shows it', async () => {
  const walker = new Walker(await world.listen(), clerk.cookie);
  const account = await walker.open(`/accounts/${ACCOUNT}`);
  expect(account).toContain(`href="/repricings/new?account=${ACCOUNT}"`);
  const form = await walker.open(`/repricings/new?account=${ACCOUNT}`);
  expect(form).toContain('<option value="industry">industry: 9 units</option>');
  expect(form).toContain(`charged: ${DAYS[0]} to ${DAYS[2]}`);
  expect(form).not.toContain('selected');
  const wrong = await walker.submit('/repricings/preview', {
    ...REPRICING,
    price: '0,01',
    why: 'price_error',
  });
  for (const said of ['href="#f-note">Note', 'Fill this in.', 'value="0,01"', `value="${DAYS[0]}"`])
    expect(wrong).toContain(said);
  const { account: _, ...fields } = REPRICING;
  const preview = await walker.submit('/repricings/preview', { ...fields, ...WHY });
  for (const said of [
    'This would be written: repricing',
    'By day of the charges, before and after',
    '>0.03<',
    '>0.01<',
    ...DAYS,
    '0.15 GBP',
    '-0.06 GBP',
    '0.09 GBP',
  ])
    expect(preview).toContain(said);
  expect(await written()).toHaveLength(3);
  const made = await walker.submit('/repricings', { confirmed: 'yes' });
  expect(made).toContain('as in the contract');
  expect((await written()).at(-1)).toMatchObject({
    type: 'ChargesRepriced',
    actor: 'operator:clara',
    data: { amount: '-0.18', price: '0.01', reason: 'price_error', note: 'as in the contract' },
  });
  const month = dayBefore(0).slice(0, 7);
  const list = `/accounts/${ACCOUNT}/statements`;
  await walker.open(list);
  await walker.submit(list, { month });
  await eventually('the statement is there', async () => (await walker.open(list)).includes('signed file'));
  const statement = await walker.open(`${list}/${month}`);
  expect(statement).toContain('"as in the contract"');
});

/** All acts share their pages: in the short form these stand for all in what is refused. */
const STAND_FOR_ALL = ['reprice', 'credit', 'agree prices'];

describe.each(ACTS)('%s', (name, path, form, type) => {
  const ofType = async (): Promise<number> => (await written()).filter((each) => each.type === type).length;

  it('is refused without a reason: the form stays as it was filled, and names the field', async () => {
    const before = await ofType();
    for (const left of REASONS.filter((each) => each in form)) {
      const { status, text } = await clerk.send(`${path}/preview`, { ...form, [left]: '' });
      expect([status, text.includes(`href="#f-${left}"`)]).toEqual([400, true]);
      const kept = Object.entries(form).filter(([field, value]) => field !== left && value !== '');
      for (const [field, value] of kept)
        expect(text).toMatch(
          new RegExp(`name="${field}"[^>]* value="${value}"|<option value="${value}" selected`),
        );
    }
    expect(await ofType()).toBe(before);
  });

  if (LONG || STAND_FOR_ALL.includes(name)) {
    it('is refused without a preview that was read and confirmed', async () => {
      const before = await ofType();
      const seen = await clerk.seen(path, form);
      const unconfirmed = await clerk.send(path, { ...form, ...seen });
      expect([unconfirmed.status, unconfirmed.text.includes('not confirmed')]).toEqual([400, true]);
      for (const other of [{}, { seen: 'x' }]) {
        const unseen = await clerk.send(path, { ...form, ...other, confirmed: 'yes' });
        expect([unseen.status, unseen.text.includes('Nothing was written')]).toEqual([409, true]);
      }
      expect(await ofType()).toBe(before);
    });

    it('is not for support, who sees no form', async () => {
      for (const page of ['/', `/accounts/${ACCOUNT}`, `/jobs/${jobOf(0)}`])
        expect((await support.open(page)).text).not.toContain(`href="${path}/new`);
      expect((await support.open(`${path}/new`)).status).toBe(403);
      for (const url of [`${path}/preview`, path])
        expect((await support.send(url, { ...form, confirmed: 'yes' })).status).toBe(403);
    });

    it('is not written where somebody else acted since the preview, and says so', async () => {
      const seen = await clerk.seen(path, form);
      await other.act('/credits', { ...CREDIT, amount: '0.01', note: `before ${name}` });
      const before = (await written()).length;
      const stale = await clerk.send(path, { ...form, ...seen, confirmed: 'yes' });
      expect([stale.status, stale.text.includes('somebody else acted')]).toEqual([409, true]);
      expect(await written()).toHaveLength(before);
    });
  }

  it('is written once, with who and why, however often it is sent', async () => {
    const before = await ofType();
    const seen = await clerk.seen(path, form);
    const sent = { ...form, ...seen, confirmed: 'yes', csrf: await clerk.csrf() };
    const id = randomUUID();
    const answers = await Promise.all([
      ...[1, 2].map(() => clerk.post(path, { ...sent, form: id })),
      ...[1, 2].map(() => clerk.post(path, sent)),
      other.act(path, form),
    ]);
    answers.push(await clerk.post(path, { ...sent, form: id }), await clerk.post(path, sent));
    expect([...new Set(answers.map(({ status, location }) => `${status} ${location}`))]).toHaveLength(1);
    expect(await ofType()).toBe(before + 1);
    // A preview leads to nobody's earlier act as if this one were written.
    const again = await clerk.send(`${path}/preview`, form);
    expect([again.status, again.text.includes('This would be')]).toEqual([200, false]);
    expect(again.text).toMatch(/no, it was (?:done|so|agreed)|Nothing was written|has begun|No prices/);
    const made = (await written()).findLast((each) => each.type === type);
    const { why: reason, note } = form;
    const words = reason === undefined ? { reason: form['reason'] } : { reason, note };
    expect([made?.actor.startsWith('operator:'), made?.data]).toEqual([true, expect.objectContaining(words)]);
  });
});

/** The types of the last two events that are seals or entries. */
async function lastSealsAndEntries(): Promise<readonly string[]> {
  const { eventStore } = world.world.operator.stores;
  const categories = ['seals', 'adjustments'];
  const { events } = await eventStore.readAll({ after: LOG_START, categories, limit: 5_000 });
  return events.slice(-2).map(({ type }) => type);
}

it('the page of an entry gives the note for the customer, sealed before, and support gets none', async () => {
  const credited = await clerk.act('/credits', { ...CREDIT, amount: '0.07', note: 'for the note' });
  expect(await lastSealsAndEntries()).toEqual(['CreditGranted', 'LogSealed']);
  const path = credited.location ?? '';
  const note = `${path}/promise`;
  expect((await clerk.open(path)).text).toContain(`href="${note}"`);
  expect((await clerk.open(note)).text).toMatch(
    /^company-data promise v1\n1001\nadj_\w{26}\n[^]*\n0\n-0\.07\nGBP\n/,
  );
  expect((await support.open(path)).text).not.toContain(note);
  expect((await support.open(note)).status).toBe(403);
});

it('an entry whose act could not seal it is sealed before its note is given, and has none without a seal', async () => {
  const seal = jest.spyOn(Sealer.prototype, 'seal').mockRejectedValue(new Error('the seal is broken'));
  const { location } = await clerk.act('/credits', { ...CREDIT, amount: '0.08', note: 'unsealed' });
  const path = location ?? '';
  const refused = await clerk.open(`${path}/promise`);
  seal.mockRestore();
  expect([refused.status, refused.text.includes('the seal is broken')]).toEqual([409, true]);
  expect((await clerk.open(path)).text).toContain('unsealed');
  expect((await lastSealsAndEntries()).at(-1)).toBe('CreditGranted');
  const { text } = await clerk.open(`${path}/promise`);
  expect(text).toMatch(/^company-data promise v1\n[^]*\n-0\.08\nGBP\n/);
  expect(await lastSealsAndEntries()).toEqual(['CreditGranted', 'LogSealed']);
});

describe('fields', () => {
  it('of a job are its charged rows and blocks', async () => {
    const { text } = await clerk.open(`/adjustments/new?job=${jobOf(0)}&row=2`);
    for (const said of [
      '<option value="">All rows</option>',
      '<option value="2" selected="">2: company_identity, industry</option>',
      'All blocks</option>',
      '<option value="industry">industry: 3 units</option>',
    ])
      expect(text).toContain(said);
  });

  it('are filled in from the bill, the row and the charge that lead to them', async () => {
    const month = `${dayBefore(2).slice(0, 7)}`;
    for (const [page, query] of [
      [
        `/explain?account=${ACCOUNT}&day=${DAYS[1]}&block=industry`,
        `account=${ACCOUNT}&from=${DAYS[1]}&to=${DAYS[1]}&block=industry`,
      ],
      [`/explain?account=${ACCOUNT}&month=${month}`, `account=${ACCOUNT}&from=${month}-01&to=${month}-`],
      [`/explain?job=${jobOf(1)}`, `job=${jobOf(1)}`],
      [`/jobs/${jobOf(1)}/rows/2`, `job=${jobOf(1)}&row=2`],
      [`/charges/${rowEventId(jobOf(1), 2, 'RowCharged')}`, `job=${jobOf(1)}&row=2`],
    ] as const) {
      const shown = (await clerk.open(page)).text.replaceAll('&amp;', '&');
      for (const act of ['repricings', 'adjustments']) expect(shown).toContain(`href="/${act}/new?${query}`);
    }
    expect((await support.open(`/jobs/${jobOf(1)}/rows/2`)).text).not.toContain('/repricings/new');
    const { text } = await clerk.open(
      `/repricings/new?account=${ACCOUNT}&from=${DAYS[1]}&to=${DAYS[1]}&block=industry`,
    );
    for (const said of [
      `name="from" required="" type="date" value="${DAYS[1]}"`,
      'value="industry" selected',
    ])
      expect(text).toContain(said);
  });

  it('of terms begin with what is agreed, and fold away what has no price', async () => {
    const { operator } = world.world;
    const rules = { free_units: 1000, tiers: [{ after: 2000, percent: '10' }], minimum: '20' };
    const id = await openCustomerAccount(operator, { name: 'Terms Ltd', email: 't@example.co.uk' }, [
      'company_identity',
      'industry',
    ]);
    const { log } = world.world;
    await log.append(
      accountStream(id),
      log.event({
        type: 'PricesAgreed',
        data: { currency: 'EUR', from: dayBefore(1), prices: { industry: '0.03' } },
      }),
      log.event({ type: 'MonthRulesAgreed', data: { currency: 'EUR', from: NEXT_YEAR, ...rules } }),
      log.event({
        type: 'BudgetSet',
        data: { month_units: 5000, month_amount: null, currency: null, stop: true },
      }),
    );
    const rulesForm = (await clerk.open(`/accounts/${id}/month-rules/new`)).text;
    for (const said of ['value="1000"', '2000=10</textarea>', 'value="20"', 'Terms Ltd'])
      expect(rulesForm).toContain(said);
    const budget = (await clerk.open(`/accounts/${id}/budget/new`)).text;
    expect(budget).toMatch(/value="5000"[\s\S]*name="stop" value="yes" checked/);
    const [priced = '', folded = ''] = (await clerk.open(`/accounts/${id}/prices/new`)).text.split(
      'Blocks without a price today',
    );
    expect(priced).toContain('industry: a unit (0.03 EUR today)');
    expect(priced).toContain(`value="${dayBefore(0)}"`);
    expect(folded).toContain('company_identity: a unit');
    const wrong = { currency: 'EUR', from: dayBefore(0), reason: 'x', 'price.company_identity': '0,1' };
    expect((await clerk.send(`/accounts/${id}/prices/preview`, wrong)).text).toMatch(
      /<details open=""><summary>Blocks without/,
    );
    const cleared = {
      currency: 'EUR',
      from: NEXT_YEAR,
      minimum: '1,5',
      reason: 'x',
      free_units: '',
      tiers: '',
    };
    const kept = (await clerk.send(`/accounts/${id}/month-rules/preview`, cleared)).text;
    expect(kept).not.toContain('2000=10</textarea>');
  });

  it('take a grouped count', async () => {
    const form = { month_units: '50,000', reason: 'as ordered' };
    const { text } = await clerk.send(`${terms('budget')}/preview`, form);
    expect(text).toContain('of 50,000 units');
    const wrong = await clerk.send(`${terms('budget')}/preview`, { ...form, month_units: '50,00' });
    expect(wrong.status).toBe(400);
  });

  it('say all that is wrong with them at once, and what would be right', async () => {
    const wrong = { account: 'x', from: '2026-13-01', to: '', block: 'nothing', why: 'because', note: '' };
    const { status, text } = await clerk.send('/adjustments/preview', wrong);
    expect(status).toBe(400);
    for (const name of Object.keys(wrong)) expect(text).toContain(`href="#f-${name}"`);
    for (const said of [
      'is not an account id',
      'is not a day',
      'Choose one of the reasons',
      'is not a block',
    ])
      expect(text).toContain(said);
  });

  it('keep the form where there is no such account, and let another be filled in', async () => {
    for (const [path, form] of [
      ['/credits', { ...CREDIT, account: '999999' }],
      ['/adjustments', { account: '999999', from: DAYS[0], to: DAYS[2], block: '', ...WHY }],
      ['/repricings', { ...REPRICING, ...WHY, account: '999999' }],
    ] as const) {
      const { status, text } = await clerk.send(`${path}/preview`, form);
      expect([path, status]).toEqual([path, 400]);
      for (const said of ['There is no account 999999', 'href="#f-account"', 'value="as in the contract"'])
        expect(text).toContain(said);
      expect(text).toMatch(/<input[^>]* name="account"[^>]* value="999999" maxlength/);
    }
  });

  it('know an account that was opened a moment ago', async () => {
    const { operator } = world.world;
    const id = await openCustomerAccount(operator, { name: 'New Ltd', email: 'n@example.co.uk' }, []);
    const { log } = world.world;
    await log.append(
      accountStream(id),
      log.event({
        type: 'PricesAgreed',
        data: { currency: 'EUR', from: dayBefore(1), prices: { industry: '0.03' } },
      }),
    );
    const { text } = await clerk.open(`/credits/new?account=${id}`);
    expect(text).toContain('<option value="EUR">EUR</option>');
  });

  it('that the form does not have are not written', async () => {
    const form = { ...TO_COME, from: NEXT_YEAR.replace('-03-', '-05-'), 'price.industry': '0.07' };
    const seen = await clerk.seen(terms('prices'), form);
    await clerk.send(terms('prices'), { ...form, ...seen, 'price.domain': '5', confirmed: 'yes' });
    expect((await written()).at(-1)?.data['prices']).toEqual({ industry: '0.07' });
  });

  it('with hostile text are shown inert', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { text } = await clerk.send('/credits/preview', { ...CREDIT, amount: hostile });
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script&gt;');
  });

  it('are kept when the clerk goes back from the preview to change them', async () => {
    const { text } = await clerk.send('/credits/preview', { ...CREDIT, amount: '7.25', change: 'yes' });
    for (const said of ['value="7.25"', 'value="as in the contract"', 'Preview</button>'])
      expect(text).toContain(said);
  });
});

it('the receipt of a row says what was taken back of each block', async () => {
  await clerk.act('/adjustments', { job: jobOf(2), row: '2', block: 'industry', ...WHY });
  const { text } = await clerk.open(`/jobs/${jobOf(2)}/rows/2`);
  expect(text).toMatch(/Price corrected to 0\.0\d by <a [^>]*>adj_\w+<\/a>\. Taken back by <a [^>]*>adj_/);
  expect(text.match(/Taken back by/g)).toHaveLength(1);
});

it('billing holds the rows of a job, and ends the hold; support does neither', async () => {
  const path = `/jobs/${jobOf(1)}`;
  expect((await support.send(`${path}/hold`, { reason: 'a dispute' })).status).toBe(403);
  expect((await support.open(path)).text).not.toContain(`action="${path}/hold"`);
  const { text } = await clerk.open(path);
  for (const said of [`action="${path}/hold"`, `type="date" min="${dayBefore(0)}"`])
    expect(text).toContain(said);
  const over = await clerk.send(`${path}/hold`, { reason: 'a dispute', until: dayBefore(2) });
  expect(over.text).toContain('The last day of the hold is over: name a later one, or today.');
  expect((await clerk.send(`${path}/hold`, { reason: 'a dispute' })).status).toBe(303);
  expect((await clerk.open(path)).text).toContain('End the hold');
  expect((await clerk.send(`${path}/hold`, { reason: 'settled', end: 'yes' })).status).toBe(303);
});

it('the page of the account leads to every act on its terms, for those who may', async () => {
  const { text } = await clerk.open(`/accounts/${ACCOUNT}`);
  for (const act of ['prices', 'price-list', 'contracts', 'withdrawals', 'month-rules', 'budget'])
    expect(text).toContain(`href="${terms(act)}/new"`);
});

it('amounts are grouped', async () => {
  expect((await clerk.send('/credits/preview', CREDIT)).text).toContain('-1,566.90 GBP');
});
