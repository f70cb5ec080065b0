import 'reflect-metadata';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { bill, writeBill, type Bill } from '../../../test/support/exports/random-bill.js';
import { csvRecords, exact, sumOf } from '../../../test/support/exports/exported.js';
import { adjust } from '../../../test/support/logs/adjusted.js';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld, type OperatorWorld } from '../../../test/support/worlds/operator-world.js';
import { rowEventId } from '../../streams/rows/rows.events.js';
import { accountStream } from '../../streams/account/account.events.js';
import { rebuildUsage } from '../../billing/usage/rebuild/usage-rebuild.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { firstDayOf, lastDayOf } from '../../../packages/words/src/month.js';
import { issueStatement } from '../statements/issue-statements.js';
import { listStatementKeys } from '../statements/statement-keys.js';
import { verifyStatements } from '../statements/verify-statement.js';
import { exportUsage, writeExport, type ExportRequest } from './export-usage.js';
import { showUsage } from './show-usage.js';

/** Those of the random bills. */
const MONTHS = ['2026-01', '2026-02', '2026-03'] as const;
const LATER = new Date('2027-01-05T00:00:00.000Z');
const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());

async function exported(
  { operator }: Pick<OperatorWorld, 'operator'>,
  request: Partial<ExportRequest> & { month: string },
) {
  const of = { account: ACCOUNT, format: 'csv' as const, proofs: false, now: LATER, ...request };
  const made = await exportUsage(operator, of);
  let text = '';
  for await (const piece of made.pieces) text += piece;
  return { text, report: made.report(), records: of.format === 'csv' ? csvRecords(text) : [] };
}
const issue = ({ operator }: Pick<OperatorWorld, 'operator'>, month: string, now = LATER) =>
  issueStatement(operator, {
    account: ACCOUNT,
    month,
    now,
    file: folder.file(month),
    onProgress: () => undefined,
  });
const usageOf = ({ operator }: Pick<OperatorWorld, 'operator'>, month: string) =>
  showUsage(operator, {
    ...{
      account: ACCOUNT,
      range: { from: firstDayOf(month), to: lastDayOf(month) },
      by: 'day' as const,
      job: null,
    },
  });

/** The lines of a plain export with and without those of month rules. */
const partsOf = (records: ReturnType<typeof csvRecords>) => ({
  entries: records.filter(({ kind }) => kind !== 'month_rule'),
  rules: records.filter(({ kind }) => kind === 'month_rule'),
});
const amountsOf = (records: ReturnType<typeof csvRecords>): bigint =>
  sumOf(records.map(({ amount }) => amount ?? null));
const unitsOf = (records: ReturnType<typeof csvRecords>): bigint =>
  sumOf(records.map(({ units }) => units ?? null));

async function inWorld(plan: Bill, check: (own: OperatorWorld) => Promise<void>): Promise<void> {
  const own = await operatorWorld();
  try {
    await writeBill(own.log, plan, () => issue(own, '2026-01').catch(() => undefined));
    await check(own);
  } finally {
    await own.close();
  }
}
const RUNS = { numRuns: 25, endOnFailure: true };

describe('the lines of a month', () => {
  it('add up to net units and net amount of its usage, and the rules to its rules, in every month', () =>
    fc.assert(
      fc.asyncProperty(bill, (plan) =>
        inWorld(plan, async (own) => {
          for (const month of MONTHS) {
            const usage = await usageOf(own, month);
            const { entries, rules } = partsOf((await exported(own, { month })).records);
            expect(unitsOf(entries)).toBe(exact(String(usage.net_units ?? usage.counts.units)));
            expect(amountsOf(entries)).toBe(exact(usage.net_amount ?? usage.amount ?? '0'));
            expect(amountsOf(rules)).toBe(sumOf((usage.month_rules ?? []).map(({ amount }) => amount)));
          }
        }),
      ),
      RUNS,
    ));

  it('have identifiers of their own, the same once more and after the read models were rebuilt', () =>
    fc.assert(
      fc.asyncProperty(bill, (plan) =>
        inWorld(plan, async (own) => {
          const all = async () => {
            const texts = [];
            for (const month of MONTHS) texts.push((await exported(own, { month })).text);
            return texts;
          };
          const texts = await all();
          const ids = texts.flatMap((text) => csvRecords(text).map(({ id }) => id));
          expect(new Set(ids).size).toBe(ids.length);
          await rebuildUsage(own.operator.stores);
          expect(await all()).toEqual(texts);
        }),
      ),
      { ...RUNS, numRuns: 8 },
    ));

  it('are one a charge and block', async () => {
    await world.log.openAccount();
    const job = aSubmission(2, 2);
    await world.log.run(job);
    const { records, report } = await exported(world, { month: '2026-11' });
    expect(records.map(({ id }) => id)).toEqual(
      [0, 1].flatMap((row) =>
        ['company_identity', 'industry'].map(
          (block) => `${rowEventId(job.job_id, row, 'RowCharged')}.${block}`,
        ),
      ),
    );
    expect(report).toMatchObject({ lines: 4, units: 4, provisional: true, amounts: [] });
  });
});

