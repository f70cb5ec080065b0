/**
 * Invariant 4: no unit is charged for a block that is `not_found`, `not_enabled` or `pending`, or for a row
 * that is ambiguous, failed or skipped. A charged block was asked for, was enabled when the request was
 * accepted, and was `available`. It costs one unit.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { BlockCharged, RowCharged } from '../../streams/rows/rows.events.js';
import { isBlockKey, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { summaryOf } from '../chunk-fold.js';
import { Findings, type InvariantCheck } from '../invariant.js';
import type { Place } from '../pass-memory.js';
import type { OpenJob } from '../open-job.js';

export class OnlyAvailableCharged implements InvariantCheck {
  readonly findings = new Findings(4, 'only available blocks are charged', 'units');

  observe(entry: LoggedEvent, place: Place): void {
    const { event } = entry;
    if (event.type === 'RowCharged') this.rowCharged(entry, event.data, place);
    if (event.type === 'BlockCharged') this.blockCharged(entry, event.data, place);
  }

  private rowCharged(
    entry: LoggedEvent,
    { job_id, row, units }: RowCharged['data'],
    { job, chunk }: Place,
  ): void {
    const blame = (detail: string): void => this.findings.blame(entry, detail, { job_id, row });
    const resolved = chunk?.lastResolved?.row === row ? chunk.lastResolved : null;
    const available = resolved === null ? NOTHING : summaryOf(resolved.blocks).available;
    for (const block in units) {
      this.findings.checked++;
      if (!isBlockKey(block)) blame(`a unit is charged for ${block}, which is no block`);
      else if (!available.has(block)) blame(`a unit of ${block} is charged that row ${row} was not given`);
      else this.checkUnit(entry, { row, block, units: units[block] }, job);
    }
  }

  private blockCharged(
    entry: LoggedEvent,
    { row, block, units }: BlockCharged['data'],
    { job, chunk }: Place,
  ): void {
    this.findings.checked++;
    const detail = `a unit of ${block} is charged that row ${row} was not given`;
    if (chunk?.lastFill?.available === false) this.findings.blame(entry, detail, { job_id: job?.id, row });
    this.checkUnit(entry, { row, block, units }, job);
  }

  /** Checks that the charge of a block is one unit, and that the job asked for the block and may have it. */
  private checkUnit(
    entry: LoggedEvent,
    { row, block, units }: { row: number; block: BlockKey; units: number | undefined },
    job: OpenJob | undefined,
  ): void {
    const blame = (detail: string): void => this.findings.blame(entry, detail, { job_id: job?.id, row });
    if (units !== 1) blame(`${block} of row ${row} is charged ${units} units`);
    if (job?.blocks.has(block) === false)
      blame(`${block} of row ${row} is charged but was not asked for or not enabled`);
  }
}

const NOTHING: ReadonlySet<BlockKey> = new Set();
