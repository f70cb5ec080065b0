/**
 * The console's process dies at each write of each act, before it and after it. Another process is opened over what it
 * left: the page says whether the act is there, as the log does, and the same form sent again ends with it once.
 */
import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openCustomerAccount } from '../../src/operator/accounts/change-account.js';
import { readGenerations } from '../../packages/platform/src/projector/projector-state.js';
import { rebuildUsage } from '../../src/billing/usage/rebuild/usage-rebuild.js';
import { verifyLog } from '../../src/verify/verify-log.js';
import { readActs } from '../../src/operator/maintenance/list-acts.js';
import { listAdjustments } from '../../src/operator/adjustments/find-adjustments.js';
import { driveLanesToHead } from '../../src/operator/operator.js';
import { listStatements } from '../../src/operator/statements/list-statements.js';
import { importEdition } from '../../packages/enrichment/src/register/import-edition.js';
import { activeEdition } from '../../packages/enrichment/src/sources/kit/editions/edition.js';
import { FILES } from '../support/basic-company-data.js';
import { eventually } from '../support/eventually.js';
import { MortalStores, type Death } from '../support/stores/mortal-stores.js';
import { aCustomer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const LONG = process.env['TEST_LONG'] === '1';

const world = forAllTests(() => ConsoleWorld.open());
const customer = forAllTests(() =>
  aCustomer(world, {
    name: 'Example Enrichment Ltd',
    email: 'a@example.co.uk',
    ref: (row) => `r${row}`,
  }),
);
const admin = forAllTests(() => world.signedIn('ada', 'admin'));
let forms = 0;
beforeAll(async () => {
  await admin.send('/reason', { reason: 'ticket 4711' });
});

interface Act {
  readonly post: string;
  readonly form: Readonly<Record<string, string>>;
  /** Whether its preview is confirmed. */
  readonly previewed?: true;
  /** Whether the log, or what is in force, has it. */
  readonly isThere: () => Promise<boolean>;
  /** Whether the page says that it is there. */
  readonly says: (browser: Browser) => Promise<boolean>;
  /** Whether what was started is over; where it is done before the form is answered, it is. */
  readonly isOver?: (form: string) => Promise<boolean>;
}

const newForm = (): string => `00000000-0000-4000-8000-${String(++forms).padStart(12, '0')}`;

/** The form, sent to a process that dies as planned; the writes that it tried. */
async function sent(act: Act, form: string, death: Death | null): Promise<{ writes: readonly string[] }> {
  const seen = act.previewed === true ? await admin.seen(act.post, act.form) : {};
  const mortal = new MortalStores(world.world.operator.stores, death);
  const process = await world.beside(mortal.stores).catch((error: unknown) => {
    if (!mortal.isDead) throw error;
    return null; // it died at its start
  });
  if (process === null) return { writes: [...mortal.seen] };
  try {
    const browser = process.browser(admin);
    await browser.post(act.post, { ...act.form, ...seen, form, csrf: await admin.csrf() });
    await eventually('the act is over', async () => mortal.isDead || ((await act.isOver?.(form)) ?? true));
    return { writes: [...mortal.seen] };
  } finally {
    await process.close();
  }
}

/** The leases that only heartbeats keep: at most fifteen seconds after its process died, none is left. */
async function fifteenSecondsLater(): Promise<void> {
  const { coordination } = world.world.operator.stores;
  for (const [from, to] of [
    ['maintenance/', 'maintenance0'],
    ['rebuild/', 'rebuild0'],
  ] as const)
    for (const { key } of await coordination.range(from, to)) await coordination.delete(key);
}

async function expectSound(): Promise<void> {
  const { operator } = world.world;
  const { stores, models } = operator;
  await driveLanesToHead(operator, 'access', 'pages', 'billing');
  const { invariants } = await verifyLog({ eventStore: stores.eventStore, readModels: models });
  expect(invariants.filter(({ ok }) => !ok)).toEqual([]);
  expect(await rebuildUsage(stores)).toMatchObject({ verdict: 'equal' });
}

/** Around each write to the log, and where a read model was taken over behind it; in `npm run test:long` around all. */
function deathsIn(writes: readonly string[]): Death[] {
  const log = writes.filter((name) => name.startsWith('append')).map((_, write) => write);
  const chosen = log.flatMap((write): Death[] => [
    { of: 'log', write, written: true },
    { of: 'commit_behind_log', write, written: true },
  ]);
  const all = writes.flatMap((_, write) =>
    [false, true].map((written): Death => ({ of: 'all', write, written })),
  );
  return [{ of: 'log', write: 0, written: false }, ...chosen, ...(LONG ? all : [])];
}

/** @param next the act anew, since some can be done once alone */
async function diesAtItsWrites(next: () => Promise<Act>): Promise<void> {
  const { writes } = await sent(await next(), newForm(), null);
  expect(writes.some((name) => name.startsWith('append'))).toBe(true);
  const found = new Set<boolean>();
  for (const death of deathsIn(writes)) {
    const [act, form] = [await next(), newForm()];
    await sent(act, form, death);
    await fifteenSecondsLater();
    const there = await act.isThere();
    found.add(there);
    expect({ death, said: await act.says(admin) }).toEqual({ death, said: there });
    // What went on behind the page is asked for by a new form: the one before was carried out as far as it could be.
    await sent(act, act.isOver === undefined ? form : newForm(), null);
    const thereNow = await act.isThere();
    expect({ death, said: await act.says(admin), lost: there && !thereNow }).toEqual({
      death,
      said: thereNow,
      lost: false,
    });
  }
  expect([...found].sort()).toEqual([false, true]);
}

const adjustments = () => listAdjustments(world.world.operator, customer.account);
const ROWS = Array.from({ length: 40 }, (_, row) => row).filter((row) => row % 6 === 0 || row % 6 === 2);
const WORDS = { why: 'goodwill', note: 'a note', confirmed: 'yes' };
const rowForm = (row: number) => ({
  job: customer.job,
  row: String(row),
  account: '',
  from: '',
  to: '',
  block: '',
});

function adjusting(row: number): Act {
  const ofRow = async () => (await adjustments()).filter(({ fact }) => fact.scope.row === row);
  return {
    post: '/adjustments',
    form: { ...rowForm(row), ...WORDS },
    previewed: true,
    isThere: async () => (await ofRow()).length > 0,
    // The preview of the same says what was taken back before.
    says: async (browser) => {
      const { text } = await browser.send('/adjustments/preview', { ...rowForm(row), ...WORDS });
      return text.includes('Nothing is left to take back');
    },
  };
}

it('an adjustment is there or not, as the page says, and once in the end', async () => {
  const rows = [...ROWS];
  await diesAtItsWrites(async () => adjusting(rows.shift() ?? -1));
  const taken = (await adjustments()).map(({ fact }) => fact.scope.row);
  expect(new Set(taken).size).toBe(taken.length);
  await expectSound();
});

it('a reversal is there or not, as the page says, and once in the end', async () => {
  const open = (await adjustments()).filter(
    ({ reversed_by, reverses }) => reversed_by === null && reverses === null,
  );
  const next = async (): Promise<Act> => {
    const id = open.shift()?.fact.adjustment_id ?? '';
    const path = `/adjustments/${id}`;
    return {
      post: `${path}/reverse`,
      form: WORDS,
      previewed: true,
      isThere: async () => (await adjustments()).some(({ reverses }) => reverses === id),
      says: async (browser) => (await browser.open(path)).text.includes('Reversed by'),
    };
  };
  await diesAtItsWrites(next);
  await expectSound();
});

it('a statement is there or not, as the page says', async () => {
  const { operator, settings } = world.world;
  const month = customer.today.slice(0, 7);
  const next = async (): Promise<Act> => {
    const account = await openCustomerAccount(operator, { name: 'Another', email: 'b@example.co.uk' }, [
      'industry',
    ]);
    const path = `/accounts/${account}/statements`;
    const isThere = async () => (await listStatements(operator, account)).length > 0;
    const file = join(settings.dataDir, 'console', `statement-${account}-${month}.ndjson`);
    return {
      post: path,
      form: { month },
      isThere,
      says: async (browser) => !(await browser.open(path)).text.includes('No statement has been issued yet.'),
      isOver: async () => (await isThere()) && existsSync(file),
    };
  };
  await diesAtItsWrites(next);
  await expectSound();
});

/** What the page says of the act that was done for this reason. */
async function saidOf(browser: Browser, path: string, reason: string): Promise<boolean> {
  const { text } = await browser.open(path);
  const row = text.split('<tr>').find((each) => each.includes(`>${reason}<`));
  expect(row ?? '').not.toContain('running');
  return row !== undefined && (row.includes('it had taken full effect') || row.includes('>done<'));
}

const isEnded = async (form: string): Promise<boolean> => {
  const act = (await readActs(world.world.operator.stores.eventStore)).get(`form_${form}`);
  return act !== undefined && act.ended !== null;
};

const newReason = async (): Promise<string> => {
  const reason = `ticket ${++forms}`;
  await admin.send('/reason', { reason });
  return reason;
};

const REBUILDS = [
  ['/replay', '/replay', { account: '', apply: 'yes' }, 'usage'],
  ['/projections', '/projections/rebuild', { name: 'coverage' }, 'coverage'],
] as const;

it.each(LONG ? REBUILDS : REBUILDS.slice(0, 1))(
  'what is built anew is taken over or not, as %s says, also after a crash',
  async (path, post, form, model) => {
    const { readModels } = world.world.operator.stores;
    const generation = async () => (await readGenerations(readModels)).get(model)?.generation ?? 0;
    await diesAtItsWrites(async () => {
      const reason = await newReason();
      const before = await generation();
      return {
        post,
        form: { ...form, confirmed: 'yes' },
        isThere: async () => (await generation()) > before,
        says: (browser) => saidOf(browser, path, reason),
        isOver: isEnded,
      };
    });
    await expectSound();
  },
);

it('an edition is in force or not, as the page says', async () => {
  const { settings } = world.world;
  const editions: string[] = [];
  for (const file of [FILES.june2020, FILES.august2023])
    editions.push((await importEdition(settings, { source: 'companies', files: [file] })).edition);
  await diesAtItsWrites(async () => {
    const reason = await newReason();
    const earlier = editions.find((each) => each !== activeEdition(settings.dataDir, 'companies'));
    return {
      post: '/editions/activate',
      form: { edition: `companies ${earlier ?? ''}`, confirmed: 'yes' },
      isThere: async () => activeEdition(settings.dataDir, 'companies') === earlier,
      says: (browser) => saidOf(browser, '/editions', reason),
    };
  });
});

it('a form that is sent twice at once, or again later, does its act once', async () => {
  const before = (await adjustments()).length;
  const csrf = await admin.csrf();
  const filled = { ...rowForm(38), ...WORDS };
  const form = { ...filled, ...(await admin.seen('/adjustments', filled)), form: newForm(), csrf };
  const answers = await Promise.all([admin.post('/adjustments', form), admin.post('/adjustments', form)]);
  answers.push(await admin.post('/adjustments', form));
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  expect(await adjustments()).toHaveLength(before + 1);
  const replay = { csrf, form: newForm(), account: '' };
  const acts = async () => (await readActs(world.world.operator.stores.eventStore)).size;
  const known = await acts();
  await admin.post('/replay', replay);
  await eventually('the replay is over', () => isEnded(replay.form));
  expect((await admin.post('/replay', replay)).location).toBe('/replay');
  expect(await acts()).toBe(known + 1);
});

it('nothing is done that was not confirmed', async () => {
  for (const [url, form] of [
    ['/adjustments', rowForm(36)],
    ['/projections/rebuild', { name: 'coverage' }],
    ['/editions/activate', { edition: 'companies x' }],
    ['/suppressions/lift', { id: '0123456789abcdef' }],
  ] as const)
    expect((await admin.send(url, { ...form, why: 'goodwill', note: 'a note' })).text).toContain(
      'not confirmed',
    );
});
