/** Faults of repricings and credits, planted in a right log: a part of the table of `billing-faults.ts`. */
import { USAGE_CREDITS } from '../../projections/usage/usage.document.js';
import type { AdjustmentId } from '../../packages/contract/src/ids.js';
import { accountStream } from '../../src/streams/account/account.events.js';
import { adjustmentsStream, adjustmentsStreams } from '../../src/streams/adjustments/adjustments.events.js';
import { TWO_PENCE, adjust, reprice, reverse } from '../support/logs/adjusted.js';
import { ACCOUNT, JOB, aSubmission } from '../support/logs/job-builders.js';
import type { LogBuilder } from '../support/logs/log-builder.js';
import type { Fault } from './billing-faults.js';

const DAY = '2024-02-10';
const OTHER_ID = 'adj_01JDXB8Z5N0000000000000009' as AdjustmentId;

const CREDIT = {
  type: 'CreditGranted',
  data: {
    adjustment_id: OTHER_ID,
    account_id: ACCOUNT,
    scope: { job_id: null, row: null, block: null, from: null, to: null },
    reason: 'goodwill',
    note: 'for the outage',
    units: 0,
    currency: 'GBP',
    amount: '-5',
    charges: [],
  },
};

/** Two pence for each block, from the day of the charges on. */
async function agreePrices(log: LogBuilder): Promise<void> {
  const data = { currency: 'GBP', from: DAY, prices: { company_identity: '0.02', industry: '0.02' } };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }, { account: ACCOUNT }));
}

const append = (log: LogBuilder, event: { readonly type: string; readonly data: object }) =>
  log.append(adjustmentsStream(ACCOUNT), log.event(event, { account: ACCOUNT }));

/** The last entry of the account's adjustments; or the one so many before it. */
async function eventBefore(log: LogBuilder, before: number) {
  const slice = await log.store.readStream(adjustmentsStream(ACCOUNT));
  const stored = slice.status === 'found' ? slice.events.at(-1 - before) : undefined;
  if (stored === undefined) throw new Error('nothing was adjusted');
  return adjustmentsStreams.decode(stored).event;
}

export const ENTRY_FAULTS: readonly Fault[] = [
  {
    fault: 'an adjustment passes over a corrected price',
    command: 'verify',
    says: `says 0 units of industry on ${DAY} by the price of`,
    plant: async (world) => {
      await world.log(async (log) => {
        await agreePrices(log);
        const job = aSubmission(4, 2);
        const adjustment = await adjust(log, [job], { job_id: JOB }, TWO_PENCE);
        await reverse(log, ACCOUNT, adjustment as AdjustmentId);
        const old = await eventBefore(log, 1);
        await reprice(log, [job], { job_id: JOB, block: 'industry' });
        await append(log, { ...old, data: { ...old.data, adjustment_id: OTHER_ID } });
      });
      return ['verify'];
    },
  },
  {
    fault: 'a corrected price is reversed under a later adjustment',
    command: 'verify',
    says: `${OTHER_ID} reverses adj_`,
    plant: async (world) => {
      await world.log(async (log) => {
        await agreePrices(log);
        const job = aSubmission(4, 2);
        const id = await reprice(log, [job], { job_id: JOB, block: 'industry' });
        await reverse(log, ACCOUNT, id as AdjustmentId);
        const reversal = await eventBefore(log, 0);
        const again = await reprice(log, [job], { job_id: JOB, block: 'industry' });
        await adjust(log, [job], { job_id: JOB }, TWO_PENCE);
        const data = { ...reversal.data, adjustment_id: OTHER_ID, reverses: again };
        await append(log, { type: reversal.type, data });
      });
      return ['verify'];
    },
  },
  {
    fault: 'a credit is recorded twice',
    command: 'verify',
    says: `${OTHER_ID} is made a second time`,
    plant: async (world) => {
      await world.log(async (log) => {
        await agreePrices(log);
        for (let times = 0; times < 2; times++) await append(log, CREDIT);
      });
      return ['verify'];
    },
  },
  {
    fault: 'a credit adds to the bill',
    command: 'verify',
    says: `${OTHER_ID} credits 5, which is not below 0`,
    plant: async (world) => {
      await world.log(async (log) => {
        await agreePrices(log);
        await append(log, { type: CREDIT.type, data: { ...CREDIT.data, amount: '5' } });
      });
      return ['verify'];
    },
  },
  {
    fault: 'a credit in usage is edited by hand',
    command: 'verify',
    says: 'credit of -9 GBP: 1 shown, 0 in',
    plant: async (world) => {
      await world.log(async (log) => {
        await agreePrices(log);
        await append(log, CREDIT);
      });
      await world.cli.run('verify');
      await world.edit(USAGE_CREDITS.name, ({ fields }) => ({ fields: { ...fields, amount: '-9' } }));
      return ['verify'];
    },
  },
];
