/** The views of an adjustment or a credit, recorded or previewed, for the command line and the console. */
import { ADJUSTMENT_COLUMNS } from '../../investigate/sheets/sheet-columns.js';
import { eventsPart } from '../../investigate/sheets/events.sheet.js';
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
import type { AdjustmentResult } from './adjust-charges.js';
import type { OwedDay, OwedStep } from './both-sides.js';
import type { RecordedAdjustment } from './find-adjustments.js';

export function adjustmentSheet(adjustment: AdjustmentResult): Sheet {
  const { held_by, unfinished_jobs: unfinished, changed, sides } = adjustment;
  const preview = adjustment.reverses === null ? 'This would be written' : 'This would be counted again';
  const isGranted = isCredit(adjustment) && adjustment.reverses === null;
  const another = isGranted ? '; a second credit like it needs another note' : '';
  return {
    title:
      sides !== undefined ? preview : [`${kindOf(adjustment)} `, cell.adjustment(adjustment.adjustment_id)],
    facts: {
      adjustment: adjustment.adjustment_id === null ? null : cell.code(adjustment.adjustment_id),
      ...adjustmentFacts(adjustment),
      'left out':
        held_by.length === 0
          ? null
          : ['what is taken back already, by ', joinedCells(held_by.map(cell.adjustment))],
      'not over': unfinished.length === 0 ? null : ['left out: ', joinedCells(unfinished.map(cell.job))],
      changed:
        sides !== undefined ? 'nothing was written' : changed ? 'yes' : `no, it was done before${another}`,
    },
    parts: [...sidesPart(adjustment), ...chargesParts(adjustment)],
  };
}

const SIDES: SheetColumns<OwedStep> = {
  what: ({ step }) => step,
  units: ({ units }) => units,
  amount: ({ amount, currency }) => cell.money(amount, currency),
};

const SIDES_BY_DAY: SheetColumns<OwedDay> = {
  day: ({ day }) => day,
  before: ({ before, currency }) => cell.money(before, currency),
  'this entry': ({ change, currency }) => cell.money(change, currency),
  after: ({ after, currency }) => cell.money(after, currency),
};

export const sidesPart = ({
  sides,
  sides_by_day: days = [],
}: Pick<AdjustmentResult, 'sides' | 'sides_by_day'>): readonly Part[] =>
  sides === undefined
    ? []
    : [
        { title: 'Before and after', table: sheetTable(sides, SIDES) },
        { title: 'Before and after, by day of the charges', table: sheetTable(days, SIDES_BY_DAY) },
      ];

export const recordedAdjustmentSheet = ({
  fact,
  reverses,
  reversed_by,
  event,
}: RecordedAdjustment): Sheet => ({
  title: [
    `${kindOf(fact)} `,
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

/** The newest adjustments of an account. */
export const accountAdjustmentsPart = (all: readonly RecordedAdjustment[], limit: number): Part => ({
  title: 'Adjustments and credits, the newest',
  table: sheetTable(
    all.map(({ fact, reverses, event }) => ({ ...fact, reverses, time: event.time })),
    {
      ...ADJUSTMENT_COLUMNS,
      amount: ({ amount, currency }) => cell.money(amount, currency),
      note: ({ note }) => cell.client(note),
    },
    { none: 'Nothing was adjusted or credited.', maxLines: limit },
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
  adjustment: Omit<AdjustmentResult, 'adjustment_id' | 'charges' | 'held_by' | 'unfinished_jobs' | 'changed'>,
): SheetFacts => ({
  account: cell.account(adjustment.account_id),
  job: cell.job(adjustment.job_id),
  row:
    adjustment.job_id === null || adjustment.row === null
      ? null
      : cell.row(adjustment.job_id, adjustment.row),
  days: adjustment.from === null ? null : `${adjustment.from} to ${adjustment.to ?? ''}`,
  block: adjustment.block,
  'corrected price': correctedPriceOf(adjustment),
  units: adjustment.units,
  amount: cell.money(adjustment.amount, adjustment.currency),
  reason: adjustment.reason,
  note: cell.client(adjustment.note),
  reverses: cell.adjustment(adjustment.reverses),
});

const MAX_LINES = 50;

/** The charges that an adjustment takes back; none for a credit. */
function chargesParts({
  charges,
  currency,
}: Pick<AdjustmentResult, 'charges' | 'currency'>): readonly Part[] {
  if (isCredit({ charges })) return [];
  const lines = charges.flatMap(({ jobs, days }) =>
    jobs.flatMap((job) => days.map((day) => ({ job, ...day }))),
  );
  const columns: SheetColumns<(typeof lines)[number]> = {
    job: ({ job }) => cell.job(job),
    charged: ({ date }) => date,
    'units by block': ({ units }) =>
      Object.entries(units)
        .map(([block, count]) => `${block} ${thousands(count)}`)
        .join(', '),
    ...(lines.every(({ corrected }) => corrected === undefined)
      ? {}
      : {
          'at corrected prices': ({ corrected = [] }) =>
            corrected
              .map(({ block, units, price }) => `${block} ${thousands(units)} at ${money(price)}`)
              .join(', '),
        }),
    amount: ({ amount }) => cell.money(amount, currency),
  };
  const table = sheetTable(lines, columns, { maxLines: MAX_LINES });
  return [{ title: 'By job and day of the charges', table }];
}
