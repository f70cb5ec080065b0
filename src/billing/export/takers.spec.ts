/** Every line is of a form that its taker describes (`test/fixtures/takers`). */
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { bill, writeBill } from '../../../test/support/exports/random-bill.js';
import { csvRecords, exact, sumOf } from '../../../test/support/exports/exported.js';
import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld, type OperatorWorld } from '../../../test/support/worlds/operator-world.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { firstDayOf, lastDayOf } from '../../../packages/words/src/month.js';
import { issueStatement } from '../../operator/statements/issue-statements.js';
import { exportUsage } from '../../operator/usage/export-usage.js';
import { showUsage } from '../../operator/usage/show-usage.js';
import type { ExportFormat } from './formats.js';

const ROOT = join(__dirname, '..', '..', '..');
const TAKERS = join(ROOT, 'test', 'fixtures', 'takers');
const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(join(TAKERS, `${name}.schema.json`), 'utf8')) as object;
const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
ajv.addSchema(schemaOf('cloudevents-1.0'), 'cloudevents-1.0.schema.json');
const judges = Object.fromEntries(
  ['focus-1.2', 'openmeter-event', 'lago-event', 'stripe-meter-event'].map((name) => [
    name,
    ajv.compile(schemaOf(name)),
  ]),
);
const faultsOf = (name: string, values: readonly unknown[]): string[] => {
  const judge = judges[name] as ValidateFunction;
  return values.flatMap((value) =>
    judge(value) ? [] : [`${ajv.errorsText(judge.errors)} in ${JSON.stringify(value)}`],
  );
};

const MONTHS = ['2026-01', '2026-02', '2026-03'] as const;
const LATER = new Date('2026-04-05T00:00:00.000Z');
const folder = forEachTest(() => new TemporaryFolder());

/** A random bill with prices. Each file of each month is given, without proofs and with them. */
const everyFile = (
  format: ExportFormat,
  check: (text: string, own: OperatorWorld, month: string, proofs: boolean) => void | Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(bill, fc.constantFrom('one', 'both'), async (plan, priced) => {
      const own = await operatorWorld();
      const issue = (month: string) =>
        issueStatement(own.operator, {
          ...{ account: ACCOUNT, month, now: LATER, file: folder.file(month), onProgress: () => undefined },
        });
      try {
        const from = '2026-01-01' as const;
        await writeBill(own.log, { ...plan, priced, from }, () => issue('2026-01'));
        for (const month of MONTHS) {
          if (format !== 'stripe-meter') await issue(month);
          for (const proofs of format === 'stripe-meter' ? [false] : [false, true]) {
            const wish = { account: ACCOUNT, month, format, proofs, now: new Date(`${month}-28T12:00:00Z`) };
            let text = '';
            try {
              for await (const piece of (await exportUsage(own.operator, wish)).pieces) text += piece;
            } catch (error) {
              // A statement without lines has no file with proofs.
              if (!(error instanceof NotDone) || error.code !== 'no_lines') throw error;
              continue;
            }
            await check(text, own, month, proofs);
          }
        }
      } finally {
        await own.close();
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

describe('FOCUS 1.2', () => {
  it('takes every row: columns, nulls, allowed values; and costs are unit prices times quantities', () =>
    everyFile('focus', async (text, own, month, proofs) => {
      const rows = csvRecords(text);
      expect(faultsOf('focus-1.2', rows)).toEqual([]);
      const heads = text.split('\r\n', 1)[0]?.split(',') ?? [];
      expect(heads.findIndex((head) => head.startsWith('x_'))).toBe(heads.length - (proofs ? 8 : 5));
      for (const row of rows) {
        const [cost, price, quantity] = [
          row['ContractedCost'],
          row['ContractedUnitPrice'],
          row['PricingQuantity'],
        ];
        if (cost == null) throw new Error('a row has no cost');
        if (price != null && quantity != null) expect(exact(cost)).toBe(exact(price) * BigInt(quantity));
        expect([row['BilledCost'], row['ListCost'], row['EffectiveCost']]).toEqual([cost, cost, cost]);
        const isLater =
          (row['BillingPeriodStart'] ?? '') > `${(row['ChargePeriodStart'] ?? '').slice(0, 7)}-31`;
        expect(row['ChargeClass']).toBe(isLater ? 'Correction' : null);
      }
      if (proofs) return;
      const range = { from: firstDayOf(month), to: lastDayOf(month) };
      const usage = await showUsage(own.operator, { account: ACCOUNT, range, by: 'day', job: null });
      const rules = (usage.month_rules ?? []).map(({ amount }) => amount);
      expect(sumOf(rows.map(({ BilledCost }) => BilledCost ?? null))).toBe(
        sumOf([usage.net_amount ?? usage.amount ?? '0', ...rules]),
      );
      expect(sumOf(rows.map(({ ConsumedQuantity }) => ConsumedQuantity ?? null))).toBe(
        BigInt(usage.net_units ?? usage.counts.units) * exact('1'),
      );
    }));

  it('is judged: a row with a wrong word, an empty cost or a foreign column is none', () => {
    const row = { BilledCost: '1' };
    expect(faultsOf('focus-1.2', [row])[0]).toMatch(/must have required property 'ChargeCategory'/);
  });
});

describe('CloudEvents 1.0', () => {
  it('OpenMeter takes every line', () =>
    everyFile('cloudevents', (text) => {
      expect(faultsOf('openmeter-event', linesOf(text))).toEqual([]);
    }));

  it('Lago takes every line with units, as jq turns them on the page', () => {
    const [, program = ''] = /^jq -c '([^']+)' \S+cloudevents/m.exec(
      readFileSync(join(ROOT, 'docs', 'exports.md'), 'utf8'),
    ) ?? [''];
    expect(program).toMatch(/transaction_id/);
    return everyFile('cloudevents', (text) => {
      const { stdout, stderr } = spawnSync('jq', ['-c', program], { input: text, encoding: 'utf8' });
      expect(stderr).toBe('');
      const [events, turned] = [linesOf(text), linesOf(stdout)];
      const withUnits = events.filter((event) => (event as { data: { block: unknown } }).data.block !== null);
      expect(turned).toHaveLength(withUnits.length);
      expect(faultsOf('lago-event', turned)).toEqual([]);
    });
  });
});

it('Stripe takes every line', () =>
  everyFile('stripe-meter', (text) => {
    expect(faultsOf('stripe-meter-event', linesOf(text))).toEqual([]);
  }));