describe('an export with proofs', () => {
  const verified = async (own: Pick<OperatorWorld, 'operator'>, text: string) => {
    const file = folder.file('export');
    writeFileSync(file, text);
    const [report] = await verifyStatements([file], await listStatementKeys(own.operator), () => undefined);
    if (report === undefined) throw new Error('nothing was checked');
    return report;
  };
  const FORMATS = ['csv', 'cloudevents', 'focus'] as const;

  const codeOfRefusal = (error: unknown): 'no_lines' => {
    if (error instanceof NotDone && error.code === 'no_lines') return error.code;
    throw error;
  };

  it('has the lines of the statement, which add up to its net, and none may be altered, dropped or added', () =>
    fc.assert(
      fc.asyncProperty(bill, fc.constantFrom(...FORMATS), fc.nat(), (plan, format, seed) =>
        inWorld(plan, async (own) => {
          for (const month of MONTHS) {
            await issue(own, month);
            const totals = JSON.parse(readFileSync(folder.file(month), 'utf8').split('\n').at(-3) ?? '') as {
              totals: {
                net: { units: number; amount: string | null };
                month_rules?: { amount: string | null; entries: number };
              };
            };
            const proved = await exported(own, { month, proofs: true }).catch(codeOfRefusal);
            if (proved === 'no_lines') {
              expect(totals.totals.net.units).toBe(0);
              expect(totals.totals.month_rules?.entries ?? 0).toBe(0);
              continue;
            }
            const { entries, rules } = partsOf(proved.records);
            expect(unitsOf(entries)).toBe(exact(String(totals.totals.net.units)));
            expect(amountsOf(entries)).toBe(exact(totals.totals.net.amount ?? '0'));
            expect(amountsOf(rules)).toBe(exact(totals.totals.month_rules?.amount ?? '0'));
            if (format === 'focus' && plan.priced === 'none') continue;
            const { text } = await exported(own, { month, proofs: true, format });
            const head = format === 'cloudevents' ? 0 : 1;
            const lines = text.split(/(?<=\n)/);
            expect((await verified(own, text)).findings).toEqual([]);
            expect(await verified(own, text)).toMatchObject({
              ok: true,
              kind: 'export',
              month,
              account_id: ACCOUNT,
            });
            const at = head + (seed % (lines.length - head));
            const line = lines[at] ?? '';
            const other = lines[head + ((seed + 1) % (lines.length - head))] ?? '';
            const letter = seed % (line.length - 1);
            const damaged = [
              lines.toSpliced(at, 1),
              lines.toSpliced(at, 0, other),
              lines.toSpliced(
                at,
                1,
                line.slice(0, letter) + (line[letter] === '7' ? '8' : '7') + line.slice(letter + 1),
              ),
            ];
            for (const wrong of damaged)
              expect(await verified(own, wrong.join(''))).toMatchObject({ ok: false });
          }
        }),
      ),
      { ...RUNS, numRuns: 15 },
    ));

  it('bills in December what was refunded then of November, which the usage of November has', async () => {
    const { log } = world;
    log.time = '2026-11-10T12:00:00.000Z';
    await log.openAccount();
    const data = { currency: 'GBP', from: '2026-11-01', prices: { industry: '0.015' } };
    await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
    const job = aSubmission(1, 1);
    await log.run(job);
    log.time = '2026-12-03T09:00:00.000Z';
    const id = await adjust(log, [job], { job_id: job.job_id });
    await issue(world, '2026-11');
    await issue(world, '2026-12');
    const refund = {
      ...{ id: `${id}.2026-11-10.industry`, units: '-1', amount: '-0.015', time: '2026-11-10T00:00:00.000Z' },
      ...{ billed_month: '2026-12', correction: 'true', made_at: '2026-12-03T09:00:00.000Z' },
    };
    expect((await exported(world, { month: '2026-11' })).records).toContainEqual(
      expect.objectContaining(refund),
    );
    expect((await exported(world, { month: '2026-12' })).records).toEqual([]);
    expect((await exported(world, { month: '2026-11', proofs: true })).records).toHaveLength(2);
    expect((await exported(world, { month: '2026-12', proofs: true })).records).toContainEqual(
      expect.objectContaining(refund),
    );
  });

  it('is refused where the month has no complete statement, and by Stripe', async () => {
    await world.log.openAccount();
    await expect(exported(world, { month: '2026-11', proofs: true })).rejects.toThrow(
      /no complete statement/,
    );
    const wish = { month: '2026-11', proofs: true, format: 'stripe-meter' } as const;
    await expect(exported(world, wish)).rejects.toThrow(/--proofs goes with focus, cloudevents, csv/);
  });

  it('is refused where the statement has no lines', async () => {
    await world.log.openAccount();
    await issue(world, '2026-11');
    await expect(exported(world, { month: '2026-11', proofs: true })).rejects.toThrow(/has no lines/);
  });

  it('is made again from the log where the file of the statement is gone', async () => {
    await world.log.openAccount();
    await world.log.run(aSubmission(1, 1));
    await issue(world, '2026-11');
    const before = await exported(world, { month: '2026-11', proofs: true });
    const kept = `${world.settings.dataDir}/statements`;
    for (const name of readdirSync(kept)) rmSync(`${kept}/${name}`);
    expect(await exported(world, { month: '2026-11', proofs: true })).toEqual(before);
  });
});

