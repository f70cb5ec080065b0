/** Sums up a stored RowsRecorded without an object for each row: billing replays depend on its speed. */
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import {
  rowFailure,
  isUnusableIdentifier,
  saysSiteUnreachable,
  type ReasonCode,
} from '../../../packages/contract/src/reason-code.js';
import { UnknownEventError, logged, type Logged } from '../envelope.js';
import type { RowCounts } from '../job/job.events.js';
import { NO_ROWS } from '../job/row-counts.js';
import {
  blockOutcomesOf,
  packedRowsOf,
  recordedHead,
  type PackedOutcome,
  type RowsRecorded,
} from './rows.events.js';

export interface RowsTally {
  /** Delivered rows: each has a charge. */
  readonly charged: number;
  /** Units of all these charges, by block; blocks with 0 are left out. */
  readonly units: Readonly<Partial<Record<BlockKey, number>>>;
  /** Delivered rows in which a block was `not_found`, by block. */
  readonly not_found: Readonly<Partial<Record<BlockKey, number>>>;
  readonly failed: Readonly<Partial<Record<ReasonCode, number>>>;
  /** Rows, delivered or failed, in which a website would not open. */
  readonly unreachable: number;
  /** Rows that name no company, or name one by an impossible number. */
  readonly unnamed: number;
  /** Rows that cost nothing and never will: failed rows, and rows with neither a unit nor a pending block. */
  readonly unbilled: number;
  readonly awaited: Readonly<Partial<Record<BlockKey, number>>>;
  readonly pending: readonly number[];
  /** Rows with a pending block and without a unit so far. */
  readonly unsettled: readonly UnsettledRow[];
}

export interface UnsettledRow {
  readonly row: number;
  readonly blocks: number;
}

export type RowsRecordedTally = {
  readonly type: RowsRecorded['type'];
  readonly data: RowsRecorded['data'] & RowsTally;
};

/** @throws UnknownEventError where a row points at no outcome */
export function tallyRows(recorded: RecordedEvent): Logged<RowsRecordedTally> {
  const packed = packedRowsOf(recorded);
  const { outcomes, rows, from } = packed;
  const uses = new Array<number>(outcomes.length).fill(0);
  const waits = outcomes.map(
    ({ blocks }) => Object.values(blocks).filter((status) => status === 'pending').length,
  );
  const costs = outcomes.map(({ units }) => Object.values(units).some((each) => each > 0));
  const pending: number[] = [];
  const unsettled: UnsettledRow[] = [];
  rows.forEach((row, index) => {
    if ('failed' in row) return;
    const used = uses[row.outcome];
    if (used === undefined) throw new UnknownEventError(recorded);
    uses[row.outcome] = used + 1;
    const blocks = waits[row.outcome] ?? 0;
    if (blocks === 0) return;
    pending.push(from + index);
    if (costs[row.outcome] !== true) unsettled.push({ row: from + index, blocks });
  });
  const charged = uses.reduce((sum, used) => sum + used, 0);
  const free = uses.reduce(
    (sum, used, outcome) => sum + (waits[outcome] === 0 && costs[outcome] === false ? used : 0),
    0,
  );
  const unbilled = rows.length - charged + free;
  const sums = {
    units: sumOver(outcomes, uses, ({ units }) => Object.entries(units)),
    not_found: sumOver(outcomes, uses, notFound),
    awaited: sumOver(outcomes, uses, pendingBlocks),
  };
  const failed: Partial<Record<ReasonCode, number>> = {};
  let unnamed = 0;
  let unreachable = uses.reduce(
    (sum, used, outcome) => sum + (isUnreachable(outcomes[outcome]) ? used : 0),
    0,
  );
  for (const row of rows) {
    if (!('failed' in row)) continue;
    failed[row.failed] = (failed[row.failed] ?? 0) + 1;
    if (isUnusableIdentifier(row.failed)) unnamed++;
    if (saysSiteUnreachable(row.failed)) unreachable++;
  }
  const data = {
    ...{ charged, failed, unreachable, unnamed, unbilled, pending, unsettled },
    ...sums,
    ...recordedHead(packed),
  };
  return logged(recorded, { type: 'RowsRecorded', data });
}

/** Returns the counts of the rows (Contract 1.2). Rows with a pending block count as delivered. */
export function countsOfTally({ charged, failed, unreachable }: RowsTally): RowCounts {
  const counts = { ...NO_ROWS, succeeded: charged, site_unreachable: unreachable };
  for (const [reason, rows] of Object.entries(failed)) counts[rowFailure(reason as ReasonCode).count] += rows;
  return counts;
}

type Counts = readonly (readonly [block: string, each: number])[];

const notFound = ({ blocks }: PackedOutcome): Counts =>
  Object.entries(blocks).flatMap(([block, status]) => (status.startsWith('not_found:') ? [[block, 1]] : []));

const pendingBlocks = ({ blocks }: PackedOutcome): Counts =>
  Object.entries(blocks).flatMap(([block, status]) => (status === 'pending' ? [[block, 1]] : []));

const isUnreachable = (outcome: PackedOutcome | undefined): boolean =>
  Object.values(blockOutcomesOf(outcome?.blocks ?? {})).some(
    (block) => 'reason' in block && saysSiteUnreachable(block.reason),
  );

/** Sums by block what `of` counts in each outcome, times the rows that have the outcome. Leaves out zeros. */
function sumOver(
  outcomes: readonly PackedOutcome[],
  uses: readonly number[],
  of: (outcome: PackedOutcome) => Counts,
): RowsTally['units'] {
  const sums = new Map<string, number>();
  outcomes.forEach((outcome, index) => {
    const used = uses[index] ?? 0;
    for (const [block, each] of of(outcome)) {
      if (used * each > 0) sums.set(block, (sums.get(block) ?? 0) + used * each);
    }
  });
  return Object.fromEntries(sums);
}
