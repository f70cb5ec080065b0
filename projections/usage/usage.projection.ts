/** The fold of all charges, adjustments and credits, by account and day, by job and by key. */
import type { Logged } from '../../src/streams/envelope.js';
import type {
  DocumentKey,
  DocumentOperation,
  Found,
} from '../../packages/platform/src/projector/projection.js';
import { at, fieldsAt, put, update } from '../../packages/platform/src/projector/operations.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import type { AdjustmentsEvent } from '../../src/streams/adjustments/adjustments.events.js';
import { isCredit, reversesOf } from '../../src/streams/adjustments/adjustments.state.js';
import { addLines, addCounts, type CorrectedLine } from '../add-counts.js';
import { defineProjection } from '../define-projection.js';
import type { AdjustedDayDocument, ChargedJobDocument, Units } from './usage.document.js';
import {
  ADJUSTMENTS,
  CHARGED_JOBS,
  NO_USE,
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_CREDITS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  adjustedDayKey,
  adjustedJobKey,
  usageDayKey,
  usageJobKey,
  usageKeyKey,
  withUse,
} from './usage.document.js';
import { accountPart } from '../key-parts.js';

interface Charge {
  readonly job_id: JobId;
  readonly rows: number;
  readonly units: Units;
}

const payer = ({ event }: { readonly event: { readonly data: { readonly job_id: JobId } } }) => [
  at(CHARGED_JOBS, event.data.job_id),
];

function charged(
  { time, position }: Pick<Logged<unknown>, 'time' | 'position'>,
  found: Found,
  { job_id, rows, units }: Charge,
): readonly DocumentOperation[] {
  const { account_id, key_id } = payerOf(found, job_id);
  const day = time.slice(0, 'YYYY-MM-DD'.length);
  const use = { rows, units };
  return [
    update(USAGE_DAYS, usageDayKey(account_id, day), (current) =>
      withUse(current ?? { account_id, day, ...NO_USE }, use),
    ),
    update(USAGE_JOBS, usageJobKey(account_id, job_id, day), (current) =>
      withUse(current ?? { account_id, job_id, day, ...NO_USE }, use),
    ),
    update(USAGE_KEYS, usageKeyKey(account_id, key_id, day), (current) =>
      withUse(current ?? { account_id, key_id, day, ...NO_USE }, use),
    ),
    counted(account_id, position, time),
  ];
}

function payerOf(found: Found, job: JobId): ChargedJobDocument {
  const payer = fieldsAt(found, CHARGED_JOBS, job);
  if (payer === undefined) throw new Error(`charges of ${job}, which was never submitted`);
  return payer;
}

const counted = (account_id: AccountId, as_of_position: Position, as_of_time: string): DocumentOperation =>
  put(USAGE_ACCOUNTS, accountPart(account_id), { account_id, as_of_position, as_of_time });

type Adjustment = Logged<AdjustmentsEvent>;

const payers = ({ event }: Adjustment): readonly DocumentKey[] =>
  event.data.charges.flatMap(({ jobs }) => jobs.map((job) => at(CHARGED_JOBS, job)));

/** Writes a document for each job and day of the adjustment, and one for each day with the sum. */
function adjusted({ event, time, position }: Adjustment, found: Found): readonly DocumentOperation[] {
  const { account_id, adjustment_id, reason, charges } = event.data;
  const reverses = reversesOf(event.data);
  const made = { account_id, adjustment_id, reverses, reason, made_at: time };
  if (isCredit(event.data)) return credited(made, { event, time, position });
  const days = new Map<string, Pick<AdjustedDayDocument, 'units' | 'corrected'>>();
  const ofJobs: DocumentOperation[] = [];
  for (const { jobs, days: figures } of charges)
    for (const job_id of jobs) {
      const { key_id } = payerOf(found, job_id);
      for (const { date: day, units, corrected = [] } of figures) {
        const document = { ...made, day, ...adjustedUnits(units, addLines([], corrected)) };
        const key = adjustedJobKey(document, job_id);
        ofJobs.push(put(USAGE_ADJUSTED_JOBS, key, { ...document, job_id, key_id }));
        const sum = days.get(day) ?? { units: {} };
        const lines = addLines(sum.corrected ?? [], corrected);
        days.set(day, adjustedUnits(addCounts(sum.units, units), lines));
      }
    }
  return [
    ...ofJobs,
    ...[...days].map(([day, units]) => ofDay({ ...made, day, ...units })),
    put(ADJUSTMENTS, adjustment_id, { account_id }),
    counted(account_id, position, time),
  ];
}

const adjustedUnits = (
  units: Units,
  corrected: readonly CorrectedLine[],
): Pick<AdjustedDayDocument, 'units' | 'corrected'> => ({
  units,
  ...(corrected.length === 0 ? {} : { corrected }),
});

/** A credit counts on its own day, under a key of the same form as that of an adjusted day. */
function credited(
  made: Omit<AdjustedDayDocument, 'day' | 'units' | 'corrected'>,
  { event, time, position }: Pick<Adjustment, 'event' | 'time' | 'position'>,
): readonly DocumentOperation[] {
  const { account_id, adjustment_id } = made;
  const { currency, amount } = event.data;
  if (currency === null || amount === null) throw new Error(`credit ${adjustment_id} has no amount`);
  const day = time.slice(0, 'YYYY-MM-DD'.length);
  return [
    put(USAGE_CREDITS, adjustedDayKey(account_id, day, adjustment_id), { ...made, day, currency, amount }),
    put(ADJUSTMENTS, adjustment_id, { account_id }),
    counted(account_id, position, time),
  ];
}

const ofDay = (document: AdjustedDayDocument): DocumentOperation =>
  put(
    USAGE_ADJUSTED_DAYS,
    adjustedDayKey(document.account_id, document.day, document.adjustment_id),
    document,
  );

const oneUnit = (block: BlockKey): Units => ({ [block]: 1 });

export const usage = defineProjection({
  name: 'usage',
  version: 3,
  lane: 'billing',
  collections: [
    USAGE_DAYS,
    USAGE_JOBS,
    USAGE_KEYS,
    USAGE_ADJUSTED_DAYS,
    USAGE_ADJUSTED_JOBS,
    USAGE_CREDITS,
    ADJUSTMENTS,
    USAGE_ACCOUNTS,
    CHARGED_JOBS,
  ],
  lookups: {
    RowsRecorded: payer,
    BlockCharged: payer,
    ChargeAdjusted: payers,
    ChargesRepriced: payers,
    AdjustmentReversed: payers,
  },
  on: {
    JobSubmitted: ({ event: { data } }) => [
      put(CHARGED_JOBS, data.job_id, { account_id: data.account_id, key_id: data.key_id }),
    ],
    RowsRecorded: (recorded, found) => {
      const { job_id, charged: rows, units } = recorded.event.data;
      return rows === 0 ? [] : charged(recorded, found, { job_id, rows, units });
    },
    BlockCharged: (late, found) => {
      const { job_id, block } = late.event.data;
      return charged(late, found, { job_id, rows: 0, units: oneUnit(block) });
    },
    ChargeAdjusted: adjusted,
    ChargesRepriced: adjusted,
    CreditGranted: adjusted,
    AdjustmentReversed: adjusted,
  },
});
