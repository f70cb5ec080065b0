/**
 * Defines the streams of adjustments. An event names its charges by a scope (job, row, block, days), which
 * means the same charges for ever: a job that has ended gets no new charge. A credit names no charge.
 */
import { z } from 'zod';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import {
  accountId,
  adjustmentId,
  blockKey,
  byBlock,
  count,
  data,
  day,
  jobId,
  named,
  text,
  textOrNull,
  listOf,
} from '../fields.js';
import { accountSubject, accountStreamId } from '../stream-ids.js';

/** Why charges are taken back, or billed again. */
export const ADJUSTMENT_REASONS = [
  'duplicate',
  'wrong_match',
  'service_fault',
  'goodwill',
  'price_error',
] as const;
const reason = named('AdjustmentReason', z.enum(ADJUSTMENT_REASONS));
export type AdjustmentReason = z.output<typeof reason>;

const scope = named(
  'AdjustmentScope',
  data({
    job_id: jobId.nullable().describe('Null: every job that `charges` names.'),
    row: count.nullable().describe('Null: every row. A 0-based index in the submission.'),
    block: blockKey.nullable().describe('Null: every block.'),
    from: day.nullable().describe('Charges dated on this day or later; null: from the first.'),
    to: day.nullable().describe('Charges dated on this day or earlier; null: to the last.'),
  }),
  'Which charges of the named jobs are meant. A field that is null excludes nothing.',
);
export type AdjustmentScope = z.output<typeof scope>;

const correctedUnits = named(
  'CorrectedUnits',
  data({
    block: blockKey,
    price: text('Of one unit: a decimal string.'),
    units: z.number().describe('With their sign.'),
    by: adjustmentId
      .nullable()
      .describe('The repricing that corrected their price before; null: this entry itself.'),
  }),
  'Units that have a corrected price in place of the agreed one.',
);
export type CorrectedUnits = z.output<typeof correctedUnits>;

const adjustedDay = named(
  'AdjustedDay',
  data({
    date: day.describe('UTC day of the charges.'),
    units: byBlock(z.number()).describe('Negative where they are taken back; 0 in a repricing.'),
    amount: textOrNull('The amount for these units at the prices of that day; a decimal string with a sign.'),
    corrected: listOf(correctedUnits)
      .optional()
      .describe(
        'Where units have a corrected price: so many of `units` cost this, all others the agreed price. In a repricing they add up to 0 with those that lose their price.',
      ),
  }),
);
export type AdjustedDay = z.output<typeof adjustedDay>;

const adjustedJobs = named(
  'AdjustedJobs',
  data({ jobs: listOf(jobId), days: listOf(adjustedDay) }),
  'Each of these jobs has these figures. Jobs with equal figures stand together.',
);
export type AdjustedJobs = z.output<typeof adjustedJobs>;

const figures = {
  units: z.number().describe('Of all jobs: the sum of `charges`.'),
  currency: textOrNull('ISO 4217; null where no price was agreed.'),
  amount: textOrNull(
    'Of all jobs, exact; null where nothing has a price. Units without a price add nothing.',
  ),
  charges: listOf(adjustedJobs),
};
const words = {
  reason,
  note: text("The operator's own words: 1 to 500 characters of one line."),
};

const EVENTS = {
  ChargeAdjusted: {
    meaning:
      'The charges within `scope` are not owed, except those that the adjustments in `except` took back before. An adjustment is made whole or not at all.',
    billing: 'Takes back their units and amounts, on the days of the charges. The charges themselves stay.',
    schema: data({
      adjustment_id: adjustmentId,
      account_id: accountId,
      scope,
      except: listOf(adjustmentId).describe(
        'Adjustments of charges within the scope that stood then. Events of earlier releases list reversed ones too.',
      ),
      ...words,
      ...figures,
    }),
  },
  ChargesRepriced: {
    since: 3,
    meaning:
      'The price of the charges within `scope` was wrong: each unit costs `price`. Charges that the adjustments in `except` took back keep theirs. A repricing is made whole or not at all.',
    billing:
      'Adds the difference, on the days of the charges, with 0 units. The charges themselves keep their amount. A later adjustment takes them back at `price`.',
    schema: data({
      adjustment_id: adjustmentId,
      account_id: accountId,
      scope: scope.describe('Its block is never null.'),
      except: listOf(adjustmentId).describe('Standing adjustments of charges within the scope.'),
      price: text('The corrected price of one unit: a decimal string.'),
      ...words,
      ...figures,
    }),
  },
  CreditGranted: {
    since: 3,
    meaning: 'The account owes this much less. The credit is tied to no charge.',
    billing: 'Takes `amount` off the bill, on the UTC day of the event. It is a line of its own.',
    schema: data({
      adjustment_id: adjustmentId,
      account_id: accountId,
      scope: scope.describe('Every field is null.'),
      ...words,
      units: z.literal(0),
      currency: text('ISO 4217.'),
      amount: text('Negative: a decimal string.'),
      charges: listOf(adjustedJobs).describe('Empty.'),
    }),
  },
  AdjustmentReversed: {
    meaning:
      'The adjustment, repricing or credit `reverses` was wrong. The charges of an adjustment are owed after all, and can be adjusted again. An entry is reversed once, and only while no later standing entry stands on one of its units.',
    billing:
      'Counts the opposite of its units and amounts, on the days of the charges. The reversal of a credit counts on its own day.',
    schema: data({
      adjustment_id: adjustmentId.describe('Of this reversal.'),
      account_id: accountId,
      reverses: adjustmentId,
      scope: scope.describe('Of the adjustment that is reversed.'),
      ...words,
      ...figures,
    }),
  },
} as const;

export type AdjustmentsEvent = EventsOf<typeof EVENTS>;
export type ChargeAdjusted = EventNamed<AdjustmentsEvent, 'ChargeAdjusted'>;
export type ChargesRepriced = EventNamed<AdjustmentsEvent, 'ChargesRepriced'>;
export type CreditGranted = EventNamed<AdjustmentsEvent, 'CreditGranted'>;
export type AdjustmentReversed = EventNamed<AdjustmentsEvent, 'AdjustmentReversed'>;

export const adjustmentsStreams = defineStream({
  category: 'adjustments',
  id: accountStreamId,
  opening:
    'Charges that an account does not owe, and credits. Written by `billing adjust`, `billing reprice` and `billing credit`, one append an adjustment at the revision that was read: of two operators at once, the second decides on what the first left. Read by the billing lane, statements and `verify`. At any time at most one standing adjustment holds a block of a charge: an adjustment takes back its scope, without what the adjustments in its `except` took back. A few events a month; lives for ever. Amounts are exact, at the prices in force when the event was written.',
  subject: accountSubject,
  events: EVENTS,
});

export const adjustmentsStream = adjustmentsStreams.streamOf;

/** Returns true if an event of any stream is one of these. */
export const isAdjustmentsEvent = (event: { readonly type: string }): event is AdjustmentsEvent =>
  Object.hasOwn(EVENTS, event.type);
