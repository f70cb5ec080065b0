/**
 * Invariant 3: every charge belongs to a delivered row of the same account and job. Every delivered row has
 * exactly one charge in its record, and at most one for each late block, next to its fact in the same append.
 * A charge bills every delivered block, so blocks that weren't billed are found here too.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { BlockCharged, BlockFilled, RowCharged } from '../../streams/rows/rows.events.js';
import { summaryOf } from '../block-summary.js';
import { chargeFindings, type InvariantCheck, type JudgedJobs } from '../invariant.js';
import { finding } from '../offender.js';
import type { PassMemory, Place } from '../pass-memory.js';
import type { Fill, OpenChunk, OpenJob } from '../open-job.js';

export class ChargesStandOnRows implements InvariantCheck {
  readonly findings = chargeFindings();

  constructor(private readonly memory: Pick<PassMemory, 'open'>) {}

  observe(entry: LoggedEvent, place: Place): void {
    const { event } = entry;
    const { chunk } = place;
    switch (event.type) {
      case 'RowCharged':
        return this.rowCharged(entry, event.data, place);
      case 'BlockCharged':
        return this.blockCharged(entry, event.data, place);
      case 'BlockFilled':
        return this.blockFilled(entry, event.data, chunk);
      case 'RowsRecorded':
        if (place.job !== undefined && place.job.id !== event.data.job_id)
          this.findings.found(entry, `the record speaks of ${event.data.job_id}`, { job: place.job.id });
        return;
      case 'ChunkCompleted':
        if (place.job !== undefined && chunk !== undefined) this.closed(entry, place.job, chunk);
        return;
      default:
        return;
    }
  }

  private rowCharged(entry: LoggedEvent, data: RowCharged['data'], { job, chunk }: Place): void {
    const { row, units, job_id } = data;
    this.findings.checked++;
    const found = (detail: string): void => this.findings.found(entry, detail, { job: job_id, row });
    if (job === undefined || chunk === undefined)
      return found(`a charge for row ${row}, whose chunk is complete or no part of a running job`);
    this.belongs(entry, { job_id, row }, job);
    if (chunk.lastResolved?.row !== row)
      return found(`a charge for row ${row} that stands beside no delivered row`);
    for (const block of summaryOf(chunk.lastResolved.blocks).available)
      if (units[block] === undefined) found(`${block} of row ${row} was delivered and not charged`);
  }

  private blockFilled(
    entry: LoggedEvent,
    { job_id, row }: BlockFilled['data'],
    chunk: OpenChunk | undefined,
  ): void {
    if (chunk?.lastFill?.available === true) this.uncharged(entry, chunk.lastFill, { job_id, row });
  }

  private blockCharged(entry: LoggedEvent, data: BlockCharged['data'], { job, chunk }: Place): void {
    const { job_id, row, block } = data;
    this.findings.checked++;
    if (job !== undefined) this.belongs(entry, { job_id, row }, job);
    const fill = chunk?.lastFill;
    const beside =
      fill != null && fill.row === row && fill.block === block && fill.revision + 1 === entry.revision;
    if (!beside)
      this.findings.found(entry, `a charge for ${block} of row ${row} that stands beside no fill of it`, {
        job: job_id,
        row,
      });
  }

  private belongs(entry: LoggedEvent, of: { job_id: string; row: number }, job: OpenJob): void {
    const offend = (detail: string): void => this.findings.found(entry, detail, { job: job.id, row: of.row });
    if (of.job_id !== job.id) offend(`the charge names ${of.job_id}, its stream ${job.id}`);
    if (entry.account !== job.account)
      offend(`the charge is for account ${entry.account ?? 'none'}, the job is account ${job.account}'s`);
  }

  private closed(entry: LoggedEvent, job: OpenJob, chunk: OpenChunk): void {
    if (chunk.delivered.count !== chunk.charged.count)
      this.findings.found(
        entry,
        `chunk ${chunk.index}: ${chunk.delivered.count} rows delivered, ${chunk.charged.count} charged`,
        { job: job.id },
      );
    if (chunk.lastFill?.available === true)
      this.uncharged(entry, chunk.lastFill, { job_id: job.id, row: chunk.lastFill.row });
  }

  private uncharged(entry: LoggedEvent, fill: Fill, of: { job_id: OpenJob['id']; row: number }): void {
    this.findings.found(entry, lateAndUncharged(fill), { job: of.job_id, row: of.row });
  }

  end(judged: JudgedJobs): null {
    for (const job of judged === 'all jobs' ? this.memory.open.values() : [])
      for (const { lastFill } of job.chunks.values())
        if (lastFill?.available === true)
          this.findings.offend({ ...finding(lateAndUncharged(lastFill), job.id), row: lastFill.row });
    return null;
  }
}

const lateAndUncharged = ({ block, row }: Fill): string =>
  `${block} of row ${row} was delivered late and not charged beside it`;
