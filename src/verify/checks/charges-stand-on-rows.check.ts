/**
 * Invariant 3: every charge belongs to a delivered row of the same account and job. Every delivered row has
 * exactly one charge in its record, and at most one for each late block, next to its fact in the same append.
 * A charge bills every delivered block, so blocks that weren't billed are found here too.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { BlockCharged, RowCharged } from '../../streams/rows/rows.events.js';
import { summaryOf } from '../chunk-fold.js';
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
        if (chunk?.lastFill?.available === true)
          this.findings.blame(entry, lateAndUncharged(chunk.lastFill), event.data);
        return;
      case 'RowsRecorded':
        if (place.job !== undefined && place.job.id !== event.data.job_id)
          this.findings.blame(entry, `the record speaks of ${event.data.job_id}`, { job_id: place.job.id });
        return;
      case 'ChunkCompleted':
        if (place.job !== undefined && chunk !== undefined) this.chunkCompleted(entry, place.job, chunk);
        return;
      default:
        return;
    }
  }

  private rowCharged(entry: LoggedEvent, data: RowCharged['data'], { job, chunk }: Place): void {
    const { row, units } = data;
    this.findings.checked++;
    const blame = (detail: string): void => this.findings.blame(entry, detail, data);
    if (job === undefined || chunk === undefined)
      return blame(`a charge for row ${row}, whose chunk is complete or no part of a running job`);
    this.checkOwner(entry, data, job);
    if (chunk.lastResolved?.row !== row)
      return blame(`a charge for row ${row} that stands beside no delivered row`);
    for (const block of summaryOf(chunk.lastResolved.blocks).available)
      if (units[block] === undefined) blame(`${block} of row ${row} was delivered and not charged`);
  }

  private blockCharged(entry: LoggedEvent, data: BlockCharged['data'], { job, chunk }: Place): void {
    const { row, block } = data;
    this.findings.checked++;
    if (job !== undefined) this.checkOwner(entry, data, job);
    const fill = chunk?.lastFill;
    const isBeside =
      fill != null && fill.row === row && fill.block === block && fill.revision + 1 === entry.revision;
    const detail = `a charge for ${block} of row ${row} that stands beside no fill of it`;
    if (!isBeside) this.findings.blame(entry, detail, data);
  }

  private checkOwner(entry: LoggedEvent, charge: { job_id: string; row: number }, job: OpenJob): void {
    const blame = (detail: string): void =>
      this.findings.blame(entry, detail, { job_id: job.id, row: charge.row });
    if (charge.job_id !== job.id) blame(`the charge names ${charge.job_id}, its stream ${job.id}`);
    if (entry.account !== job.account)
      blame(`the charge is for account ${entry.account ?? 'none'}, the job is account ${job.account}'s`);
  }

  private chunkCompleted(entry: LoggedEvent, { id: job_id }: OpenJob, chunk: OpenChunk): void {
    const { index, delivered, charged, lastFill } = chunk;
    const detail = `chunk ${index}: ${delivered.count} rows delivered, ${charged.count} charged`;
    if (delivered.count !== charged.count) this.findings.blame(entry, detail, { job_id });
    if (lastFill?.available === true)
      this.findings.blame(entry, lateAndUncharged(lastFill), { job_id, row: lastFill.row });
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
