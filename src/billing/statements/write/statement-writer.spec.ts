import { ACCOUNT, JOB, aSubmission } from '../../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../../test/support/logs/log-builder.js';
import { BOTH, NO_INDUSTRY } from '../../../../test/support/logs/row-stories.js';
import { adjust } from '../../../../test/support/logs/adjusted.js';
import {
  PRICES,
  decemberStatement,
  twoMonths,
  twoStatements,
  withDecember,
} from '../../../../test/support/statements/statement-months.js';
import { aStatement, linesOf } from '../../../../test/support/statements/statements.js';
import { MemoryEventStore } from '../../../../test/support/stores/memory-event-store.js';
import { OTHER_JOB } from '../../../../test/support/verified.js';
import { blockEventId, rowEventId } from '../../../streams/rows/rows.events.js';
import { EarlierMonthError } from './statement-writer.js';

type Fact = Readonly<Record<string, unknown>>;
/** The facts of a statement's lines, each with its kind. */
const factsOf = (text: string): (Fact & { readonly kind: string })[] =>
  linesOf(text).flatMap((line) => {
    const parsed = JSON.parse(line) as Readonly<Record<string, Fact>>;
    return ['charge', 'adjustment'].flatMap((kind) => {
      const fact = parsed[kind];
      return fact === undefined ? [] : [{ kind, ...fact }];
    });
  });

const aLog = async (): Promise<LogBuilder> => {
  const log = new LogBuilder(new MemoryEventStore());
  await log.openAccount();
  return log;
};

