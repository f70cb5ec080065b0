/** The sheets of an adjustment, a repricing or a credit, recorded or previewed. */
import Big from 'big.js';
import { ADJUSTMENT_COLUMNS, withSpaces, eventsPart } from '../../investigate/sheets/shared-parts.js';
import {
  cell,
  joinedCells,
  sheetTable,
  type SheetColumns,
  type SheetFacts,
  type Part,
  type Sheet,
} from '../../../packages/words/src/sheet/sheet.js';
import { money, thousands } from '../../../packages/words/src/text/formats.js';
import { correctedPriceOf, isCredit, kindOf } from '../../streams/adjustments/adjustments.state.js';
import type { CorrectedUnits } from '../../streams/adjustments/adjustments.events.js';
import type { AdjustmentResult } from './adjust-charges.js';
import type { OwedDay, OwedStep } from './owed-amounts.js';
import type { RecordedAdjustment } from './find-adjustments.js';

export function adjustmentSheet(adjustment: AdjustmentResult): Sheet {
  const { held_by, unfinished_jobs: unfinishedJobs, changed, sides } = adjustment;
  const isGranted = isCredit(adjustment) && adjustment.reverses === null;
  const repeatHint = isGranted ? '; a second credit like it needs another note' : '';
  return {
    title:
      sides !== undefined
        ? `This would be written: ${nameOf(adjustment).toLowerCase()}`
        : [`${nameOf(adjustment)} `, cell.adjustment(adjustment.adjustment_id)],
    facts: {
      ...adjustmentFacts(adjustment),
      'left out':
        held_by.length === 0
          ? null
          : ['charges that are taken back already, by ', joinedCells(held_by.map(cell.adjustment))],
      'not over':
        unfinishedJobs.length === 0 ? null : ['left out: ', joinedCells(unfinishedJobs.map(cell.job))],
      changed: sides !== undefined ? null : changed ? 'yes' : `no, it was done before${repeatHint}`,
    },
    parts: [
      ...beforeAndAfterParts(adjustment, scopeText(adjustment)),
      ...chargesParts(adjustment),
      ...promiseParts(adjustment),
    ],
  };
}

/** The note for the customer, line by line as it was signed. It comes last, so that it is easy to copy. */
const promiseParts = ({ promise, no_promise: reason }: AdjustmentResult): readonly Part[] =>
  promise === undefined
    ? []
    : promise === null
      ? [{ title: 'No note for the customer', sentences: [{ tone: 'bad', says: cell.client(reason) }] }]
      : [{ title: 'Note for the customer', sentences: promise.trimEnd().split('\n').map(cell.code) }];

type Entry = Pick<AdjustmentResult, 'charges' | 'reverses'>;

const nameOf = (entry: Entry): string =>
  entry.reverses === null ? kindOf(entry) : `Reversal (${kindOf(entry).toLowerCase()})`;

/** The name of the charges that are summed beside an entry. */
const scopeText = ({ job_id, from, to }: AdjustmentResult): string =>
  job_id !== null
    ? 'The whole job'
    : from === null
      ? 'This month (UTC)'
      : `All charges from ${from} to ${to}`;

const OWED_STEP_COLUMNS: SheetColumns<OwedStep> = {
  what: ({ step }) => step,
  units: ({ units }) => units,
  amount: ({ amount, currency }) => cell.money(amount, currency),
};

const OWED_DAY_COLUMNS: SheetColumns<OwedDay> = {
  day: ({ day }) => day,
  before: ({ before, currency }) => cell.money(before, currency),
  'this entry': ({ change, currency }) => cell.money(change, currency),
  after: ({ after, currency }) => cell.money(after, currency),
};

/** @param scope the name of the charges in the sums */
export const beforeAndAfterParts = (
  { sides, sides_by_day: days = [] }: Pick<AdjustmentResult, 'sides' | 'sides_by_day'>,
  scope: string,
): readonly Part[] =>
  sides === undefined
    ? []
    : [
        { title: `${scope}, before and after`, table: sheetTable(sides, OWED_STEP_COLUMNS) },
        { title: 'By day of the charges, before and after', table: sheetTable(days, OWED_DAY_COLUMNS) },
      ];

export const recordedAdjustmentSheet = ({
  fact,
  reverses,
  reversed_by,
  event,
}: RecordedAdjustment): Sheet => ({
  title: [
    `${nameOf({ ...fact, reverses })} `,
    cell.code(fact.adjustment_id),
    ...(reversed_by === null ? [] : [' ', cell.badge('reversed', 'bad')]),
  ],
  facts: {
    ...adjustmentFacts({ ...fact, ...fact.scope, reverses }),
    made: [cell.time(event.time), ' by ', cell.client(event.actor)],
    'reversed by': cell.adjustment(reversed_by),
  },
  parts: [...chargesParts(fact), eventsPart([event])],
});

/** The adjustments of an account, the newest first. */
export const accountAdjustmentsPart = (adjustments: readonly RecordedAdjustment[]): Part => ({
  title: 'Adjustments and credits, the newest first',
  table: sheetTable(
    adjustments.map(({ fact, reverses, event }) => ({ ...fact, reverses, time: event.time })),
    {
      ...ADJUSTMENT_COLUMNS,
      amount: ({ amount, currency }) => cell.money(amount, currency),
      note: ({ note }) => cell.client(note),
    },
    { none: 'Nothing was adjusted or credited.' },
  ),
});

