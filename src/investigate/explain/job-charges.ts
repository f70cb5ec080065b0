/**
 * Reads a job's charges in a range of days from its records, and counts free rows and blocks. An event holds
 * a pack of rows, which are summed together. Only the charges of the listed page become objects.
 */
import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import type { Position, RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { InvestigatedLog } from '../log-reading.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import {
  decodeRowsEvents,
  packedRowsOf,
  rowEventId,
  rowsStream,
  type NotBilled,
} from '../../streams/rows/rows.events.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { ExplainedJob, ListedCharge, UnitsByBlock } from './explained-bill.js';
import type { JobOfFigure } from './figure.js';
import { totalUnits } from './figure-sums.js';

/** Chooses the page of charges to list. Beyond the last page, the last page is listed. */
export interface ChargesPage {
  readonly limit: number;
  /** From 1. */
  readonly page: number;
  /** Lists the page with this row or, if it has no charge, with the next charged row. Null: lists `page`. */
  readonly jumpToRow: number | null;
}

/** Chooses the first page, with this many charges. */
export const firstCharges = (limit: number): ChargesPage => ({ limit, page: 1, jumpToRow: null });

/** Sums of the records that were read, and a page of the charges among them. */
export class ChargeTotals {
  private chargeMakers: (() => ListedCharge)[] = [];
  chargesBefore = 0;
  private seenCharges = 0;
  /** True once `listedCharges` is the wanted page, or the beginning of it. */
  private isPageFound = false;
  private isPageComplete = false;
  readonly unitsByBlock = new Map<BlockKey, number>();
  readonly failuresByReason = new Map<ReasonCode, number>();
  readonly freeRowsByBlock = new Map<BlockKey, Map<NotBilled, number>>();
  /** Delivered rows; with a block in scope, the rows that were charged for it. */
  deliveredRows = 0;
  chargeCount = 0;
  rowCount = 0;

  constructor(
    private readonly block: BlockKey | null,
    private readonly page: ChargesPage,
  ) {}

  /** The units of the block in scope, or all units; null if the charge has none of this block. */
  unitsInScope(units: Readonly<Record<string, number>>): UnitsByBlock | null {
    if (this.block === null) return units;
    const count = units[this.block] ?? 0;
    return count === 0 ? null : { [this.block]: count };
  }

  /** Adds a charge that occurs `times` times. */
  addCharge(units: UnitsByBlock, charge: { readonly times: number; readonly late: boolean }): void {
    this.chargeCount += charge.times;
    if (!charge.late) this.deliveredRows += charge.times;
    for (const [block, unitsEach] of Object.entries(units) as [BlockKey, number][])
      if (unitsEach > 0)
        this.unitsByBlock.set(block, (this.unitsByBlock.get(block) ?? 0) + unitsEach * charge.times);
  }

  /**
   * Lists the charge if its page is wanted. Until that page is found, each page replaces the one before, so
   * the last page is listed if the wanted one does not exist. `make` is called for listed charges alone.
   */
  listCharge(row: number, make: () => ListedCharge): void {
    const { limit, page, jumpToRow } = this.page;
    const index = this.seenCharges++;
    if (this.isPageComplete || limit === 0) return;
    const isFirstOfPage = index % limit === 0;
    if (isFirstOfPage) {
      this.isPageComplete = this.isPageFound;
      if (this.isPageComplete) return;
      this.chargeMakers = [];
      this.chargesBefore = index;
    }
    this.chargeMakers.push(make);
    this.isPageFound ||= jumpToRow === null ? index >= (page - 1) * limit : row >= jumpToRow;
  }

  get charges(): readonly ListedCharge[] {
    return this.chargeMakers.map((make) => make());
  }

  addFailure(reason: ReasonCode): void {
    this.failuresByReason.set(reason, (this.failuresByReason.get(reason) ?? 0) + 1);
  }

  addFreeRows(block: BlockKey, reason: NotBilled, rows: number): void {
    if (this.block !== null && this.block !== block) return;
    const reasons = this.freeRowsByBlock.get(block) ?? new Map<NotBilled, number>();
    this.freeRowsByBlock.set(block, reasons);
    const count = (reasons.get(reason) ?? 0) + rows;
    if (count === 0) reasons.delete(reason);
    else reasons.set(reason, count);
  }
}

export interface JobPart {
  readonly job: JobId;
  /** The first chunk to read; left out: 0. */
  readonly fromChunk?: number;
  /** The chunk after the last one to read. */
  readonly endChunk: number;
  readonly range: UsageRange;
  /** The last position that the figure counts; null: no bound. */
  readonly lastPosition: Position | null;
}

