/** Promises from end to end: a command gives the note, and a sync holds the next statement to it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompanyData } from '../../../packages/client/src/index.js';
import { leafHash } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { accountStream } from '../../../src/streams/account/account.events.js';
import { receiptVkey } from '../../../src/heads/entries.js';
import { CommandLineOn, type Ended } from '../../support/cli.js';
import { MemoryFolder, WatchedService } from '../../support/client/watched-service.js';
import { openNote, verifierOf } from '../../support/heads/outside-checker.js';
import { aSubmission, JOB } from '../../support/logs/job-builders.js';
import { LogBuilder } from '../../support/logs/log-builder.js';
import { allEvents, leavesOf, sealsIn } from '../../support/seals/sealed-logs.js';
import { KEY_OF_TESTS, PRIVATE_KEY } from '../../support/statements/statements.js';
import { afterThisTest, forEachTest } from '../../support/worlds/for-each-test.js';

const KEYS = { STATEMENT_KEY: PRIVATE_KEY, RECEIPT_KEY: PRIVATE_KEY };
const WORDS = ['--reason', 'service_fault', '--note', 'the register was down'];
const OF_JOB = ['--account', '1001', '--job', JOB];

/** A log with charges of January, and a machine that shows a time in February. */
async function machine(): Promise<CommandLineOn> {
  const made = new CommandLineOn('inside', KEYS);
  const stores = await openStores({ dataDir: made.dataDir, hosting: 'direct' });
  const log = new LogBuilder(stores.eventStore);
  log.time = '2024-01-10T12:00:00.000Z';
  await log.openAccount();
  const data = { currency: 'GBP', from: '2024-01-01', prices: { industry: '0.02' } };
  await log.append(accountStream(1001 as never), log.event({ type: 'PricesAgreed', data }));
  await log.run(aSubmission(3, 3));
  await stores.close();
  return made;
}

const cli = forEachTest(machine);
const path = (name: string): string => join(cli.dataDir, name);

async function inFebruary<T>(work: () => Promise<T>): Promise<T> {
  const clock = jest.spyOn(systemClock, 'now').mockReturnValue(new Date('2024-02-11T09:00:00.000Z'));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

/** The statements of two months, as this machine issues them. */
async function statementsOf(of: CommandLineOn): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const month of ['2024-01', '2024-02']) {
    const out = join(of.dataDir, `${month}.ndjson`);
    await of.json('statements', 'issue', '--account', '1001', '--month', month, '--out', out);
    texts.push(readFileSync(out, 'utf8'));
  }
  return texts;
}

/** What a customer who was given these notes is told by a sync of these statements. */
async function told(statements: readonly string[], notes: readonly string[]): Promise<unknown> {
  const service = new WatchedService(statements);
  const folder = new MemoryFolder();
  for (const [index, note] of notes.entries()) folder.put(`promises/${index}.txt`, note);
  const client = new CompanyData({
    ...{ url: 'http://service.test', key: 'k', patience: 0, fetch: service.fetch },
    pause: () => Promise.resolve(),
  });
  return client.statements.sync(folder).then(
    ({ promises }) => promises,
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );
}

interface Given {
  readonly adjustment_id: string;
  readonly promise: string;
}
const ACTS = {
  adjust: ['adjust', ...OF_JOB, '--row', '1'],
  reprice: ['reprice', ...OF_JOB, '--block', 'industry', '--price', '0.015'],
  credit: ['credit', '--account', '1001', '--amount', '2.50', '--currency', 'GBP'],
};

it('each act gives a note that the next statement keeps, and one without the entry is refused', async () => {
  const notes = await inFebruary(async () => {
    const given: string[] = [];
    for (const words of Object.values(ACTS)) {
      const { promise } = await cli.json<Given & Record<string, unknown>>('billing', ...words, ...WORDS);
      given.push(promise);
    }
    const { adjustment_id } = JSON.parse(
      (await cli.run('billing', ...ACTS.credit, ...WORDS, '--json')).stdout,
    ) as Given;
    const back = await cli.json<Given & Record<string, unknown>>(
      ...['billing', 'adjust', '--reverse', adjustment_id, ...WORDS],
    );
    return [...given, back.promise];
  });
  expect(await told(await statementsOf(cli), notes)).toBe(4);
  const other = await machine();
  const without = await statementsOf(other);
  for (const note of notes) expect(await told(without, [note])).toBe('promise_broken');
  expect(await told(without.slice(0, 1), notes)).toBe(0);
});

it('the note names the event by its leaf, under a seal that stands before it is printed', async () => {
  const { adjustment_id, promise } = await inFebruary(() =>
    cli.json<Given & Record<string, unknown>>('billing', ...ACTS.adjust, ...WORDS),
  );
  const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
  afterThisTest(() => stores.close());
  const events = await allEvents(stores.eventStore);
  const event = events.find(({ type }) => type === 'ChargeAdjusted');
  const place = leavesOf(events).findIndex((text) => text.includes(`"id":"${event?.id ?? ''}"`));
  const lines = openNote(promise, verifierOf(receiptVkey(KEY_OF_TESTS))).split('\n');
  expect(lines).toEqual([
    ...['company-data promise v1', '1001', adjustment_id, event?.id],
    ...[leafHash(leavesOf(events)[place] ?? '').toString('hex'), '-2', '-0.02', 'GBP'],
    ...['2024-02-11T09:00:00.000Z', ''],
  ]);
  const seals = await sealsIn(stores.eventStore);
  expect(seals.at(-1)?.leaves).toBeGreaterThan(place);
  expect(events.at(-1)?.type).toBe('LogSealed');
});

it('people read the note at the end of the answer, and get it as a file, also the second time', async () => {
  const words = ['billing', ...ACTS.credit, ...WORDS, '--promise', path('note.txt')];
  const { stdout, code } = await inFebruary(() => cli.run(...words));
  const note = readFileSync(path('note.txt'), 'utf8');
  expect([code, stdout.endsWith(`Note for the customer\n${note}`)]).toEqual([0, true]);
  expect(note.split('\n')[6]).toBe('-2.5');
  const again = await cli.json<Given & Record<string, unknown>>(...words);
  expect([again['changed'], again.promise]).toEqual([false, note]);
});

it('a preview promises nothing and seals nothing', async () => {
  const words = ['billing', ...ACTS.credit, ...WORDS, '--dry-run'];
  expect(await inFebruary(() => cli.json(...words))).not.toHaveProperty('promise');
  const asked = await cli.run(...words, '--promise', path('note.txt'));
  expect([asked.code, existsSync(path('note.txt'))]).toEqual([1, false]);
  const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
  afterThisTest(() => stores.close());
  expect(await sealsIn(stores.eventStore)).toEqual([]);
});

it('an entry stands although this machine can not sign, and the answer says why there is no note', async () => {
  const refused = new CommandLineOn('inside', { ...KEYS, RECEIPT_KEY: '' }, cli.dataDir);
  mkdirSync(path('secrets'), { recursive: true });
  writeFileSync(path('secrets/receipt-key.pem'), 'no key');
  const ran: Ended = await refused.run('billing', ...ACTS.credit, ...WORDS);
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('No note for the customer')]);
  expect(await refused.json('billing', ...ACTS.credit, ...WORDS)).toMatchObject({
    ...{ changed: false, promise: null },
    no_promise: expect.stringContaining('receipt-key.pem') as unknown,
  });
});