describe('refusals', () => {
  it.each([
    [
      'a month to come',
      { month: '2027-02' },
      /--month: 2027-02 has not begun \(UTC\); the newest is 2027-01/,
    ],
    ['a month before the account', { month: '2026-09' }, /opened after 2026-09; its first month is 2026-11/],
    ['an unknown account', { month: '2026-11', account: 1009 as AccountId }, /1009/],
    [
      'FOCUS without prices',
      { month: '2026-11', format: 'focus' as const },
      /--format focus: .* agree prices/,
    ],
  ])('%s', async (_, request, says) => {
    await world.log.openAccount();
    await world.log.run(aSubmission(1, 1));
    await expect(exported(world, request)).rejects.toThrow(says);
  });
});

describe('Stripe', () => {
  it('gets no line older than 35 days and none without units; both are named', async () => {
    await world.log.openAccount();
    world.log.time = '2026-11-01T12:00:00.000Z';
    await world.log.run(aSubmission(1, 1));
    const wish = { month: '2026-11', format: 'stripe-meter' } as const;
    const id = rowEventId(aSubmission().job_id, 0, 'RowCharged');
    const young = await exported(world, { ...wish, now: new Date('2026-12-06T12:00:00.000Z') });
    expect(young.text.split('\n')).toHaveLength(3);
    expect(young.report.too_old).toEqual({ total: 0, ids: [] });
    const old = await exported(world, { ...wish, now: new Date('2026-12-06T12:00:00.001Z') });
    expect(old.text).toBe('');
    expect(old.report.too_old).toEqual({ total: 2, ids: [`${id}.company_identity`, `${id}.industry`] });
  });
});

describe('the file', () => {
  it('is whole, or not there', async () => {
    await world.log.openAccount();
    await world.log.run(aSubmission(1, 1));
    const wish = { account: ACCOUNT, month: '2026-11', proofs: false, now: LATER } as const;
    const focus = await exportUsage(world.operator, { ...wish, format: 'focus' });
    await expect(writeExport(focus, folder.file('a.csv'))).rejects.toThrow(/no prices/);
    const stripe = await exportUsage(world.operator, { ...wish, format: 'stripe-meter' });
    await expect(writeExport(stripe, folder.file('a.csv'))).rejects.toThrow(/older than 35 days/);
    mkdirSync(folder.file('folder'));
    const csv = await exportUsage(world.operator, { ...wish, format: 'csv' });
    await expect(writeExport(csv, folder.file('folder'))).rejects.toThrow(/--out: .* can't be written/);
    expect(readdirSync(folder.path)).toEqual(['folder']);
    await writeExport(await exportUsage(world.operator, { ...wish, format: 'csv' }), folder.file('a.csv'));
    expect(csvRecords(readFileSync(folder.file('a.csv'), 'utf8'))).toHaveLength(2);
  });
});
