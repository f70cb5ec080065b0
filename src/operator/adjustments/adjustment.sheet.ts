/** What an adjustment takes back, as it was written or would be. */
import { ADJUSTMENT_COLUMNS } from '../../investigate/sheets/sheet-columns.js';
import { eventsPart } from '../../investigate/sheets/events.sheet.js';
import {
  cell,
  listed,
  sheetTable,
  type SheetColumns,
  type SheetFacts,
  type Part,
  type Sheet,
} from '../../shared/sheet/sheet.js';
import type { AdjustmentShown } from './adjust-charges.js';
import type { AdjustmentOnRecord } from './shown-adjustments.js';

export function adjustmentSheet(made: AdjustmentShown): Sheet {
  const { held_by, unfinished_jobs: unfinished, changed } = made;
  const preview = made.reverses === null ? 'This would be written' : 'This would be counted again';
  return {
    title: made.dry_run === true ? preview : ['Adjustment ', cell.adjustment(made.adjustment_id)],
    facts: {
      adjustment: made.adjustment_id === null ? null : cell.code(made.adjustment_id),
      ...factsOf(made),
      'left out':
        held_by.length === 0
          ? null
          : ['what is taken back already, by ', listed(held_by.map(cell.adjustment))],
      'not over': unfinished.length === 0 ? null : ['left out: ', listed(unfinished.map(cell.job))],
      changed: made.dry_run === true ? 'nothing was written' : changed ? 'yes' : 'no, it was done before',
    },
    parts: [chargesPart(made)],
  };
}

export const recordedAdjustmentSheet = ({
  fact,
  reverses,
  reversed_by,
  event,
}: AdjustmentOnRecord): Sheet => ({
  title: [
    'Adjustment ',
    cell.code(fact.adjustment_id),
    ...(reversed_by === null ? [] : [' ', cell.badge('reversed', 'bad')]),
  ],
  facts: {
    ...factsOf({ ...fact, ...fact.scope, reverses }),
    made: [cell.time(event.time), ' by ', cell.client(event.actor)],
    'reversed by': cell.adjustment(reversed_by),
  },
  parts: [chargesPart(fact), eventsPart([event])],
});

/** Those of an account. */
export const adjustmentsPart = (all: readonly AdjustmentOnRecord[], most: number): Part => ({
  title: 'Adjustments, the newest',
  table: sheetTable(
    all.map(({ fact, reverses, event }) => ({ ...fact, reverses, time: event.time })),
    {
      ...ADJUSTMENT_COLUMNS,
      amount: ({ amount, currency }) => cell.money(amount, currency),
      note: ({ note }) => cell.client(note),
    },
    { none: 'Nothing was adjusted.', most },
  ),
});

export const nothingLeftSheet = (held_by: readonly string[]): Sheet => ({
  title: 'Nothing is left to take back',
  says: [
    {
      tone: 'bad',
      says: [
        'Standing adjustments hold all of it: ',
        listed(held_by.map(cell.adjustment)),
        '. Nothing was written.',
      ],
    },
  ],
  parts: [],
});

const factsOf = (
  of: Omit<AdjustmentShown, 'adjustment_id' | 'charges' | 'held_by' | 'unfinished_jobs' | 'changed'>,
): SheetFacts => ({
  account: cell.account(of.account_id),
  job: cell.job(of.job_id),
  row: of.job_id === null || of.row === null ? null : cell.row(of.job_id, of.row),
  days: of.from === null ? null : `${of.from} to ${of.to ?? ''}`,
  block: of.block,
  units: of.units,
  amount: cell.money(of.amount, of.currency),
  reason: of.reason,
  note: cell.client(of.note),
  reverses: cell.adjustment(of.reverses),
});

const MOST_LINES = 50;

function chargesPart({ charges, currency }: Pick<AdjustmentShown, 'charges' | 'currency'>): Part {
  const lines = charges.flatMap(({ jobs, days }) =>
    jobs.flatMap((job) => days.map((day) => ({ job, ...day }))),
  );
  const columns: SheetColumns<(typeof lines)[number]> = {
    job: ({ job }) => cell.job(job),
    charged: ({ date }) => date,
    'units by block': ({ units }) =>
      Object.entries(units)
        .map(([block, count]) => `${block} ${count}`)
        .join(', '),
    amount: ({ amount }) => cell.money(amount, currency),
  };
  const table = sheetTable(lines, columns, { most: MOST_LINES });
  return { title: 'What it takes back, by job and day of the charges', table };
}
