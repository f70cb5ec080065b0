/**
 * What one job's records say of its bill, pack by pack: charges of the asked days, and what was free. Packs are summed
 * up without an object a row; only the charges that are to be listed are made.
 */
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.js';
import { storedEvents } from '../../platform/event-store/stored-events.js';
import type { InvestigatedLog } from '../log-reading.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { JobId } from '../../shared/ids.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import {
  decodeRowsEvents,
  packedRowsOf,
  rowEventId,
  rowsStream,
  type BlockOutcome,
  type NotBilled,
} from '../../streams/rows/rows.events.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { ExplainedCharge, UnitsByBlock } from './explained.js';

/** Sums of what was read, and the first charges of it. */
export class ChargeTotals {
  readonly charges: ExplainedCharge[] = [];
  readonly units = new Map<BlockKey, number>();
  readonly failed = new Map<ReasonCode, number>();
  readonly freeRows = new Map<BlockKey, Map<NotBilled, number>>();
  /** Delivered rows; with a block, those that it was charged with. */
  rows = 0;
  chargesRead = 0;
  rowsRead = 0;

  /** @param most charges to be listed */
  constructor(
    private readonly block: BlockKey | null,
    private readonly most: number,
  ) {}

  /** The units of a charge that are asked about; null where it has none of the asked block. */
  wantedUnits(units: Readonly<Record<string, number>>): UnitsByBlock | null {
    if (this.block === null) return units;
    const count = units[this.block] ?? 0;
    return count === 0 ? null : { [this.block]: count };
  }

  /** A charge `times` over. */
  addCharge(units: UnitsByBlock, charge: { readonly times: number; readonly late: boolean }): void {
    this.chargesRead += charge.times;
    if (!charge.late) this.rows += charge.times;
    for (const [block, each] of Object.entries(units) as [BlockKey, number][])
      if (each > 0) this.units.set(block, (this.units.get(block) ?? 0) + each * charge.times);
  }

  /** Made only where there is room for it. */
  listCharge(make: () => ExplainedCharge): void {
    if (this.charges.length < this.most) this.charges.push(make());
  }

  get isFull(): boolean {
    return this.charges.length >= this.most;
  }

  addFailure(reason: ReasonCode): void {
    this.failed.set(reason, (this.failed.get(reason) ?? 0) + 1);
  }

  addFreeRows(block: BlockKey, why: NotBilled, rows: number): void {
    if (this.block !== null && this.block !== block) return;
    const reasons = this.freeRows.get(block) ?? new Map<NotBilled, number>();
    this.freeRows.set(block, reasons);
    const now = (reasons.get(why) ?? 0) + rows;
    if (now === 0) reasons.delete(why);
    else reasons.set(why, now);
  }
}

export interface JobPart {
  readonly job: JobId;
  /** How many chunks it has. */
  readonly chunks: number;
  readonly range: UsageRange;
  /** Events after it are not part of the figure; null bounds nothing. */
  readonly until: Position | null;
}

/** Reads what the job recorded and was charged on these days. Every row of a chunk is recorded at one time. */
export async function readJobCharges(
  log: InvestigatedLog,
  { job, chunks, range, until }: JobPart,
  charges: ChargeTotals,
): Promise<void> {
  for (let chunk = 0; chunk < chunks; chunk++) {
    let isRecordedInRange = false;
    for await (const stored of storedEvents(log, rowsStream(job, chunk))) {
      if (until !== null && stored.position > until) break;
      const day = (stored.metadata['time'] ?? '').slice(0, 'YYYY-MM-DD'.length);
      const isInRange = day >= range.from && day <= range.to;
      if (stored.type === 'RowsRecorded') {
        isRecordedInRange = isInRange;
        if (isInRange) readPack(stored, charges);
      } else readLate(stored, { asked: isInRange, recorded: isRecordedInRange }, charges);
    }
  }
}

type EventPlace = Pick<ExplainedCharge, 'time' | 'stream' | 'revision' | 'position'>;

const eventPlace = ({ metadata, stream, revision, position }: RecordedEvent): EventPlace => ({
  time: metadata['time'] ?? '',
  stream,
  revision,
  position,
});

const sumOf = (units: UnitsByBlock): number => Object.values(units).reduce((sum, each) => sum + each, 0);

function readPack(stored: RecordedEvent, into: ChargeTotals): void {
  const { outcomes, rows, from, job_id } = packedRowsOf(stored);
  const place = eventPlace(stored);
  const uses = new Array<number>(outcomes.length).fill(0);
  const blocks = outcomes.map(({ units }) => into.wantedUnits(units));
  rows.forEach((packed, index) => {
    into.rowsRead++;
    if ('failed' in packed) return into.addFailure(packed.failed);
    uses[packed.outcome] = (uses[packed.outcome] ?? 0) + 1;
    const wanted = blocks[packed.outcome];
    if (wanted === null || wanted === undefined || into.isFull) return;
    const row = from + index;
    into.listCharge(() => ({
      charge_id: rowEventId(job_id, row, 'RowCharged'),
      job_id,
      row,
      units: sumOf(wanted),
      blocks: wanted,
      late: false,
      ...place,
    }));
  });
  outcomes.forEach(({ not_billed }, index) => {
    const [times, wanted] = [uses[index] ?? 0, blocks[index]];
    if (times === 0) return;
    if (wanted !== null && wanted !== undefined) into.addCharge(wanted, { times, late: false });
    for (const [block, why] of Object.entries(not_billed) as [BlockKey, NotBilled][])
      into.addFreeRows(block, why, times);
  });
}

/** Fills count where the row was recorded in the asked days, charges where they are dated on one. */
function readLate(
  stored: RecordedEvent,
  { asked: isInRange, recorded }: { readonly asked: boolean; readonly recorded: boolean },
  into: ChargeTotals,
): void {
  for (const { event, id } of decodeRowsEvents(stored)) {
    if (event.type === 'BlockFilled' && recorded) addFill(event.data.block, event.data.outcome, into);
    if (event.type !== 'BlockCharged' || !isInRange) continue;
    const { job_id, row, block, units } = event.data;
    const blocks = into.wantedUnits({ [block]: units });
    if (blocks === null) continue;
    into.addCharge(blocks, { times: 1, late: true });
    into.listCharge(() => ({
      charge_id: id,
      job_id,
      row,
      units,
      blocks,
      late: true,
      ...eventPlace(stored),
    }));
  }
}

function addFill(block: BlockKey, { status }: BlockOutcome, into: ChargeTotals): void {
  into.addFreeRows(block, 'pending', -1);
  if (status === 'not_found' || status === 'not_enabled') into.addFreeRows(block, status, 1);
}
