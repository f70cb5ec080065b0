/** Counts a job's rows, failures and billed units from the events of its rows. */
import type { RowCounts } from '../streams/job/job.events.js';
import type { LoggedEvent } from '../streams/index.js';
import type { BlockFilled, NotBilled, RowCharged, RowResolved } from '../streams/rows/rows.events.js';
import { BLOCK_KEYS, isBlockKey, type BlockKey } from '../../packages/contract/src/block-key.js';
import { rowFailure, saysSiteUnreachable, type ReasonCode } from '../../packages/contract/src/reason-code.js';

export interface BlockUsage {
  readonly units: number;
  /** Rows in which the block was free, by reason; a `pending` block may be filled later. */
  readonly not_billed: Readonly<Partial<Record<NotBilled, number>>>;
}

interface BlockCounts {
  units: number;
  readonly freeRowsByReason: Map<NotBilled, number>;
}

export class JobTally {
  readonly failuresByReason = new Map<ReasonCode, number>();
  private deliveredRows = 0;
  private readonly unreachableRows = new Set<number>();
  private readonly usageByBlock = new Map<BlockKey, BlockCounts>();

  add(entry: LoggedEvent): void {
    const { event } = entry;
    switch (event.type) {
      case 'RowResolved':
        return this.addResolved(event.data);
      case 'RowFailed': {
        const { row, reason } = event.data;
        this.failuresByReason.set(reason, (this.failuresByReason.get(reason) ?? 0) + 1);
        if (saysSiteUnreachable(reason)) this.unreachableRows.add(row);
        return;
      }
      case 'RowCharged':
        return this.addCharge(event.data);
      case 'BlockFilled':
        return this.addFill(event.data);
      case 'BlockCharged':
        this.usageOf(event.data.block).units += event.data.units;
        return;
      default:
        return;
    }
  }

  private addResolved({ row, blocks }: RowResolved['data']): void {
    this.deliveredRows++;
    for (const outcome of Object.values(blocks))
      if ('reason' in outcome && saysSiteUnreachable(outcome.reason)) this.unreachableRows.add(row);
  }

  private addCharge({ units, not_billed }: RowCharged['data']): void {
    for (const [block, count] of Object.entries(units))
      if (isBlockKey(block)) this.usageOf(block).units += count;
    for (const [block, reason] of Object.entries(not_billed))
      if (isBlockKey(block)) this.addFree(block, reason, 1);
  }

  private addFill({ row, block, outcome }: BlockFilled['data']): void {
    this.addFree(block, 'pending', -1);
    if (outcome.status === 'not_found' || outcome.status === 'not_enabled')
      this.addFree(block, outcome.status, 1);
    if ('reason' in outcome && saysSiteUnreachable(outcome.reason)) this.unreachableRows.add(row);
  }

  private usageOf(block: BlockKey): BlockCounts {
    const usage = this.usageByBlock.get(block) ?? {
      units: 0,
      freeRowsByReason: new Map<NotBilled, number>(),
    };
    this.usageByBlock.set(block, usage);
    return usage;
  }

  private addFree(block: BlockKey, reason: NotBilled, rows: number): void {
    const { freeRowsByReason } = this.usageOf(block);
    const count = (freeRowsByReason.get(reason) ?? 0) + rows;
    if (count === 0) freeRowsByReason.delete(reason);
    else freeRowsByReason.set(reason, count);
  }

  get counts(): RowCounts {
    const counts = {
      succeeded: this.deliveredRows,
      not_found: 0,
      failed: 0,
      site_unreachable: this.unreachableRows.size,
    };
    for (const [reason, rows] of this.failuresByReason) counts[rowFailure(reason).count] += rows;
    return counts;
  }

  get billed() {
    const usedBlocks = BLOCK_KEYS.flatMap((block) => {
      const usage = this.usageByBlock.get(block);
      return usage === undefined ? [] : [[block, usage] as const];
    });
    return {
      rows: this.deliveredRows,
      units: usedBlocks.reduce((sum, [, { units }]) => sum + units, 0),
      blocks: Object.fromEntries(
        usedBlocks.map(([block, { units, freeRowsByReason: free }]) => [
          block,
          { units, not_billed: Object.fromEntries(free) },
        ]),
      ),
    };
  }
}