export const nothingToAdjustSheet = (held_by: readonly string[]): Sheet => ({
  title: 'Nothing is left to take back',
  sentences: [
    {
      tone: 'bad',
      says: [
        'Standing adjustments hold all of it: ',
        joinedCells(held_by.map(cell.adjustment)),
        '. Nothing was written.',
      ],
    },
  ],
  parts: [],
});

const adjustmentFacts = (
  adjustment: Omit<AdjustmentResult, 'adjustment_id' | 'held_by' | 'unfinished_jobs' | 'changed'>,
): SheetFacts => ({
  account: cell.account(adjustment.account_id),
  job: cell.job(adjustment.job_id),
  row:
    adjustment.job_id === null || adjustment.row === null
      ? null
      : cell.row(adjustment.job_id, adjustment.row),
  days: adjustment.from === null ? null : `${adjustment.from} to ${adjustment.to ?? ''}`,
  block: adjustment.block,
  'corrected price':
    correctedPriceOf(adjustment) === null
      ? null
      : cell.price({ price: correctedPriceOf(adjustment), currency: adjustment.currency }),
  // A repricing takes no units back. Its table says how many units have another price.
  units: isCredit(adjustment) || isRepriced(adjustment) ? null : adjustment.units,
  amount: cell.money(adjustment.amount, adjustment.currency),
  reason: withSpaces(adjustment.reason),
  note: cell.client(adjustment.note),
  reverses: cell.adjustment(adjustment.reverses),
});

const MAX_LINES = 50;

type ChargedDay = AdjustmentResult['charges'][number]['days'][number];

/** Returns true for an entry that only changes prices: a repricing, or its reversal. */
const isRepriced = ({ charges }: Pick<AdjustmentResult, 'charges'>): boolean =>
  charges.some(({ days }) => days.some(({ corrected = [] }) => corrected.length > 0)) &&
  charges.every(({ days }) => days.every(({ units }) => Object.values(units).every((count) => count === 0)));

/**
 * Returns a repriced day's units by price: negative at a price before the correction, positive at one after.
 * Units that no line names have the agreed price of the day. It follows from the amount.
 */
function priceLines({
  corrected: lines = [],
  amount,
}: ChargedDay): readonly Pick<CorrectedUnits, 'units' | 'price'>[] {
  const unlistedUnits = -lines.reduce((sum, { units }) => sum + units, 0);
  const unlistedAmount = lines.reduce(
    (sum, { units, price }) => sum.minus(new Big(price).times(units)),
    new Big(amount ?? 0),
  );
  return unlistedUnits === 0
    ? lines
    : [...lines, { units: unlistedUnits, price: unlistedAmount.div(unlistedUnits).toFixed() }];
}

/** @param sign -1: the prices before the correction; 1: the prices after it */
const pricesOf = (day: ChargedDay, sign: 1 | -1): string =>
  [...new Set(priceLines(day).flatMap(({ units, price }) => (units * sign > 0 ? [money(price)] : [])))].join(
    ' or ',
  );

const REPRICED_COLUMNS: SheetColumns<ChargedDay> = {
  block: ({ units }) => Object.keys(units).join(', '),
  units: (day) => priceLines(day).reduce((sum, { units }) => sum + Math.max(0, units), 0),
  'a unit before': (day) => pricesOf(day, -1),
  'a unit after': (day) => pricesOf(day, 1),
};

const ADJUSTED_COLUMNS: SheetColumns<ChargedDay> = {
  'units by block': ({ units }) =>
    Object.entries(units)
      .map(([block, count]) => `${block} ${thousands(count)}`)
      .join(', '),
};

const CORRECTED_PRICES_COLUMN: SheetColumns<ChargedDay> = {
  'at corrected prices': ({ corrected = [] }) =>
    corrected.map(({ block, units, price }) => `${block} ${thousands(units)} at ${money(price)}`).join(', '),
};

/** The charges that an adjustment takes back; none for a credit. */
function chargesParts({
  charges,
  currency,
}: Pick<AdjustmentResult, 'charges' | 'currency'>): readonly Part[] {
  if (isCredit({ charges })) return [];
  const lines = charges.flatMap(({ jobs, days }) =>
    jobs.flatMap((job) => days.map((day) => ({ job, ...day }))),
  );
  const hasCorrectedPrices = lines.some(({ corrected }) => corrected !== undefined);
  const columns: SheetColumns<(typeof lines)[number]> = {
    job: ({ job }) => cell.job(job),
    charged: ({ date }) => date,
    ...(isRepriced({ charges })
      ? REPRICED_COLUMNS
      : { ...ADJUSTED_COLUMNS, ...(hasCorrectedPrices ? CORRECTED_PRICES_COLUMN : {}) }),
    amount: ({ amount }) => cell.money(amount, currency),
  };
  const table = sheetTable(lines, columns, { maxLines: MAX_LINES });
  return [{ title: 'By job and day of the charges', table }];
}