describe('a statement', () => {
  it('has a line for each row that was charged, by its place in the job, and none for others', async () => {
    const log = await aLog();
    const stories = [BOTH, 'not_matched', NO_INDUSTRY, BOTH] as const;
    await log.run(aSubmission(4, 2), (row) => stories[row] ?? BOTH);
    const { text } = await aStatement(log, { month: '2026-11', agreements: PRICES });
    const shared = {
      kind: 'charge',
      account_id: ACCOUNT,
      entry: 'row',
      job_id: JOB,
      late: false,
      time: log.time,
    };
    const both = {
      units: { company_identity: 1, industry: 1 },
      prices: { company_identity: '0.0200', industry: '0.015' },
      ...{ amount: '0.035', currency: 'GBP' },
    };
    const identity = {
      units: { company_identity: 1 },
      prices: { company_identity: '0.0200' },
      amount: '0.02',
    };
    const charge = (row: number, cost: object) => ({
      ...{ ...shared, ...cost, row, charge_id: rowEventId(JOB, row, 'RowCharged') },
      company_number: expect.any(String) as unknown,
    });
    expect(factsOf(text)).toEqual([
      charge(0, both),
      charge(2, { ...identity, currency: 'GBP' }),
      charge(3, both),
    ]);
  });

  it('has no amounts where no price was agreed', async () => {
    const log = await aLog();
    await log.run(aSubmission(1, 1));
    const { text } = await aStatement(log, { month: '2026-11' });
    expect(factsOf(text)).toMatchObject([{ amount: null, currency: null, prices: {} }]);
  });

  it('has what was answered late on the day of its answer, and adjustments', async () => {
    const log = await twoMonths();
    const [october, november] = await twoStatements(log);
    expect(factsOf(october.text)).toHaveLength(7);
    expect(factsOf(november.text)).toMatchObject([
      {
        kind: 'charge',
        charge_id: blockEventId(OTHER_JOB, 0, 'industry', 'BlockCharged'),
        ...{ company_number: null, entry: 'block', job_id: OTHER_JOB, row: 0, late: false },
        ...{ units: { industry: 1 }, amount: '0.015', time: '2026-11-01T00:00:00.000Z' },
      },
      { kind: 'adjustment', adjustment_id: 'adj_01JDXB8Z5N0000000000000010', reverses: null },
    ]);
  });

  it('names what a reversal reverses', async () => {
    const log = await withDecember(await twoMonths());
    const [october, november] = await twoStatements(log);
    const december = await decemberStatement(log, [october.issued, november.issued]);
    const adjustments = factsOf(december.text).filter(({ kind }) => kind === 'adjustment');
    expect(adjustments.map(({ reverses }) => reverses)).toEqual([
      null,
      null,
      'adj_01JDXB8Z5N0000000000000012',
    ]);
  });

  it('goes on from the tree and the part of the log of the one before, and a partial one from nothing', async () => {
    const log = await twoMonths();
    const [october, november] = await twoStatements(log);
    const partial = await aStatement(log, { month: '2026-11', earlier: [october.issued], partial: true });
    expect(october.issued.head).toMatchObject({ after: null, previous_tree_size: 0, tree_size: 7 });
    expect(november.issued.head).toMatchObject({
      after: october.issued.head.through,
      previous_tree_size: 7,
      previous_root: october.issued.head.root,
      tree_size: 9,
    });
    expect(partial.issued.head).toMatchObject({ after: null, previous_tree_size: 0, tree_size: 2 });
    const broken = { ...october.issued, frontier: ['00'.repeat(32)] };
    await expect(aStatement(log, { month: '2026-11', earlier: [broken] })).rejects.toThrow(
      'the stored frontier',
    );
  });

  it('has what came to an earlier month after its statement, marked late, once', async () => {
    const log = await aLog();
    log.time = '2026-10-10T12:00:00.000Z';
    await log.run(aSubmission(1, 1));
    const october = await aStatement(log, { month: '2026-10' });
    log.time = '2026-10-31T12:00:00.000Z';
    await log.run(aSubmission(1, 1, { job_id: OTHER_JOB }));
    const november = await aStatement(log, { month: '2026-11', earlier: [october.issued] });
    expect(factsOf(november.text)).toMatchObject([{ job_id: OTHER_JOB, late: true }]);
    const both = [october.issued, november.issued];
    const december = await aStatement(log, { month: '2026-12', earlier: both });
    expect(december.issued.head).toMatchObject({ entries: 0, after: november.issued.head.through });
  });

  it('of a month without an event has nothing of what is charged to it later', async () => {
    const log = await aLog();
    const october = await aStatement(log, { month: '2026-10' });
    expect(october.issued.head).toMatchObject({ through: null, after: null, entries: 0 });
    log.time = '2026-10-31T12:00:00.000Z';
    await log.run(aSubmission(1, 1));
    const again = await aStatement(log, { month: '2026-10', issued: october.issued });
    expect(again.text).toBe(october.text);
    const november = await aStatement(log, { month: '2026-11', earlier: [october.issued] });
    expect(factsOf(november.text)).toMatchObject([{ job_id: JOB, late: true }]);
  });
});

describe('a month without a statement', () => {
  it.each<[string, (log: LogBuilder) => Promise<unknown>, boolean]>([
    ['stands in the way where it has a charge', (log) => log.run(aSubmission(1, 1)), true],
    [
      'does not where all of its rows failed',
      (log) => log.run(aSubmission(1, 1), () => 'not_matched'),
      false,
    ],
  ])('%s', async (_title, happens, isInTheWay) => {
    const log = await aLog();
    log.time = '2026-10-10T12:00:00.000Z';
    await happens(log);
    const november = aStatement(log, { month: '2026-11' });
    await (isInTheWay
      ? expect(november).rejects.toEqual(new EarlierMonthError('2026-10'))
      : expect(november).resolves.toMatchObject({ issued: { head: { entries: 0 } } }));
  });

  it('stands in the way where it has an adjustment alone', async () => {
    const log = await aLog();
    const job = aSubmission(1, 1);
    log.time = '2026-09-10T12:00:00.000Z';
    await log.run(job);
    const september = await aStatement(log, { month: '2026-09' });
    log.time = '2026-10-10T12:00:00.000Z';
    await adjust(log, [job]);
    const november = aStatement(log, { month: '2026-11', earlier: [september.issued] });
    await expect(november).rejects.toEqual(new EarlierMonthError('2026-10'));
  });
});