/** Adds the job's records and charges in the range. All rows of a chunk are recorded at one time. */
export async function addJobCharges(
  log: InvestigatedLog,
  { job, fromChunk = 0, endChunk, range, lastPosition }: JobPart,
  totals: ChargeTotals,
): Promise<void> {
  for (let chunk = fromChunk; chunk < endChunk; chunk++) {
    let isRecordedInRange = false;
    for await (const storedEvent of storedEvents(log, rowsStream(job, chunk))) {
      if (lastPosition !== null && storedEvent.position > lastPosition) break;
      const day = (storedEvent.metadata['time'] ?? '').slice(0, 'YYYY-MM-DD'.length);
      const isInRange = day >= range.from && day <= range.to;
      if (storedEvent.type === 'RowsRecorded') {
        isRecordedInRange = isInRange;
        if (isInRange) addPack(storedEvent, totals);
      } else addLateBlocks(storedEvent, { isInRange, isRecordedInRange }, totals);
    }
  }
}

const eventPlace = ({ metadata, stream, revision, position }: RecordedEvent) => ({
  time: metadata['time'] ?? '',
  stream,
  revision,
  position,
});

function addPack(storedEvent: RecordedEvent, totals: ChargeTotals): void {
  const { outcomes, rows, from, job_id } = packedRowsOf(storedEvent);
  const place = eventPlace(storedEvent);
  const rowsByOutcome = new Array<number>(outcomes.length).fill(0);
  const unitsByOutcome = outcomes.map(({ units }) => totals.unitsInScope(units));
  rows.forEach((packedRow, index) => {
    totals.rowCount++;
    if ('failed' in packedRow) return totals.addFailure(packedRow.failed);
    rowsByOutcome[packedRow.outcome] = (rowsByOutcome[packedRow.outcome] ?? 0) + 1;
    const chargedUnits = unitsByOutcome[packedRow.outcome];
    if (chargedUnits === null || chargedUnits === undefined) return;
    const row = from + index;
    totals.listCharge(row, () => ({
      charge_id: rowEventId(job_id, row, 'RowCharged'),
      job_id,
      row,
      units: totalUnits(chargedUnits),
      blocks: chargedUnits,
      late: false,
      ...place,
    }));
  });
  outcomes.forEach(({ not_billed }, index) => {
    const [times, chargedUnits] = [rowsByOutcome[index] ?? 0, unitsByOutcome[index]];
    if (times === 0) return;
    if (chargedUnits !== null && chargedUnits !== undefined)
      totals.addCharge(chargedUnits, { times, late: false });
    for (const [block, reason] of Object.entries(not_billed) as [BlockKey, NotBilled][])
      totals.addFreeRows(block, reason, times);
  });
}

/** Adds late blocks. A fill counts on the day of its row's record, a charge on its own day. */
function addLateBlocks(
  storedEvent: RecordedEvent,
  { isInRange, isRecordedInRange }: { readonly isInRange: boolean; readonly isRecordedInRange: boolean },
  totals: ChargeTotals,
): void {
  for (const { event, id } of decodeRowsEvents(storedEvent)) {
    if (event.type === 'BlockFilled' && isRecordedInRange)
      addFill(event.data.block, event.data.outcome, totals);
    if (event.type !== 'BlockCharged' || !isInRange) continue;
    const { job_id, row, block, units } = event.data;
    const blocks = totals.unitsInScope({ [block]: units });
    if (blocks === null) continue;
    totals.addCharge(blocks, { times: 1, late: true });
    totals.listCharge(row, () => ({
      charge_id: id,
      job_id,
      row,
      units,
      blocks,
      late: true,
      ...eventPlace(storedEvent),
    }));
  }
}

function addFill(block: BlockKey, { status }: BlockOutcome, totals: ChargeTotals): void {
  totals.addFreeRows(block, 'pending', -1);
  if (status === 'not_found' || status === 'not_enabled') totals.addFreeRows(block, status, 1);
}

/** The jobs of a figure, each once, with the rows and units that it adds to the figure. */
export class FigureJobs {
  private readonly partByJob = new Map<string, { job: JobOfFigure['job']; rows: number; units: number }>();

  add({ job }: JobOfFigure, part: { readonly rows: number; readonly units: number }): void {
    const earlierPart = this.partByJob.get(job.job_id) ?? { job, rows: 0, units: 0 };
    const { rows, units } = part;
    this.partByJob.set(job.job_id, { job, rows: earlierPart.rows + rows, units: earlierPart.units + units });
  }

  has = (id: string): boolean => this.partByJob.has(id);

  get size(): number {
    return this.partByJob.size;
  }

  all(): readonly JobOfFigure['job'][] {
    return [...this.partByJob.values()].map(({ job }) => job);
  }

  explainedJobs(): ExplainedJob[] {
    return [...this.partByJob.values()].map(({ job, rows, units }) => {
      const { job_id, key_id, request_id, operation, status, created_at, erased_at } = job;
      const base = { job_id, key_id, request_id, operation, status };
      return { ...base, submitted_at: created_at, erased_at, rows, units };
    });
  }
}

export interface ChargesAndJobs {
  readonly totals: ChargeTotals;
  readonly jobs: FigureJobs;
}
